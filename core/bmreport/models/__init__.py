"""The data of bmreport: pydantic models that every part speaks."""

from bmreport.models.analysis import Analysis
from bmreport.models.base import Model, NoOptions, Options
from bmreport.models.citation import Citation, Locator, Origin
from bmreport.models.contradiction import Contradiction, ContradictionKind, ContradictionSide
from bmreport.models.draft import (
    AUTHOR_MARK,
    Block,
    BulletList,
    Cite,
    CiteMode,
    Claim,
    ClaimRole,
    Draft,
    Figure,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    Table,
    walk_claims,
)
from bmreport.models.finding import Finding, Severity
from bmreport.models.grade import AbsoluteEffect, Grade, GradeStep, OutcomeSummary, Override, RelativeEffect
from bmreport.models.history import Revision
from bmreport.models.intake import ImportReport, Merge, Rejection
from bmreport.models.ledger import Ledger, LedgerCheck, LedgerEntry
from bmreport.models.reference import Reference, csl_from_fields
from bmreport.models.rendering import RenderedEntry, Rendering
from bmreport.models.report import Provenance, Report
from bmreport.models.study import Arm, BiasJudgement, Study, StudyDesign, StudyEstimate
from bmreport.models.verdict import Verdict

__all__ = [
    "AUTHOR_MARK",
    "AbsoluteEffect",
    "Analysis",
    "Arm",
    "BiasJudgement",
    "Block",
    "BulletList",
    "Citation",
    "Cite",
    "CiteMode",
    "Claim",
    "ClaimRole",
    "Contradiction",
    "ContradictionKind",
    "ContradictionSide",
    "Draft",
    "Figure",
    "Finding",
    "Grade",
    "GradeStep",
    "ImportReport",
    "Ledger",
    "LedgerCheck",
    "LedgerEntry",
    "Locator",
    "Merge",
    "Model",
    "NoOptions",
    "Options",
    "Origin",
    "OutcomeSummary",
    "Override",
    "Paragraph",
    "Provenance",
    "Quote",
    "Reference",
    "Rejection",
    "RelativeEffect",
    "RenderedEntry",
    "Rendering",
    "Report",
    "Revision",
    "Section",
    "SectionKind",
    "Severity",
    "Study",
    "StudyDesign",
    "StudyEstimate",
    "Table",
    "Verdict",
    "csl_from_fields",
    "walk_claims",
]
