"""The labels that say what a figure is: `HR`, `odds ratio`, `p`, `95% CI`, `NNT`, `n =`."""

from __future__ import annotations

import re
from enum import StrEnum

__all__ = ["DIFFERENCES", "RATIOS", "Measure", "measure_in"]


class Measure(StrEnum):
    """What statistic a figure is; the names are the usual abbreviations."""

    NONE = ""
    HR = "HR"
    OR = "OR"
    RR = "RR"
    """Risk ratio and rate ratio: both are written RR, so the abbreviation does not tell them apart."""
    PR = "PR"
    GMR = "GMR"
    LR = "LR"
    RD = "RD"
    RRR = "RRR"
    MD = "MD"
    SMD = "SMD"
    NNT = "NNT"
    NNH = "NNH"
    AUC = "AUC"
    KAPPA = "kappa"
    I2 = "I²"
    R = "r"
    BETA = "beta"
    ICER = "ICER"
    SD = "SD"
    SE = "SE"
    P = "p"
    CI = "CI"
    SPREAD = "range"
    """An interquartile range or a range, whose two ends are no confidence limits."""
    N = "n"


RATIOS = frozenset({Measure.HR, Measure.OR, Measure.RR, Measure.PR, Measure.GMR, Measure.LR})
DIFFERENCES = frozenset({Measure.RD, Measure.MD, Measure.SMD})


def _by_word(table: str) -> dict[str, Measure]:
    rows = (line.partition(":") for line in table.strip().splitlines())
    return {word: Measure(name) for name, _, words in rows for word in words.split()}


# Abbreviations count as they are written: `or` is no odds ratio.
_ABBREVIATIONS = _by_word("""
HR: HR HRs aHR aHRs sHR cHR AHR SHR
OR: OR ORs aOR aORs cOR mOR AOR DOR
RR: RR RRs aRR IRR IRRs aIRR SIR SMR
GMR: GMR GMRs
LR: LR
RRR: RRR
RD: RD RDs aRD ARD ARR ARI
SMD: SMD SMDs
MD: MD MDs WMD WMDs
NNT: NNT NNTB
NNH: NNH NNTH
AUC: AUC AUROC AUCs
kappa: κ
I²: I² I2
r: ρ
ICER: ICER ICERs
SD: SD SDs s.d
SE: SE SEM
CI: CI CIs CrI CrIs HDI
range: IQR IQRs
""")
# Last word of a spelt-out label -> words that may stand before it, nearest first, each `a b` for two words.
_SPELT: dict[str, tuple[tuple[str, Measure], ...]] = {
    "ratio": (
        ("hazard", Measure.HR), ("hazards", Measure.HR), ("odds", Measure.OR), ("risk", Measure.RR),
        ("rate", Measure.RR),
        ("incidence", Measure.RR), ("mortality", Measure.RR), ("prevalence", Measure.PR), ("mean", Measure.GMR),
        ("likelihood", Measure.LR), ("cost effectiveness", Measure.ICER),
    ),
    "risk": (("relative", Measure.RR),),
    "difference": (
        ("risk", Measure.RD), ("absolute", Measure.RD), ("standardised mean", Measure.SMD),
        ("standardized mean", Measure.SMD), ("mean", Measure.MD), ("adjusted", Measure.MD), ("estimated", Measure.MD),
        ("group", Measure.MD), ("treatment", Measure.MD),
    ),
    "reduction": (
        ("relative risk", Measure.RRR), ("relative", Measure.RRR), ("absolute risk", Measure.RD),
        ("absolute", Measure.RD),
    ),
    "increase": (("absolute risk", Measure.RD), ("absolute", Measure.RD)),
    "interval": (
        ("confidence", Measure.CI), ("credible", Measure.CI), ("credibility", Measure.CI), ("prediction", Measure.CI),
        ("uncertainty", Measure.CI),
    ),
    "limit": (("confidence", Measure.CI),),
    "bound": (("confidence", Measure.CI),),
    "value": (("p", Measure.P),),
    "trend": (("p", Measure.P), ("p for", Measure.P)),
    "interaction": (("p", Measure.P), ("p for", Measure.P)),
    "heterogeneity": (("p", Measure.P), ("p for", Measure.P)),
    "noninferiority": (("p", Measure.P), ("p for", Measure.P)),
    "inferiority": (("p for non", Measure.P), ("for non", Measure.P)),
    "superiority": (("p for", Measure.P), ("p", Measure.P)),
    "treat": (("needed to", Measure.NNT),),
    "screen": (("needed to", Measure.NNT),),
    "vaccinate": (("needed to", Measure.NNT),),
    "benefit": (("needed to", Measure.NNT),),
    "harm": (("needed to", Measure.NNH),),
    "statistic": (("c", Measure.AUC),),
    "index": (("c", Measure.AUC),),
    "curve": (("", Measure.AUC),),
    "kappa": (("", Measure.KAPPA),),
    "coefficient": (("correlation", Measure.R),),
    "beta": (("", Measure.BETA),),
    "deviation": (("standard", Measure.SD),),
    "error": (("standard", Measure.SE),),
    "range": (("", Measure.SPREAD),),
    "d": (("s", Measure.SMD),),  # Cohen's d
    "g": (("hedges", Measure.SMD), ("s", Measure.SMD)),
}  # fmt: skip
_SIGNED = {"p": Measure.P, "P": Measure.P, "n": Measure.N, "N": Measure.N, "r": Measure.R, "β": Measure.BETA}
"""Single letters that are a label only with a sign after them: `p <`, `n =`."""

_WORD = re.compile(r"[^\W_]+")


def measure_in(text: str, start: int, end: int) -> tuple[Measure, int]:
    """The last label of `text[start:end]`, and where it ends; NONE when there is none."""
    words = _WORD.findall(text, start, end)
    at = end
    for number in range(len(words) - 1, -1, -1):
        word = words[number]
        at = text.rfind(word, start, at)
        if measure := _named(text, words, number, at + len(word)):
            return measure, at + len(word)
    return Measure.NONE, start


def _named(text: str, words: list[str], number: int, end: int) -> Measure:
    word = words[number]
    if measure := _ABBREVIATIONS.get(word):
        is_ratio = measure is Measure.AUC and "ratio" in words[max(0, number - 3) : number]
        return Measure.GMR if is_ratio else measure  # `geometric mean ratio of AUC`
    if len(word) == 1 and (measure := _SIGNED.get(word)):
        return measure if text[end : end + 2].lstrip("- \u00a0")[:1] in ("<", ">", "=", "≤", "≥") else Measure.NONE
    key = word.lower()
    choices = _SPELT.get(key) or _SPELT.get(key.removesuffix("s"))
    if choices:
        before = " ".join(words[max(0, number - 3) : number]).lower()
        for wanted, measure in choices:
            if before.endswith(wanted) and (not wanted or before[: -len(wanted)][-1:] in ("", " ")):
                return measure
    return Measure.NONE
