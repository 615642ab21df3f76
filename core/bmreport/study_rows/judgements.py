"""What reviewers judged of a study: risk of bias by tool and assessor, and indirectness by domain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bmreport.study_rows.columns import Role
from bmreport.study_rows.filling import Filling
from bmreport.study_rows.names import joined

__all__ = ["is_overall", "read_bias", "read_indirectness"]

_OVERALL = frozenset(
    ("overall", "overallbias", "overallriskofbias", "overallrisk", "overalljudgement", "overalljudgment")
)
_INDIRECT = re.compile(r"(?P<level>[a-z -]+?)\s*(?:[:;,.(–—]\s*(?P<reason>.*?)\)?)?", re.IGNORECASE | re.DOTALL)
_LEVELS = {
    "none": "none", "no": "none", "not serious": "none", "no concern": "none", "no concerns": "none", "direct": "none",
    "serious": "serious", "very serious": "very serious", "very-serious": "very serious",
}  # fmt: skip


def is_overall(domain: str) -> bool:
    """Whether a domain's name means the judgement on the whole."""
    return joined(domain) in _OVERALL


def read_bias(row: Filling) -> list[object]:
    """Judgements as the fields of BiasJudgement, one for each tool and assessor, in the tool's own words."""
    judged: dict[tuple[str, str], dict[str, Any]] = {}
    usual = row.text_at(Role.ASSESSOR)
    for role in (Role.BIAS, Role.BIAS_REASON):
        for place, column in row.places.get(role, ()):
            # `NA` is a level of some tools (not applicable); whether it is one here, the tool says.
            cell = row.cell(place)
            text = " ".join(cell.split()) if isinstance(cell, str) else row.text(place, column)
            if not text:
                continue
            assessor = column.assessor or usual
            one = judged.setdefault(
                (column.tool, assessor), {"tool": column.tool, "assessor": assessor, "domains": {}, "reasons": {}}
            )
            if role is Role.BIAS_REASON:
                one["reasons"]["overall" if is_overall(column.key) else column.key] = text
            elif is_overall(column.key):
                one["overall"] = text
            else:
                one["domains"][column.key] = text
    return [*judged.values(), *_listed(row)]


def read_indirectness(row: Filling) -> dict[str, str]:
    """Domain -> `none`, `serious` or `very serious`, with the reason after a colon."""
    found = {}
    for place, column in row.places.get(Role.INDIRECTNESS, ()):
        text = row.text(place, column)
        if not text:
            continue
        parts = _INDIRECT.fullmatch(text)
        level = _LEVELS.get(" ".join(parts["level"].casefold().split())) if parts else None
        if parts is None or level is None:
            remedy = "write none, serious or very serious, with a reason after a colon"
            row.refuse(column, f"{text!r:.60} is no level of indirectness", remedy)
        else:
            found[column.key] = f"{level}: {parts['reason'].strip()}" if parts["reason"] else level
    return found


def _listed(row: Filling) -> list[object]:
    """Judgements that come as a list of records, as JSON has them."""
    found = row.first(Role.BIAS_LIST)
    cell = row.cell(found[0]) if found else None
    if not found or cell in (None, "", []):
        return []
    if not isinstance(cell, list | tuple) or not all(isinstance(one, Mapping) for one in cell):
        row.refuse(found[1], "is no list of judgements", "give a list of objects with tool, domains and overall")
        return []
    return list(cell)
