"""Words that tell a direction: which way, on which scale, and as what part of speech.

The scales are VALUE (more or less of the outcome), GOOD (better or worse), TIMING (later or sooner), LEVEL (common or
rare, without comparison) and TIE (no difference, or some difference of untold sign).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bmreport.statements.word_sets import word_set

__all__ = ["BENEFIT_ADJECTIVES", "CUES", "DEGREES", "Cue", "Part", "Scale"]


class Scale(Enum):
    """What a direction is measured on."""

    VALUE = "value"
    GOOD = "good"
    TIMING = "timing"
    LEVEL = "level"
    TIE = "tie"


class Part(Enum):
    """Part of speech, as far as it tells where the outcome stands."""

    VERB = "verb"
    ADJECTIVE = "adjective"
    NOUN = "noun"
    WEAK = "weak"
    """Counts only in the absence of a better one: `was associated with lower mortality`."""


class Cue(NamedTuple):
    """What a word tells. On the scale TIE, sign 0 is `the same` and 1 is `not the same`."""

    sign: int
    scale: Scale
    part: Part


def _forms(lemma: str) -> tuple[str, ...]:
    """The regular forms of a verb; `cut/cut/cutting` gives the past and the -ing form itself."""
    base, *given = lemma.split("/")
    stem = base.removesuffix("e")
    third = base[:-1] + "ies" if base[-1] == "y" and base[-2] not in "aeiou" else base + "s"
    if base.endswith(("sh", "ch", "ss", "x")):
        third = base + "es"
    past = third[:-3] + "ied" if third.endswith("ies") else stem + "ed"
    return (base, third, *(given or (past, stem + "ing")))


def _verbs(sign: int, scale: Scale, lemmas: str, part: Part = Part.VERB) -> dict[str, Cue]:
    return {form: Cue(sign, scale, part) for lemma in lemmas.split() for form in _forms(lemma)}


def _words(sign: int, scale: Scale, part: Part, words: str) -> dict[str, Cue]:
    return {word: Cue(sign, scale, part) for word in words.split()}


_VALUE, _GOOD, _TIMING, _LEVEL, _TIE = Scale.VALUE, Scale.GOOD, Scale.TIMING, Scale.LEVEL, Scale.TIE
_VERB, _ADJECTIVE, _NOUN, _WEAK = Part.VERB, Part.ADJECTIVE, Part.NOUN, Part.WEAK

CUES: dict[str, Cue] = {
    **_verbs(
        -1,
        _VALUE,
        "reduce lower decrease cut/cut/cutting halve lessen diminish minimise minimize curb/curbed/curbing suppress "
        "shrink/shrank/shrunk/shrinking attenuate avert prevent avoid eliminate abolish inhibit blunt dampen deplete "
        "decline fall/fell/fallen/falling drop/dropped/dropping dwindle wane alleviate relieve ease mitigate palliate "
        "lose/lost/losing shorten subside lighten slash limit weaken narrow",
    ),
    **_verbs(
        1,
        _VALUE,
        "increase raise elevate augment boost heighten amplify double triple quadruple grow/grew/grown/growing "
        "rise/rose/risen/rising climb escalate gain prolong lengthen extend strengthen thicken intensify exceed "
        "surpass multiply outnumber enlarge widen deepen",
    ),
    **_verbs(1, _VALUE, "cause induce provoke trigger/triggered/triggering precipitate promote", _WEAK),
    **_verbs(
        1,
        _GOOD,
        "improve ameliorate enhance benefit/benefited/benefiting outperform outdo/outdid/outdoing protect favour favor "
        "help",
    ),
    **_verbs(-1, _GOOD, "worsen deteriorate aggravate exacerbate impair compromise underperform harm"),
    **_verbs(1, _TIMING, "delay postpone slow retard"),
    **_verbs(-1, _TIMING, "hasten accelerate expedite sped quicken"),
    **_verbs(1, _TIE, "differ change vary alter affect influence impact modify"),
    **_verbs(1, _TIE, "associate relate link correlate predict/predicted/predicting", _WEAK),
    **_words(-1, _VALUE, _ADJECTIVE, "fewer less smaller weaker rarer thinner lighter milder shorter "
             "narrower lesser cheaper shallower"),
    **_words(1, _VALUE, _ADJECTIVE, "higher more greater larger bigger stronger commoner thicker heavier "
             "severer longer deeper wider costlier excess twice steeper"),
    **_words(-1, _VALUE, _WEAK, "lowest fewest smallest shortest weakest rarest"),
    **_words(1, _VALUE, _WEAK, "highest greatest largest longest strongest commonest"),
    **_words(1, _GOOD, _WEAK, "best"),
    **_words(-1, _GOOD, _WEAK, "worst poorest"),
    **_words(1, _GOOD, _ADJECTIVE, "better superior safer healthier preferable"),
    **_words(-1, _GOOD, _ADJECTIVE, "worse inferior poorer"),
    **_words(-1, _TIMING, _ADJECTIVE, "faster quicker sooner earlier speedier"),
    **_words(1, _TIMING, _ADJECTIVE, "slower later"),
    **_words(-1, _VALUE, _NOUN, "reduction reductions decrement shortening attenuation prevention lowering halving"),
    **_words(1, _VALUE, _NOUN, "increment elevation prolongation doubling tripling surplus lengthening rises"),
    **_words(1, _GOOD, _NOUN, "improvement improvements benefits advantage superiority amelioration"),
    **_words(-1, _GOOD, _NOUN, "deterioration detriment disadvantage inferiority worsening"),
    **_words(1, _TIE, _ADJECTIVE, "different differently"),
    **_words(1, _TIE, _NOUN, "difference differences effect effects impact influence changes gap"),
    **_words(1, _TIE, _WEAK, "association associations relation relationship correlation link significance"),
    **_words(0, _TIE, _ADJECTIVE, "similar similarly comparable comparably equivalent same equal equally identical "
             "alike balanced indistinguishable noninferior noninferiority equivalence interchangeable"),
    **_words(0, _TIE, _VERB, "unchanged unaffected unaltered stable constant unrelated unassociated uncorrelated "
             "uninfluenced unimproved"),
    **_words(1, _GOOD, _WEAK, "effective efficacious beneficial useful helpful protective dominant"),
    **_words(-1, _GOOD, _WEAK, "ineffective harmful detrimental deleterious futile useless unhelpful unsafe"),
    **_words(1, _LEVEL, _WEAK, "common frequent high often commonplace frequently commonly"),
    **_words(-1, _LEVEL, _WEAK, "rare uncommon infrequent low rarely seldom infrequently uncommonly"),
}  # fmt: skip
"""Word, folded -> what it tells."""
# A plural is an event (`falls in nursing homes`), and a fall may be one; only a verb or `a fall in` tells a direction.
for _event in ("falls", "drops", "cuts", "limits", "speeds", "benefits", "harms", "gains", "links", "losses"):
    CUES.pop(_event, None)

DEGREES = {"more": 1, "most": 1, "less": -1, "least": -1, "greater": 1, "smaller": -1, "larger": 1, "fewer": -1}
"""Words that grade what follows or precedes them: `a greater reduction`, `reduced more`, `less effective`."""

BENEFIT_ADJECTIVES = word_set(
    "effective efficacious beneficial favourable favorable useful helpful successful accurate advantageous"
)
"""`more effective` is better, not more of something."""
