"""Built-in CSL engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.csl_engines.citeproc_py import CiteprocPy
from bmreport_plugins.csl_engines.pandoc_citeproc import PandocCiteproc

if TYPE_CHECKING:
    from bmreport.providers import CslEngine


@hookimpl
def bmreport_csl_engines() -> list[CslEngine]:
    """The engines."""
    return [CiteprocPy(), PandocCiteproc()]
