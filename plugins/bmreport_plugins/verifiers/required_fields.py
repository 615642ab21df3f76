"""Each listed reference has what readers need to find it: title, authors, year and, for an article, its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport import Reference, Report, RunContext

__all__ = ["RequiredFields"]

# CSL types that appear within something that has a title of its own.
_CONTAINED = frozenset(
    ["article-journal", "article-magazine", "article-newspaper", "chapter", "paper-conference", "entry-encyclopedia"]
)


class RequiredFields:
    """Finds references that lack an essential field."""

    name = "required-fields"
    summary = "Every listed reference has a title, authors, a year and, for articles, a journal"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """A warning for each field that is missing, naming record and field."""
        return [
            Finding(
                verifier=self.name,
                severity=Severity.WARNING,
                message=f"reference {reference.number or '(without number)'} has no {words} (CSL: {field})",
                where=f"{reference.id} ({reference.origin})" if reference.origin else reference.id,
                remedy=f"add the {words} to the record",
            )
            for reference in report.references
            for field, words in _missing(reference)
        ]


def _missing(reference: Reference) -> Iterator[tuple[str, str]]:
    csl = reference.csl
    if not reference.title:
        yield "title", "title"
    if not reference.author_names:
        yield "author", "authors"
    issued = reference.issued
    if not issued or not (reference.year or issued.get("literal") or issued.get("raw")):
        yield "issued", "year"
    if str(csl.get("type") or "article-journal") in _CONTAINED and not str(csl.get("container-title") or "").strip():
        words = "journal" if str(csl.get("type") or "article-journal") == "article-journal" else "container title"
        yield "container-title", words
