"""bmreport: from evidence to a cited, graded, styled report.

    import bmreport
    report = bmreport.build("trials.nbib", question="Does aspirin prevent a first heart attack?", style="vancouver")
    report.render().export("pdf", "aspirin.pdf")

Names load when first used, so that `bmreport --version` costs no more than a command line needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bmreport._version import __version__

if TYPE_CHECKING:
    from bmreport.context import RunContext
    from bmreport.csl_style import CslStyle
    from bmreport.errors import (
        BmreportError,
        ChecksFailedError,
        ConfigError,
        DuplicateProviderError,
        InputError,
        NotEnoughEvidenceError,
        OutputError,
        PluginError,
        ServiceError,
        StyleError,
        TemplateError,
        UnknownProviderError,
        UsageError,
    )
    from bmreport.evidence import EvidenceBody
    from bmreport.hookspecs import hookimpl
    from bmreport.host import PluginHost
    from bmreport.intake import Harvest, Intake
    from bmreport.llm.settings import LlmSettings
    from bmreport.locator import SourceLocator
    from bmreport.models import (
        BulletList,
        Citation,
        Cite,
        CiteMode,
        Claim,
        ClaimRole,
        Contradiction,
        ContradictionKind,
        ContradictionSide,
        Draft,
        Finding,
        Grade,
        GradeStep,
        ImportReport,
        Ledger,
        LedgerCheck,
        LedgerEntry,
        Locator,
        Merge,
        NoOptions,
        Options,
        Origin,
        Paragraph,
        Provenance,
        Quote,
        Reference,
        Rejection,
        Report,
        Revision,
        Section,
        SectionKind,
        Severity,
        Table,
        Verdict,
    )
    from bmreport.pipeline import build
    from bmreport.providers import Match
    from bmreport.rendering import RenderedReport
    from bmreport.report_diff import diff_reports
    from bmreport.report_merging import merge_reports
    from bmreport.report_refining import refine_report
    from bmreport.reporting_agent import ReportingAgent
    from bmreport.styling import CitationFormat, CiteCluster, CslStyleSource, Entry, StyledText, StyleJob

__all__ = [
    "BmreportError",
    "BulletList",
    "ChecksFailedError",
    "Citation",
    "CitationFormat",
    "Cite",
    "CiteCluster",
    "CiteMode",
    "Claim",
    "ClaimRole",
    "ConfigError",
    "Contradiction",
    "ContradictionKind",
    "ContradictionSide",
    "CslStyle",
    "CslStyleSource",
    "Draft",
    "DuplicateProviderError",
    "Entry",
    "EvidenceBody",
    "Finding",
    "Grade",
    "GradeStep",
    "Harvest",
    "ImportReport",
    "InputError",
    "Intake",
    "Ledger",
    "LedgerCheck",
    "LedgerEntry",
    "LlmSettings",
    "Locator",
    "Match",
    "Merge",
    "NoOptions",
    "NotEnoughEvidenceError",
    "Options",
    "Origin",
    "OutputError",
    "Paragraph",
    "PluginError",
    "PluginHost",
    "Provenance",
    "Quote",
    "Reference",
    "Rejection",
    "RenderedReport",
    "Report",
    "ReportingAgent",
    "Revision",
    "RunContext",
    "Section",
    "SectionKind",
    "ServiceError",
    "Severity",
    "SourceLocator",
    "StyleError",
    "StyleJob",
    "StyledText",
    "Table",
    "TemplateError",
    "UnknownProviderError",
    "UsageError",
    "Verdict",
    "__version__",
    "build",
    "diff_reports",
    "hookimpl",
    "merge_reports",
    "refine_report",
]

_HOME = {
    "BmreportError": "bmreport.errors",
    "BulletList": "bmreport.models",
    "ChecksFailedError": "bmreport.errors",
    "Citation": "bmreport.models",
    "CitationFormat": "bmreport.styling",
    "Cite": "bmreport.models",
    "CiteCluster": "bmreport.styling",
    "CiteMode": "bmreport.models",
    "Claim": "bmreport.models",
    "ClaimRole": "bmreport.models",
    "ConfigError": "bmreport.errors",
    "Contradiction": "bmreport.models",
    "ContradictionKind": "bmreport.models",
    "ContradictionSide": "bmreport.models",
    "CslStyle": "bmreport.csl_style",
    "CslStyleSource": "bmreport.styling",
    "Draft": "bmreport.models",
    "DuplicateProviderError": "bmreport.errors",
    "Entry": "bmreport.styling",
    "EvidenceBody": "bmreport.evidence",
    "Finding": "bmreport.models",
    "Grade": "bmreport.models",
    "GradeStep": "bmreport.models",
    "Harvest": "bmreport.intake",
    "ImportReport": "bmreport.models",
    "InputError": "bmreport.errors",
    "Intake": "bmreport.intake",
    "Ledger": "bmreport.models",
    "LedgerCheck": "bmreport.models",
    "LedgerEntry": "bmreport.models",
    "LlmSettings": "bmreport.llm.settings",
    "Locator": "bmreport.models",
    "Match": "bmreport.providers",
    "Merge": "bmreport.models",
    "NoOptions": "bmreport.models",
    "NotEnoughEvidenceError": "bmreport.errors",
    "Options": "bmreport.models",
    "Origin": "bmreport.models",
    "OutputError": "bmreport.errors",
    "Paragraph": "bmreport.models",
    "PluginError": "bmreport.errors",
    "PluginHost": "bmreport.host",
    "Provenance": "bmreport.models",
    "Quote": "bmreport.models",
    "Reference": "bmreport.models",
    "Rejection": "bmreport.models",
    "RenderedReport": "bmreport.rendering",
    "Report": "bmreport.models",
    "ReportingAgent": "bmreport.reporting_agent",
    "Revision": "bmreport.models",
    "RunContext": "bmreport.context",
    "Section": "bmreport.models",
    "SectionKind": "bmreport.models",
    "ServiceError": "bmreport.errors",
    "Severity": "bmreport.models",
    "SourceLocator": "bmreport.locator",
    "StyleError": "bmreport.errors",
    "StyleJob": "bmreport.styling",
    "StyledText": "bmreport.styling",
    "Table": "bmreport.models",
    "TemplateError": "bmreport.errors",
    "UnknownProviderError": "bmreport.errors",
    "UsageError": "bmreport.errors",
    "Verdict": "bmreport.models",
    "build": "bmreport.pipeline",
    "diff_reports": "bmreport.report_diff",
    "hookimpl": "bmreport.hookspecs",
    "merge_reports": "bmreport.report_merging",
    "refine_report": "bmreport.report_refining",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
