"""How certain a sentence sounds.

The levels follow the wording that GRADE and Cochrane ask for (`reduces`, `probably reduces`, `may reduce`,
`uncertain`), with what medical prose adds: association is less than cause, and a plain past tense reports what one
study saw, where the present tense says what holds in general. All functions take folded text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

__all__ = [
    "Assertion",
    "assertions",
    "hedge",
    "says_did",
    "says_may",
    "shares_stress",
    "speaks_of_association",
    "stress",
]


class Assertion(NamedTuple):
    """An effect that a sentence asserts without reserve: the words that do, and in what way."""

    words: str
    general: bool
    """In the present tense: it holds for good, not for one study."""
    causal: bool
    """One thing brings about the other."""


_STRESS = re.compile(
    r"\b(?:(?P<clear>clearly|plainly|obviously|evidently|manifestly|demonstrably)"
    r"|(?P<doubt>undoubted\w*|doubtless|unquestionabl\w+|indisputabl\w+|undeniabl\w+|incontrovertibl\w+|irrefutabl\w+"
    r"|beyond (?:any |all |a |reasonable )*(?:doubt|question)|without (?:any |a )?(?:doubt|question)|no doubt"
    r"|unequivocal\w*|certainly|with certainty|(?:it|this|that) is certain|(?:is|are) certain to|definitely"
    r"|unmistakabl\w+)"
    r"|(?P<proof>establish(?:es|ed|ing) (?:that|its)|prov(?:es|ed|en|ing) (?:that|beyond|conclusively|its|the|their)"
    r"|proves?\b(?! (?:to\b|no\b|un"
    r"|non))(?= (?:that|the|how"
    r"|it|its))"
    r"|(?:is|are|was|were|been|being) (?:clearly |now |clinically |scientifically )?prove[nd]\b|proof (?:that"
    r"|of)\b(?! (?:concept|principle))"
    r"|proven\b|proves\b(?! (?:to\b|no\b|un|non)))"
    r"|(?P<final>definitive\w*|conclusive\w*|decisive\w*|convincing\w*|compelling\w*|settles?\b|settled)"
    r"|(?P<known>(?:is|are) (?:now )?(?:an? )?(?:well[- ])?established|(?:well|firmly)[- ]established"
    r"|established (?:an|the|and|treatment|therapy|improvement|cause|fact|means|benefit|remedy|that)"
    r"|ha(?:s|ve) been (?:clearly |conclusively |repeatedly )?(?:shown|demonstrated|established) (?:to|that)"
    r"|(?:is|are) known to|it is (?:well )?known that|(?:is|are) a fact)"
    r"|(?P<sure>guarantees?|guaranteed|always|invariably|inevitabl\w+|without exception|never fails?|infallibl\w+"
    r"|reliably"
    r"|(?:is|are) (?:an? )?(?:\w+ly )?reliable|(?:entirely|perfectly|completely|absolutely|totally) (?:safe"
    r"|effective|prevents?)"
    r"|(?:is|are) harmless|cures\b)"
    r"|(?P<confirm>confirm(?:s|ed|ing)(?! (?:by|in|with)\b))"
    r"|(?P<strong>strong(?:est)? evidence|robust evidence|high[- ]certainty|high[- ]quality evidence|overwhelming\w*"
    r"|dramatic\w*))"
)
# `less clearly`, `has not been shown to`, `far from settled`.
_UNSTRESSED = re.compile(r"\b(?:not|no|never|less|nor|neither|hardly|cannot|far from|yet to be)\b[^,.;]*$")
_REACH = 25
# Sentences are shorter; a text without an end may not cost more than its length.
_LOOK_BACK = 300
_LESS = r"(?:very )?(?:low|moderate|limited|insufficient|poor)"
_HEDGE = re.compile(
    r"\b(?:may(?! \d)|might|could|possibl[ey]|possibility|perhaps|probabl[ey]|conceivabl\w+|arguabl\w+|presumabl\w+"
    r"|apparent(?:ly)?|appear(?:s|ed|ing)?|seem(?:s|ed|ingly)?|suggest\w*|hint\w*|indicat(?:es?|ed|ing|ive)"
    r"|tend(?:s|ed)? to(?:ward)?|tendency|trends?|uncertain\w*|unclear|unknown|unsure|inconclusive\w*|imprecise\w*"
    r"|imprecision"
    rf"|{_LESS}[- ](?:\w+ )?(?:certainty|quality|confidence|evidence)"
    rf"|certainty (?:of (?:the )?\w+ )?(?:was |is |were )?(?:rated |judged |graded )?(?:as )?{_LESS}|(?:weak"
    rf"|little) evidence"
    r"|too (?:small|few|short|rare) to|(?:not|under)[- ]?powered|not designed to|could not be (?:confirmed|shown"
    r"|assessed)"
    r"|explorator\w+|hypothes[ei]s[- ]generating|preliminary|promising|tentative\w*|nominal\w*|potential\w*|plausibl\w+"
    r"|can(?:not|'t) (?:be |tell|say|rule|exclude)\w*|caution\w*|(?:by|to) chance"
    r"|likely(?<!more likely)(?<!less likely)"
    r"|would|needs? (?:to be )?confirm\w*|(?:in theory|theoretical)\w*|expected to|(?:thought|believed) to"
    r"|remains? to be"
    r"|(?:trials?|studies|research|evidence) (?:is|are|will be) (?:needed|required)|further (?:research|trials?"
    r"|studies)"
    r"|should be (?:confirmed|tested|read|interpreted)|no (?:clear|firm) evidence)\b"
)
_ASSOCIATION = re.compile(
    r"\b(?:associat\w+|correlat\w+|linked|link (?:between|with)|links? to|relat(?:ed|ion|ionship|es?) (?:to|with"
    r"|between)"
    r"|predict\w*|tied to|went with|goes? with|accompan\w+|markers? of|risk factors?)\b"
)
# Verbs as stem/ending of the bare form.
_VERBS = """
    reduc/e lower/ improv/e prevent/ reliev/e sav/e shorten/ lengthen/ protect/ trigger/ eas/e extend/ prolong/ boost/
    halv/e doubl/e tripl/e alleviat/e avert/ enhanc/e restor/e revers/e determin/e worsen/ caus/e eliminat/e suppress/
    abolish/ strengthen/ weaken/ lessen/ diminish/ rais/e elevat/e accelerat/e stimulat/e inhibit/ promot/e outperform/
    dampen/ minimis/e minimiz/e mitigat/e ameliorat/e heal/ resolv/e regulat/e modulat/e lead/ produc/e provok/e induc/e
    hasten/ curb/ quicken/ preserv/e avoid/ impair/ deepen/ widen/ block/ correct/ normalis/e normaliz/e treat/ beat/
    offer/ confer/ giv/e provid/e
"""
# Their third person may be a plural noun: `benefits and harms`, `an increase of`.
_NOUNS = """
    increas/e decreas/e benefit/ control/ cut/ slow/ stop/ affect/ favour/ favor/ limit/ drop/ delay/ harm/ damage/
    help/ work/ cur/e clear/ counter/ spare/ result/ chang/e
"""


def _third(verbs: str) -> str:
    bare = [verb.replace("/", "") for verb in verbs.split()]
    return "|".join(verb + ("es" if verb.endswith(("ss", "sh", "ch", "x")) else "s") for verb in bare)


def _bare(verbs: str) -> str:
    return "|".join(verb.replace("/", "") for verb in verbs.split())


_NOUN_FOLLOWS = ("not", "never", "nor", "the", "no", "of", "with", "these", "a", "an")
_NO_VERB_BEFORE = "".join(rf"(?<!\b{word} )" for word in _NOUN_FOLLOWS)
_PLURAL = r"(?:[a-z]{3}(?<!thi)(?<!doe)(?<!les)(?<!ersu)s|children|women|men|people|mice)"
_GENERAL = (
    rf"{_NO_VERB_BEFORE}\b(?:{_third(_VERBS)})\b(?! (?:from|of|were|was)\b)"
    rf"|{_NO_VERB_BEFORE}\b(?:{_third(_NOUNS)})\b(?! (?:in|from|of|were|was|and|or|by|per|are|is|to)\b)(?!\s?[.,;)]|$)"
    rf"|\b(?:results? in|works(?= (?:as|well|better|best|by|for|in)\b|[.,;]|$))"
    rf"|{_PLURAL} (?:\w+ly )?(?:{_bare(_VERBS)}|increase|decrease|slow|benefit|prevent)\b(?! (?:in|of|were|was)\b)"
    r"|\b(?:is|are|remains?) (?:an? |the |both |as )?(?:\w+ ){0,3}?(?:effective|efficacious|safe|beneficial|superior"
    r"|useful"
    r"|protective|harmful|curative|well tolerated|reliable|established|successful|first[- ]line|treatment of choice"
    r"|better"
    r"|best|cost[- ]effective|responsible|essential|dangerous|toxic|the cause)\b"
    r"|\b(?:have|has) (?:\w+ )?(?:less|fewer|more|lower|higher|better|worse)\b"
    r"|\b(?:accounts? for|makes a difference|(?:is|are) due to|has (?:an? )?(?:beneficial|protective|clear) effect"
    r"|should be (?:the )?(?:preferred|standard|first|used|offered|given|adopted)|is (?:the )?(?:preferred"
    r"|recommended))\b"
)
_CAUSAL = (
    r"\b(?:caus(?:es|ed|ing|e)\b(?! (?:mortality|deaths?|of)\b)|trigger(?:s|ed|ing)?|(?:leads?|led|leading) to"
    r"|result(?:s|ed|ing)? in|brings? about|brought about|(?:is|are|was|were) (?:due|owing|attributable) to|because of"
    r"|responsible for|accounts? for|(?:is|was|are|were) the (?:cause|reason)|prevent(?:s|ed)|protect(?:s|ed)"
    r"|determin(?:es|ed)|induc(?:es|ed)|provok(?:es|ed)"
    r"|averts?|averted|contribut(?:es|ed) to)\b"
)
_ASSERTED = re.compile(rf"(?P<general>{_GENERAL})|(?P<causal>{_CAUSAL})")
_CAUSE = re.compile(
    rf"{_CAUSAL}|\b(?:reduce|lower|raise|increase|improve|worsen|halve|double|cut|slow|prevent|protect|trigger|cause"
    rf"|avert"
    r"|induce|provoke)s?\b"
)
# Bare verbs that are no nouns, after a subject that is not right before them: `four cups a day prevent early death`.
_BARE_VERB = re.compile(
    r"\b(?:prevent|reduce|improve|relieve|shorten|lengthen|protect|prolong|alleviate|avert|enhance|restore|worsen"
    r"|eliminate"
    r"|suppress|abolish|strengthen|weaken|lessen|diminish|accelerate|inhibit|promote|mitigate|ameliorate|induce|hasten"
    r"|preserve|impair)\b"
)
_HELPER = r"\b(?:to|not|may|can|will|would|could|might|should|must|did|do|does|cannot|helps?|helped|let|makes?|please)"
_HELPED = re.compile(rf"{_HELPER} (?:\w+ly )?$|{_HELPER}\b.*(?:,|\band|\bor) (?:\w+ly )?$")
_NEGATED = re.compile(
    r"\b(?:not|no|neither|nor|without|fail(?:s|ed)? to|never|cannot|lack of|unable|whether|if)\b|n't\b"
)
_NOTHING = re.compile(r" (?:no|nothing|neither|little or no|none)\b")
_CLAUSE_END = re.compile(
    r"[;:]|,? (?:so|but|whereas|while|although|though|and (?:so|thus|therefore))\b|, (?=which|and)"
)
_MAY = re.compile(
    rf"\b(?:may|might|could|possibly)\b (?:\w+ ){{0,2}}?(?:{_bare(_VERBS)}|increase|decrease|slow|cut|help)\b"
)
_DID = re.compile(
    r"\b(?:reduced|lowered|improved|prevented|relieved|shortened|raised|increased|decreased|halved|doubled|cut|eased"
    r"|extended|prolonged|slowed|lessened|saved|protected|eliminated|led to)\b"
)


def stress(folded: str) -> str:
    """The first words that stress certainty (`clearly`, `it is proven`); empty where none do."""
    for match in _STRESS.finditer(folded):
        if not _is_unstressed(folded, match.start()):
            return match[0]
    return ""


def _is_unstressed(folded: str, at: int) -> bool:
    return _UNSTRESSED.search(folded, max(0, at - _REACH), at) is not None


def shares_stress(folded: str, source: str) -> bool:
    """Whether the source stresses something in the same way as the sentence."""
    kinds = {match.lastgroup for match in _STRESS.finditer(folded)}
    return not kinds.isdisjoint(
        match.lastgroup for match in _STRESS.finditer(source) if not _is_unstressed(source, match.start())
    )


def hedge(folded: str) -> str:
    """The first words that say less than the plain truth (`may`, `low-certainty`, `trend`); empty where none do."""
    match = _HEDGE.search(folded)
    return match[0] if match else ""


def speaks_of_association(folded: str) -> bool:
    """Whether two things are said to go together."""
    return _ASSOCIATION.search(folded) is not None


def assertions(folded: str) -> list[Assertion]:
    """The effects asserted in general or as a cause, without a negation before them or a reserve that covers them.

    A reserve covers what follows it, and what stands in its own clause.
    """
    clause_ends = list(_CLAUSE_END.finditer(folded))
    starts, ends = [0, *(one.end() for one in clause_ends)], [*(one.start() for one in clause_ends), len(folded)]
    reserve = _HEDGE.search(folded)
    reserved_from = reserve.start() if reserve else len(folded)
    found = []
    for match in sorted((*_ASSERTED.finditer(folded), *_bare_verbs(folded)), key=lambda one: one.start()):
        start = starts[bisect_right(starts, match.start()) - 1]
        end = ends[min(bisect_left(ends, match.end()), len(ends) - 1)]
        if (
            reserved_from < end
            or _NOTHING.match(folded, match.end())
            or _NEGATED.search(folded, max(start, match.start() - _LOOK_BACK), match.start())
        ):
            continue
        causal = _CAUSE.search(folded, match.start(), match.end() + len(" to")) is not None
        found.append(Assertion(match[0], match.lastgroup != "causal", causal))
    return found


def _bare_verbs(folded: str) -> list[re.Match[str]]:
    return [
        one
        for one in _BARE_VERB.finditer(folded)
        if not _HELPED.search(folded, max(0, one.start() - _LOOK_BACK), one.start())
    ]


def says_may(folded: str) -> bool:
    """Whether an effect is said to be possible: `may reduce`."""
    return _MAY.search(folded) is not None


def says_did(folded: str) -> bool:
    """Whether an effect is told as a result in the past tense: `reduced`."""
    match = _DID.search(folded)
    return match is not None and not _NEGATED.search(folded, 0, match.start())
