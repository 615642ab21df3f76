"""The file of overrides: what people judged, each with a name and a reason.

judgements:
  - outcome: Death            # or `all`
    comparison: aspirin versus placebo        # only where an outcome has several
    design: randomised                        # only where it has randomised and observational studies
    domain: imprecision
    judgement: serious
    by: A. Reviewer
    reason: The interval includes effects that patients would not find worth the bleeding.
  - outcome: Death
    domain: imprecision
    judgement: not serious
    by: B. Reviewer
    reason: …
  - outcome: Death
    domain: imprecision
    judgement: serious
    by: A. Reviewer and B. Reviewer
    reason: …
    consensus: yes            # needed where two people differ
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bmreport import InputError
from bmreport.paths import expanded
from bmreport.safe_yaml import read_yaml_file
from bmreport_plugins.graders.grade.steps import DOWNGRADES
from bmreport_plugins.graders.grade.study_design import NAME as DESIGN
from bmreport_plugins.study_pooling.grouping import DesignClass, name_key

__all__ = ["ALL", "DOMAINS", "HumanJudgement", "change_of", "read_judgements"]

ALL: Final = "all"
"""In place of an outcome: every outcome that has no judgement of its own on the domain."""
_DOWN: Final = {
    "not serious": 0, "none": 0, "no": 0, "no serious concern": 0,
    "serious": -1, "very serious": -2, "extremely serious": -3,
}  # fmt: skip
_BIASED: Final = {
    "undetected": 0, "unlikely": 0, "suspected": -1, "strongly suspected": -1, "very strongly suspected": -2,
}  # fmt: skip
_PRESENT: Final = {"none": 0, "no": 0, "absent": 0, "yes": 1, "present": 1}
DOMAINS: Final[Mapping[str, Mapping[str, int]]] = {
    DESIGN: {"high": 0, "low": 0},
    **dict.fromkeys(DOWNGRADES, _DOWN),
    "publication bias": {**_DOWN, **_BIASED},
    "large effect": {"none": 0, "no": 0, "not large": 0, "large": 1, "very large": 2},
    "dose-response": _PRESENT,
    "opposing confounding": _PRESENT,
}
"""Domain -> judgement -> levels moved."""
_NEEDED: Final = ("outcome", "domain", "judgement", "by", "reason")
_OPTIONAL: Final = ("comparison", "design", "consensus")
_ALIASES: Final = {"judgment": "judgement", "level": "judgement", "assessor": "by", "name": "by", "why": "reason"}
_YES: Final = frozenset(("yes", "true", "y", "1"))
_NO: Final = frozenset(("", "no", "false", "n", "0"))
_OTHER_NAMES: Final = {
    "dose response": "dose-response", "dose-response gradient": "dose-response", "magnitude of effect": "large effect",
    "plausible confounding": "opposing confounding", "confounding": "opposing confounding", "design": DESIGN,
    "start": DESIGN, "reporting bias": "publication bias",
}  # fmt: skip


@dataclass(frozen=True)
class HumanJudgement:
    """One entry of the file; `where` names the file and the entry for messages."""

    outcome: str
    comparison: str
    design: DesignClass | None
    domain: str
    judgement: str
    by: str
    reason: str
    consensus: bool
    where: str


def read_judgements(path: str) -> list[HumanJudgement]:
    """The entries. Raises InputError naming file, entry and field for whatever is missing or unknown."""
    content = read_yaml_file(expanded(path))
    if isinstance(content, dict):
        unknown = [key for key in content if key != "judgements"]
        if unknown:
            raise InputError(
                f"{unknown[0]!r:.60} means nothing here", where=path, remedy="put the list under `judgements:`"
            )
        content = content.get("judgements")
    if not isinstance(content, list):
        raise InputError("holds no list of judgements", where=path, remedy="begin each one with `- outcome: …`")
    return [_entry(entry, f"{Path(path)}, judgement {number}") for number, entry in enumerate(content, start=1)]


def change_of(domain: str, judgement: str) -> int:
    """Levels moved by a judgement that `read_judgements` let pass."""
    return DOMAINS[domain][judgement]


def _entry(entry: object, where: str) -> HumanJudgement:
    fields = _fields(entry, where)
    place = f"{where} ({fields.get('outcome') or '?'}, {fields.get('domain') or '?'})"
    for name in _NEEDED:
        if not fields.get(name):
            remedy = (
                "say why: both the judgement and its reason are printed"
                if name == "reason"
                else f"give {', '.join(_NEEDED)}"
            )
            raise InputError(f"{name} is missing", where=place, remedy=remedy)
    domain = _domain(fields["domain"], place)
    consensus = fields.get("consensus", "").casefold()
    if consensus not in _YES | _NO:
        raise InputError(f"consensus: {consensus!r:.40} is neither yes nor no", where=place, remedy="write yes or no")
    return HumanJudgement(
        outcome=fields["outcome"],
        comparison=fields.get("comparison", ""),
        design=_design(fields.get("design", ""), place),
        domain=domain,
        judgement=_judgement(domain, fields["judgement"], place),
        by=fields["by"],
        reason=fields["reason"],
        consensus=consensus in _YES,
        where=place,
    )


def _fields(entry: object, where: str) -> dict[str, str]:
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        raise InputError("is no judgement", where=where, remedy=f"give {', '.join(_NEEDED)}, each one text")
    fields: dict[str, str] = {}
    for key, value in entry.items():
        plain = str(key).strip().casefold()
        name = _ALIASES.get(plain, plain)
        if name not in (*_NEEDED, *_OPTIONAL):
            raise InputError(
                f"{key!r:.60} is no field of a judgement",
                where=where,
                remedy=f"fields: {', '.join((*_NEEDED, *_OPTIONAL))}",
            )
        if name in fields:
            raise InputError(f"{name} is given twice", where=where, remedy="keep one")
        fields[name] = " ".join(value.split())
    return fields


def _domain(text: str, where: str) -> str:
    plain = name_key(text.replace("_", " "))
    named = _OTHER_NAMES.get(plain, plain)
    found = next((domain for domain in DOMAINS if domain.replace("-", " ") == named.replace("-", " ")), "")
    if found:
        return found
    near = difflib.get_close_matches(named, DOMAINS, n=1, cutoff=0.6)
    meant = f"did you mean {near[0]}? " if near else ""
    raise InputError(f"{text!r:.60} is no domain", where=where, remedy=f"{meant}domains: {', '.join(DOMAINS)}")


def _design(text: str, where: str) -> DesignClass | None:
    """The class of designs that a word such as `randomised` or `observational` names."""
    if not text:
        return None
    plain = name_key(text).replace("randomiz", "randomis")
    found = next((design for design in DesignClass if design.value.startswith(plain) and len(plain) > 2), None)
    if found is None:
        allowed = ", ".join(design.value for design in DesignClass)
        raise InputError(f"{text!r:.60} is no kind of design", where=where, remedy=f"allowed: {allowed}")
    return found


def _judgement(domain: str, text: str, where: str) -> str:
    plain = name_key(text.replace("_", " "))
    if plain in DOMAINS[domain]:
        return plain
    raise InputError(
        f"{text!r:.60} is no judgement on {domain}", where=where, remedy=f"allowed: {', '.join(DOMAINS[domain])}"
    )
