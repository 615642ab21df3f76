"""Built-in verifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.verifiers.cites_resolve import CitesResolve
from bmreport_plugins.verifiers.contradictions import Contradictions
from bmreport_plugins.verifiers.direction import Direction
from bmreport_plugins.verifiers.duplicate_documents import DuplicateDocuments
from bmreport_plugins.verifiers.hedging import Hedging
from bmreport_plugins.verifiers.llm_judge import LlmJudge
from bmreport_plugins.verifiers.markers import Markers
from bmreport_plugins.verifiers.numbering import Numbering
from bmreport_plugins.verifiers.numbers import Numbers
from bmreport_plugins.verifiers.population import Population
from bmreport_plugins.verifiers.quotes import Quotes
from bmreport_plugins.verifiers.references_cited import ReferencesCited
from bmreport_plugins.verifiers.required_fields import RequiredFields
from bmreport_plugins.verifiers.retractions import Retractions
from bmreport_plugins.verifiers.terms import Terms
from bmreport_plugins.verifiers.uncited import Uncited
from bmreport_plugins.verifiers.verbatim_quotes import VerbatimQuotes

if TYPE_CHECKING:
    from bmreport.providers import Verifier


@hookimpl
def bmreport_verifiers() -> list[Verifier]:
    """One object per check."""
    return [
        CitesResolve(),
        Contradictions(),
        Direction(),
        DuplicateDocuments(),
        Hedging(),
        LlmJudge(),
        Markers(),
        Numbering(),
        Numbers(),
        Population(),
        Quotes(),
        ReferencesCited(),
        RequiredFields(),
        Retractions(),
        Terms(),
        Uncited(),
        VerbatimQuotes(),
    ]
