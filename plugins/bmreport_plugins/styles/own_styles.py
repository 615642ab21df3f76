"""The CSL styles that come with bmreport itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import NoOptions, Options
from bmreport.csl_style import read_csl, read_style_file
from bmreport.resources import data_folder
from bmreport.styling import CslStyleSource

if TYPE_CHECKING:
    from collections.abc import Iterable


class OwnStyles:
    """The `.csl` files in the folder `styles`."""

    name = "bmreport"
    summary = "CSL styles written for bmreport"
    options_model: type[Options] = NoOptions

    def find(self, name: str) -> CslStyleSource | None:
        """The style whose file has that name."""
        wanted = f"{name.strip().lower()}.csl"
        for file in data_folder("styles").iterdir():
            if file.name == wanted:
                xml = read_style_file(file)
                info = read_csl(xml, file.name)
                return CslStyleSource(
                    info.short_id, xml, requested=name, default_locale=info.default_locale, title=info.title
                )
        return None

    def names(self) -> Iterable[tuple[str, str]]:
        """Id and title of each."""
        for file in sorted(data_folder("styles").iterdir(), key=lambda found: found.name):
            if file.name.endswith(".csl"):
                info = read_csl(read_style_file(file), file.name)
                yield info.short_id, info.title
