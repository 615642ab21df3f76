"""No document is listed twice: readers would count one study as two."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, Severity
from bmreport.merging import author_key
from bmreport.titles import nearly_equal, title_key

if TYPE_CHECKING:
    from bmreport import Reference, Report, RunContext

__all__ = ["DuplicateDocuments"]

# Comparing all pairs of a group would not be linear; an author with more papers in one year is left to equal titles.
_MOST_COMPARED = 40


class DuplicateDocuments:
    """Finds references with the same identifier, or with titles that are equal or nearly so."""

    name = "duplicate-documents"
    summary = "No two references have the same DOI, PMID or PMCID, or near-identical titles of one year"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for a shared identifier among the cited references (a warning beyond them).

        A warning for titles that are equal or differ by a slip in one year; only a remark where identifiers say that
        they are two, as with a preprint and its article.
        """
        listed = {reference.id for reference in report.references}
        everything = [*report.references, *report.further_reading]
        known: set[tuple[str, str]] = set()
        findings = self._by_identifier(everything, listed, known)
        return [*findings, *self._by_title(everything, known)]

    def _by_identifier(
        self, references: list[Reference], listed: set[str], known: set[tuple[str, str]]
    ) -> list[Finding]:
        holders: dict[tuple[str, str], list[str]] = defaultdict(list)
        for reference in references:
            for pair in _identifiers(reference).items():
                holders[pair].append(reference.id)
        findings = []
        for (kind, value), ids in holders.items():
            if len(ids) < 2 or tuple(ids[:2]) in known:  # two make a pair
                continue
            known.update(combinations(ids[:_MOST_COMPARED], 2))
            cited = sum(identifier in listed for identifier in ids) > 1
            severity = Severity.ERROR if cited else Severity.WARNING
            findings.append(self._finding(severity, f"{len(ids)} references have {kind} {value}", ids))
        return findings

    def _by_title(self, references: list[Reference], known: set[tuple[str, str]]) -> list[Finding]:
        keys = {reference.id: title_key(reference.title) for reference in references}
        by_year: dict[tuple[int | None, str], list[Reference]] = defaultdict(list)
        by_title: dict[tuple[int | None, str], list[Reference]] = defaultdict(list)
        for reference in references:
            if not keys[reference.id].is_generic:
                by_title[reference.year, keys[reference.id].full].append(reference)
                by_year[reference.year, author_key(reference.csl)].append(reference)
        pairs = [pair for same in by_title.values() for pair in combinations(same[:_MOST_COMPARED], 2)]
        near = [
            (one, other)
            for same in by_year.values()
            if len(same) <= _MOST_COMPARED
            for one, other in combinations(same, 2)
            if nearly_equal(keys[one.id], keys[other.id])
        ]
        return [
            self._title_finding(one, other, what)
            for what, found in (("the same title", pairs), ("nearly the same title", near))
            for one, other in found
            if (one.id, other.id) not in known
        ]

    def _title_finding(self, one: Reference, other: Reference, what: str) -> Finding:
        mine, theirs = _identifiers(one), _identifiers(other)
        apart = any(mine[kind] != theirs[kind] for kind in mine.keys() & theirs.keys())
        severity = Severity.INFO if apart else Severity.WARNING
        why = ", but different identifiers (a preprint, a second publication?)" if apart else ""
        return self._finding(severity, f"two references of one year have {what}{why}", [one.id, other.id])

    def _finding(self, severity: Severity, message: str, ids: list[str]) -> Finding:
        shown = ", ".join(ids[:10]) + (f" and {len(ids) - 10} more" if len(ids) > 10 else "")
        remedy = "if they are one document, give its records the same DOI or PMID; if not, mend the identifier"
        return Finding(verifier=self.name, severity=severity, message=message, where=shown, remedy=remedy)


def _identifiers(reference: Reference) -> dict[str, str]:
    found = {"DOI": reference.doi, "PMID": reference.pmid, "PMCID": reference.pmcid}
    return {kind: value for kind, value in found.items() if value}
