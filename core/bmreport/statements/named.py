"""Pairs of words in which a sign of direction is part of a name, or of a phrase of another meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = ["NAMES_AFTER", "NAMES_BEFORE"]

_DESIGN = word_set(
    "trial trials study studies design designs protocol protocols placebo capsules tablets methods criteria cohorts"
)
_INTO = word_set("asleep between into within below above short outside under on off over")
_MULTIPLE = word_set("therapy regimen treatment blind dose dummy vaccine antibody negative combination")
NAMES_AFTER: Mapping[str, Collection[str]] = {
    "lower": word_set(
        "limb limbs back leg legs respiratory urinary gastrointestinal oesophageal esophageal abdominal bowel tract "
        "uterine extremity extremities dose doses quartile tertile quintile secondary jaw lip lobe limit"
    ),
    "higher": word_set("dose doses education quartile tertile quintile order limit"),
    "raised": word_set("concern concerns questions question doubts awareness"),
    "raise": word_set("concern concerns questions question doubts awareness"),
    "reduced": word_set("dose doses ejection"),
    "limited": word_set("evidence data number numbers by to in the"),
    "lost": word_set("to"), "ease": ["of"],
    "less": word_set("invasive intensive restrictive advanced recent developed deprived experienced stringent"),
    "more": word_set(
        "invasive intensive restrictive advanced recent developed deprived experienced stringent research studies "
        "trials data evidence work information about"
    ),
    "larger": word_set("trials studies trial study samples sample controlled randomised randomized cohorts"),
    "smaller": word_set("trials studies trial study samples sample"),
    "longer": word_set("follow term trials studies"),
    "better": word_set("understanding evidence data designed known"),
    "later": word_set("trial trials study studies life stage"),
    "earlier": word_set("trial trials study studies work reports report research evidence"),
    "same": word_set(
        "time day patients participants way direction year age period dose criteria method hospital centre center "
        "cohort study trial people group week month setting"
    ),
    "equal": word_set("numbers number"), "identical": _DESIGN, "equivalent": _DESIGN, "comparable": _DESIGN,
    "similar": _DESIGN, "noninferiority": _DESIGN, "superiority": _DESIGN,
    "stable": word_set("angina coronary disease copd patients"),
    "effect": word_set("size sizes modification estimate estimates"),
    "effects": word_set("model models"), "difference": word_set("attributable explained due"),
    "effective": word_set("dose doses"),
    "high": word_set("dose doses risk fat certainty quality income flow school resolution volume dependency"),
    "low": word_set(
        "dose doses risk back birth certainty quality income density grade molecular fat number numbers intake"
    ),
    "common": word_set("cold bile sense"),
    "twice": word_set("daily a per weekly each week"),
    "excess": word_set("weight body fluid"),
    "fall": _INTO, "fell": _INTO, "falling": _INTO, "fallen": _INTO,
    "impact": ["factor"], "enhanced": ["recovery"],
    "related": ["quality"],
    "relation": ["to"],
    "cut": ["off"], "double": _MULTIPLE, "triple": _MULTIPLE, "quadruple": _MULTIPLE,
    "dropped": ["out"], "drop": ["out"],
}  # fmt: skip
"""Word -> words after it with which it is no sign of direction (`lower limb`)."""
NAMES_BEFORE: Mapping[str, Collection[str]] = {
    "effect": word_set("side adverse random fixed ceiling"),
    "effects": word_set("side adverse random fixed undesirable"),
    "effective": word_set("cost"),
    "more": word_set("once or"),
    "higher": ["or"], "greater": ["or"], "lower": ["or"], "less": ["or"], "longer": ["or"], "fewer": ["or"],
    "above": ["or"], "rise": ["st"], "least": ["at"], "later": word_set("years months weeks days hours minutes"),
    "earlier": word_set("years months weeks days"),
    "common": ["in"], "equivalent": ["spherical"],
}  # fmt: skip
"""Word -> words before it with which it is none (`side effect`)."""
