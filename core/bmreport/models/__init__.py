"""The data of bmreport: pydantic models that every part speaks."""

from bmreport.models.base import Model, NoOptions, Options
from bmreport.models.citation import Citation, Locator, Origin
from bmreport.models.draft import (
    AUTHOR_MARK,
    Block,
    BulletList,
    Cite,
    CiteMode,
    Claim,
    ClaimRole,
    Draft,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    Table,
    walk_claims,
)
from bmreport.models.finding import Finding, Severity
from bmreport.models.grade import Grade, GradeStep
from bmreport.models.intake import ImportReport, Merge, Rejection
from bmreport.models.reference import Reference, csl_from_fields
from bmreport.models.rendering import RenderedEntry, Rendering
from bmreport.models.report import Provenance, Report

__all__ = [
    "AUTHOR_MARK",
    "Block",
    "BulletList",
    "Citation",
    "Cite",
    "CiteMode",
    "Claim",
    "ClaimRole",
    "Draft",
    "Finding",
    "Grade",
    "GradeStep",
    "ImportReport",
    "Locator",
    "Merge",
    "Model",
    "NoOptions",
    "Options",
    "Origin",
    "Paragraph",
    "Provenance",
    "Quote",
    "Reference",
    "Rejection",
    "RenderedEntry",
    "Rendering",
    "Report",
    "Section",
    "SectionKind",
    "Severity",
    "Table",
    "csl_from_fields",
    "walk_claims",
]
