"""References are numbered 1, 2, 3 … without gaps or repeats, in the order in which the text first cites them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, Severity

if TYPE_CHECKING:
    from bmreport import Report, RunContext

__all__ = ["Numbering"]

_REMEDY = "number the references again by first appearance"


class Numbering:
    """Checks numbers and ids of the reference list."""

    name = "numbering"
    summary = "Reference numbers run from 1 without gaps or repeats, in order of first appearance"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for each gap, repeat, missing number or id used twice, and for the first one out of order."""
        return [*self._ids(report), *self._numbers(report), *self._order(report)]

    def _ids(self, report: Report) -> list[Finding]:
        counts = Counter(reference.id for reference in (*report.references, *report.further_reading))
        return [
            self._error(f"{count} references share the id {identifier!r}", identifier, "give each one an id of its own")
            for identifier, count in counts.items()
            if count > 1
        ]

    def _numbers(self, report: Report) -> list[Finding]:
        found: list[Finding] = []
        holders: dict[int, list[str]] = {}
        for reference in report.references:
            if reference.number is None:
                found.append(self._error("a listed reference has no number", reference.id, _REMEDY))
            else:
                holders.setdefault(reference.number, []).append(reference.id)
        if not found and list(holders) != sorted(holders):
            found.append(self._error("the list is not in the order of its numbers", "references", _REMEDY))
        for number, ids in sorted(holders.items()):
            if len(ids) > 1:
                found.append(self._error(f"number {number} is given {len(ids)} times", ", ".join(ids), _REMEDY))
        missing = sorted(set(range(1, len(report.references) + 1)) - holders.keys())
        beyond = sorted(number for number in holders if number > len(report.references))
        if beyond:
            gap = f"{len(report.references)} references, but numbers up to {beyond[-1]}; missing: {_some(missing)}"
            found.append(self._error(gap, holders[beyond[-1]][0], _REMEDY))
        found.extend(
            self._error(f"further reading bears number {reference.number}", reference.id, "uncited records have none")
            for reference in report.further_reading
            if reference.number is not None
        )
        return found

    def _order(self, report: Report) -> list[Finding]:
        numbers = {reference.id: reference.number for reference in report.references if reference.number}
        last = 0
        seen: set[str] = set()
        for claim in report.claims:
            for cite in claim.cites_as_read:
                number = numbers.get(cite.reference_id)
                if number is None or cite.reference_id in seen:
                    continue
                if number < last:
                    message = f"number {number} first appears after number {last}"
                    return [self._error(message, f"{claim.id}, {cite.reference_id}", _REMEDY)]
                seen.add(cite.reference_id)
                last = number
        return []

    def _error(self, message: str, where: str, remedy: str) -> Finding:
        return Finding(verifier=self.name, severity=Severity.ERROR, message=message, where=where, remedy=remedy)


def _some(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    return shown + (f" and {len(numbers) - 10} more" if len(numbers) > 10 else "") if numbers else "none"
