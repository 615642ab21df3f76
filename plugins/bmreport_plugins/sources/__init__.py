"""Built-in sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.sources.csljson import CslJsonSource
from bmreport_plugins.sources.json_citations import JsonSource
from bmreport_plugins.sources.nbib import NbibSource
from bmreport_plugins.sources.ris import RisSource
from bmreport_plugins.sources.studies import StudiesSource

if TYPE_CHECKING:
    from bmreport.providers import Source


@hookimpl
def bmreport_sources() -> list[Source]:
    """CSL-JSON, citations as JSON, PubMed's format, RIS, and tables of study data."""
    return [CslJsonSource(), JsonSource(), NbibSource(), RisSource(), StudiesSource()]
