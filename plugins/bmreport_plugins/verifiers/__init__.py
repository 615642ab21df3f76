"""Built-in verifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.verifiers.cites_resolve import CitesResolve
from bmreport_plugins.verifiers.duplicate_documents import DuplicateDocuments
from bmreport_plugins.verifiers.numbering import Numbering
from bmreport_plugins.verifiers.references_cited import ReferencesCited
from bmreport_plugins.verifiers.required_fields import RequiredFields
from bmreport_plugins.verifiers.retractions import Retractions
from bmreport_plugins.verifiers.verbatim_quotes import VerbatimQuotes

if TYPE_CHECKING:
    from bmreport.providers import Verifier


@hookimpl
def bmreport_verifiers() -> list[Verifier]:
    """One object per check."""
    return [
        CitesResolve(),
        DuplicateDocuments(),
        Numbering(),
        ReferencesCited(),
        RequiredFields(),
        Retractions(),
        VerbatimQuotes(),
    ]
