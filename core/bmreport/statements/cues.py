"""Signs of direction among the words of a sentence, with those left out that only look like one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.change_words import BENEFIT_ADJECTIVES, CUES, DEGREES, Cue, Part, Scale
from bmreport.statements.outcomes import SUBJECTS, is_content
from bmreport.statements.words import NUMBER, PUNCT, WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["BE", "FoundCue", "find_cues"]


class FoundCue(NamedTuple):
    """A sign of direction, `words[first:last]`."""

    first: int
    last: int
    cue: Cue


BE = frozenset("is are was were be been being".split())
_AUXILIARY = frozenset(
    "to not did does do may might can could will would should cannot must didn't doesn't don't couldn't can't".split()
)
_DETERMINERS = frozenset(
    "a an the no any some this that its their further marked modest small large clinically relative absolute mean median "
    "overall net significant substantial greater smaller additional slight clear similar of little".split()
)
_FREQUENCY = frozenset(
    "frequent frequently often common commonly likely unlikely probable prevalent pronounced marked severe intense".split()
)
_SPEEDS = {"slowly": 1, "gradually": 1, "quickly": -1, "rapidly": -1, "swiftly": -1, "promptly": -1}
# Words that are a noun or a verb by their neighbours, and as a noun tell a direction only in `a fall in`.
_NOUN_OR_VERB = frozenset(
    "increase decrease decline drop rise fall gain change benefit cut slow double delay harm help limit ease lower affect "
    "influence impact triple promote cause link".split()
)
_NOT_AS_NOUN = frozenset("gain harm cause help link affect".split())
_BOUNDS = frozenset("than or".split())

# Pairs of words in which a sign of direction is part of a name or a phrase of another meaning.
_DESIGN = "trial trials study studies design designs protocol protocols placebo capsules tablets methods criteria cohorts".split()
_INTO = "asleep between into within below above short outside under on off over".split()
_NAMES_AFTER = {
    "lower": "limb limbs back leg legs respiratory urinary gastrointestinal oesophageal esophageal abdominal bowel tract "
             "uterine extremity extremities dose doses quartile tertile quintile secondary jaw lip lobe limit".split(),
    "higher": "dose doses education quartile tertile quintile order limit".split(),
    "raised": "concern concerns questions question doubts awareness".split(),
    "raise": "concern concerns questions question doubts awareness".split(),
    "reduced": "dose doses ejection".split(),
    "limited": "evidence data number numbers by to in the".split(),
    "lost": "to".split(), "ease": ["of"],
    "less": "invasive intensive restrictive advanced recent developed deprived experienced stringent".split(),
    "more": "invasive intensive restrictive advanced recent developed deprived experienced stringent research studies trials data evidence work information about".split(),
    "larger": "trials studies trial study samples sample controlled randomised randomized cohorts".split(),
    "smaller": "trials studies trial study samples sample".split(),
    "longer": "follow term trials studies".split(),
    "better": "understanding evidence data designed known".split(),
    "later": "trial trials study studies life stage life".split(),
    "earlier": "trial trials study studies work reports report research evidence".split(),
    "same": "time day patients participants way direction year age period dose criteria method hospital centre center cohort "
            "study trial people group week month setting".split(),
    "equal": "numbers number".split(), "identical": _DESIGN, "equivalent": _DESIGN, "comparable": _DESIGN,
    "similar": _DESIGN,
    "stable": "angina coronary disease copd patients".split(),
    "effect": "size sizes modification estimate estimates".split(),
    "effects": "model models".split(), "difference": "attributable explained due".split(),
    "effective": "dose doses".split(),
    "high": "dose doses risk fat certainty quality income flow school resolution volume dependency".split(),
    "low": "dose doses risk back birth certainty quality income density grade molecular fat number numbers intake".split(),
    "common": "cold bile sense".split(),
    "twice": "daily a per weekly each week".split(),
    "excess": "weight body fluid".split(),
    "fall": _INTO, "fell": _INTO, "falling": _INTO, "fallen": _INTO,
    "impact": ["factor"], "enhanced": ["recovery"],
    "related": ["quality"],
    "relation": ["to"],
    "cut": ["off"],
    "dropped": ["out"], "drop": ["out"],
}  # fmt: skip
_NAMES_BEFORE = {
    "effect": "side adverse random fixed ceiling".split(),
    "effects": "side adverse random fixed undesirable".split(),
    "effective": "cost".split(),
    "more": "once or".split(),
    "higher": ["or"], "greater": ["or"], "lower": ["or"], "less": ["or"], "longer": ["or"], "fewer": ["or"],
    "above": ["or"], "rise": ["st"], "least": ["at"], "later": "years months weeks days hours minutes".split(),
    "earlier": "years months weeks days".split(),
    "common": ["in"], "equivalent": ["spherical"],
}  # fmt: skip


_UP, _DOWN = Cue(1, Scale.VALUE, Part.VERB), Cue(-1, Scale.VALUE, Part.VERB)
_TWO_WORDS = {
    ("expense", "of"): Cue(-1, Scale.GOOD, Part.NOUN), ("cost", "of"): Cue(-1, Scale.GOOD, Part.NOUN),
    ("went", "up"): _UP, ("gone", "up"): _UP, ("going", "up"): _UP, ("go", "up"): _UP, ("pushed", "up"): _UP,
    ("went", "down"): _DOWN, ("gone", "down"): _DOWN, ("going", "down"): _DOWN, ("go", "down"): _DOWN,
    ("brought", "down"): _DOWN, ("bring", "down"): _DOWN, ("came", "down"): _DOWN, ("come", "down"): _DOWN,
    ("took", "away"): _DOWN, ("take", "away"): _DOWN, ("taken", "away"): _DOWN, ("sped", "up"):
    Cue(-1, Scale.TIMING, Part.VERB), ("got", "better"): Cue(1, Scale.GOOD, Part.VERB),
    ("got", "worse"): Cue(-1, Scale.GOOD, Part.VERB), ("get", "worse"): Cue(-1, Scale.GOOD, Part.VERB),
    ("less", "well"): Cue(-1, Scale.GOOD, Part.ADJECTIVE), ("more", "poorly"): Cue(-1, Scale.GOOD, Part.ADJECTIVE),
    ("took", "longer"): Cue(1, Scale.TIMING, Part.VERB), ("take", "longer"): Cue(1, Scale.TIMING, Part.VERB),
    ("get", "better"): Cue(1, Scale.GOOD, Part.VERB), ("getting", "worse"): Cue(-1, Scale.GOOD, Part.VERB),
}  # fmt: skip


def find_cues(words: Sequence[Word]) -> list[FoundCue]:
    """The signs of direction in order; `less frequent`, `equally common` and `as safe as` are one each."""
    found: list[FoundCue] = []
    at = 0
    while at < len(words):
        one = _cue_at(words, at) if words[at].kind == WORD else None
        if one is not None:
            found.append(one)
            at = one.last
        else:
            at += 1
    return found


def _cue_at(words: Sequence[Word], at: int) -> FoundCue | None:
    text = words[at].text
    following, before = _text(words, at + 1), _text(words, at - 1)
    pair = _TWO_WORDS.get((text, following))
    if pair is not None and (text not in ("cost", "expense") or (before == "the" and _text(words, at - 2) == "at")):
        return FoundCue(at, at + (1 if pair.part is Part.NOUN else 2), pair)
    if text in DEGREES and following in _FREQUENCY | BENEFIT_ADJECTIVES | {"harmful", "toxic"}:
        return _graded(words, at, following)
    if text in DEGREES and following in _SPEEDS:
        return FoundCue(at, at + 2, Cue(DEGREES[text] * _SPEEDS[following], Scale.TIMING, Part.ADJECTIVE))
    if text == "different" and not {before, _text(words, at - 2)} & (BE | {"significantly", "not", "no"}):
        return None
    if text == "as" and (same := _as_as(words, at)) is not None:
        return same
    if text.endswith("fold") and len(text) > 5:
        return FoundCue(at, at + 1, Cue(1, Scale.VALUE, Part.WEAK))
    if text in ("positively", "positive", "negatively", "negative", "inversely", "inverse"):
        if following[:6] in ("associ", "correl", "relati", "linked", "relate"):
            return FoundCue(at, at + 2, Cue(1 if text.startswith("pos") else -1, Scale.VALUE, Part.ADJECTIVE))
        return None
    cue = CUES.get(text)
    if cue is None or not _counts(words, at, text, following):
        return None
    if cue.scale is Scale.TIE and cue.sign == 0 and following in _FREQUENCY | BENEFIT_ADJECTIVES:
        return FoundCue(at, at + 2, cue)
    return FoundCue(at, at + 1, _with_part(words, at, text, cue))


def _graded(words: Sequence[Word], at: int, following: str) -> FoundCue:
    sign = DEGREES[words[at].text]
    if following in BENEFIT_ADJECTIVES:
        return FoundCue(at, at + 2, Cue(sign, Scale.GOOD, Part.ADJECTIVE))
    if following in ("harmful", "toxic"):
        return FoundCue(at, at + 2, Cue(-sign, Scale.GOOD, Part.ADJECTIVE))
    return FoundCue(at, at + 2, Cue(-sign if following == "unlikely" else sign, Scale.VALUE, Part.ADJECTIVE))


def _as_as(words: Sequence[Word], at: int) -> FoundCue | None:
    """`as safe as`: the same; `twice as common as`: more; `half as likely as`: less."""
    if at + 1 >= len(words) or words[at + 1].kind != WORD:
        return None
    before = _text(words, at - 1)
    adjective = words[at + 1].text
    scale = Scale.GOOD if adjective.removesuffix("ly") in BENEFIT_ADJECTIVES else Scale.VALUE
    if before in ("twice", "fold", "times") or before.endswith("fold"):
        return FoundCue(at, at + 2, Cue(1, scale, Part.ADJECTIVE))
    if before == "half":
        return FoundCue(at, at + 2, Cue(-1, scale, Part.ADJECTIVE))
    if _text(words, at + 2) == "as" and adjective not in ("well", "soon", "long", "far", "such"):
        return FoundCue(at, at + 2, Cue(0, Scale.TIE, Part.ADJECTIVE))
    return None


def _counts(words: Sequence[Word], at: int, text: str, following: str) -> bool:
    """Whether the word is a sign of direction here, and not part of a name, a bound or a modifier."""
    before = _text(words, at - 1)
    if words[at].joined or (at + 1 < len(words) and words[at + 1].joined):
        return False
    if following in _NAMES_AFTER.get(text, ()) or before in _NAMES_BEFORE.get(text, ()):
        return False
    if (
        following == "than"
        and at + 2 < len(words)
        and (words[at + 2].kind == NUMBER or _text(words, at + 2) in _HALVES)
    ):
        return False
    if text == "causes" and (before not in _AUXILIARY and (before.endswith("al") or before.endswith("ar") or before in _OF_CAUSES)):
        return False  # `death from cardiovascular causes`
    if text in _CAUSING and (
        before in BE | {"those", "who"} or not following or following in (",", "by", "in", "and", "with")
    ):
        return False
    if text == "gained" and following in ("", ",", "(", "by", "with", "at", "was", "over"):
        return False
    if text in _NOT_AS_NOUN and before not in _AUXILIARY:
        return False
    if text in _NOUN_OR_VERB - {"lower"} and not _is_noun(words, at) and not _is_verb(words, at):
        return False  # `the upper limit while …`
    if text in ("lost", "gained", "raised", "reduced") and _text(words, at - 2) == "of":
        return False  # `a quarter of weight lost`
    if text in ("equal", "equivalent") and following == "to" and _is_amount(words, at + 2):
        return False
    if text in ("stable", "constant", "balanced") and not {before, _text(words, at - 2)} & (BE | _STAYING):
        return False
    if text in ("changed", "change", "changes") and following == "from":
        return False
    if text in ("affect", "affects", "affected", "affecting"):
        if text == "affected" and not {before, _text(words, at - 2), _text(words, at - 3)} & (BE | _AUXILIARY):
            if at + 1 >= len(words) or words[at + 1].kind != WORD or not is_content(words[at + 1].stem):
                return False  # `one vertebra affected`
        numbered = at + 1 < len(words) and words[at + 1].kind == NUMBER
        return not numbered and following not in (
            "up",
            "most",
            "many",
            "all",
            "half",
            "nearly",
            "about",
        )
    if text == "longer" and before == "no" and following not in ("than", "in", "with", "after", "among", "for"):
        return False  # `no longer significant`
    if text in _FALLS and at and (words[at - 1].stem in SUBJECTS or before in ("who", "that")):
        return False  # `residents falling at least once`: an event
    if text in _SIZES and before == "the" and following in ("and", "or", "versus", "vs", "v", "than", ""):
        return False  # `with the higher and the usual dose`
    if text in _SIZES and any(word.text in _EXPOSURES for word in words[at + 1 : at + 4]):
        return before in BE
    if text in _SUPERLATIVES:
        return before in BE or _text(words, at - 2) in BE
    if text in ("poorer", "healthier", "safer"):
        return following not in _HOUSEHOLDS
    if text in ("earlier", "later"):
        return following in ("", "than", "with", "in", "on", "after", "among", ",", "and", "when")
    return True


def _is_amount(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and (
        words[at].kind == NUMBER or words[at].text in _HALVES | {"about", "roughly", "approximately"}
    )


_HALVES = frozenset("half a expected one two three four five six ten twice once usual".split())
_FALLS = frozenset("fall fell fallen falling".split())
_SIZES = frozenset("higher lower greater longer shorter larger smaller increased reduced elevated decreased".split())
_EXPOSURES = frozenset(
    "dose doses dosing dosage intake intakes exposure quartile tertile quintile education income altitude concentration "
    "concentrations volume threshold cutoff".split()
)
_SUPERLATIVES = frozenset(
    "lowest fewest smallest shortest weakest rarest highest greatest largest longest strongest commonest best worst poorest".split()
)
_HOUSEHOLDS = frozenset(
    "households people countries families areas districts neighbourhoods neighborhoods women men children communities adults "
    "settings regions patients populations".split()
)
_OF_CAUSES = frozenset("from of any all other same cardiac main leading common known possible unknown".split())
_CAUSING = frozenset("caused induced provoked triggered precipitated promoted cause induce provoke".split())
_STAYING = frozenset("remain remained remains stayed stay kept well evenly equally".split())


def _with_part(words: Sequence[Word], at: int, text: str, cue: Cue) -> Cue:
    if text == "lower" and _text(words, at - 1) not in _AUXILIARY:
        return cue._replace(part=Part.ADJECTIVE)
    if text in _NOUN_OR_VERB and _is_noun(words, at):
        return cue._replace(part=Part.NOUN)
    return cue


def _is_verb(words: Sequence[Word], at: int) -> bool:
    """Whether a word that may be a noun or a verb stands where a verb does."""
    before = _text(words, at - 1)
    return before in _AUXILIARY or before.endswith("s") or before in ("we", "they", "and", "or", "that", "which", "who", "ly")


def _is_noun(words: Sequence[Word], at: int) -> bool:
    if at == 0:
        return True
    before = words[at - 1]
    if before.kind != WORD or before.text in _AUXILIARY:
        return before.kind in (NUMBER, PUNCT)
    return before.text in _DETERMINERS or _text(words, at + 1) in ("in", "of", "for", "was", "were", "is")


def _text(words: Sequence[Word], at: int) -> str:
    return words[at].text if 0 <= at < len(words) else ""
