"""Built-in styles: the CSL repository with the names people use, and the styles written for bmreport."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.styles.csl_repository import CslRepository
from bmreport_plugins.styles.own_styles import OwnStyles

if TYPE_CHECKING:
    from bmreport.providers import StyleCollection


@hookimpl
def bmreport_style_collections() -> list[StyleCollection]:
    """The collections; neither opens a file before a style is asked for."""
    return [CslRepository(), OwnStyles()]
