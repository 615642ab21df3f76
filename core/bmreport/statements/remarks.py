"""Sentences that need no source: remarks on the report itself, lead-ins, headings, and what was not found.

All functions take folded text.
"""

from __future__ import annotations

import re

from bmreport.statements.certainty import assertions, says_did, stress
from bmreport.statements.wording import is_medical, words_of

__all__ = ["is_remark", "states_finding"]

_STUDIES = (
    r"(?:stud(?:y|ies)|trials?|passages?|citations?|documents?|papers?|sources?|reviews?|evidence|results?|findings"
    r"|data"
    r"|reports?|publications?|articles?|references?|analys[ei]s|cohorts?|authors|abstracts?|literature)"
)
_FEW = r"(?:[\w-]+ ){0,3}?"
# What follows such a beginning names papers or headings, whatever these say: `This answer quotes 3 of 5 documents …`.
_ON_ITSELF = re.compile(
    r"^(?:this|the present) (?:answer|report|section|summary|synthesis|text|overview|document|chapter|table"
    r"|part)\b[^.]{0,40}?"
    r"\b(?:quotes?|draws|rests|covers?|is based|lists?|sets? out|groups?|summari[sz]es?|describes?|presents?|looks?"
    r"|deals?"
    r"|answers?|addresses|brings?|gives?|treats?|begins?|starts?|ends?|closes|is made|was made|has|contains?|includes?"
    r"|cites?)\b"
    r"|^the evidence consists of [\d,]+ (?:passages?|citations?)\b|^question \d+\.|\?$"
    r"|: questions? \d+(?:, \d+)*(?: and \d+)?\.?$"
)
_ARRANGED = re.compile(
    rf"\b(?:{_STUDIES}|themes?|topics?|outcomes?|sections?|they|these|which) (?:[\w,-]+ ){{0,8}}?"
    r"(?:is|are|was|were|will be|can be|have been|has been) (?:\w+ )?"
    r"(?:set out|group(?:ed)?|summari[sz]ed|organi[sz]ed|arranged|presented|described|discussed|listed|given|shown"
    r"|reported"
    r"|ordered|sorted|considered|taken|treated|divided|split|addressed|outlined|reviewed|covered|laid out|dealt with"
    r"|collected|compared|told|quoted)\b(?=.{0,80}\b(?:below|above|here|first|next|in turn|by|under|separately"
    r"|together|one"
    r"|in (?:this|the (?:following|next|present))|then|sections?|order|according|themes?|at the end|later|elsewhere"
    r"|at length)\b)"
    r"|\b(?:below|above|in what follows|the following|the next section|in this section|this section|we (?:first|then"
    r"|now|turn)"
    r"|turning to|as follows|set out (?:below|above|here|by)|grouped (?:below|by|here|under)"
    r"|the question (?:asked|asks|is|was|of|concerns?|here))\b|^(?:next|first),"
)
_ON_EVIDENCE = re.compile(
    rf"\b(?:(?:the|this|all|available|included|cited|retrieved) ){{0,3}}(?:{_STUDIES}|evidence base"
    rf"|body of evidence) {_FEW}"
    r"(?:comes?|came|stems?|consists?|draws?|rests?|spans?|ranges?|includes?|comprises?|(?:is|are|was|were) drawn"
    r"|falls? into|f[ea]ll under|concerns?|address(?:es|ed)?|relates?|cover(?:s|ed)?|deals?)\b"
    r"|\b(?:themes?|topics?|questions?|lines of evidence|strands) (?:emerged?|run|arise|arose|are|were|stand)\b"
)
_LOOKED = (
    r"(?:report|address|assess|measur|examin|stud|cover|includ|compar|look|mention|concern|evaluat|investigat|speak"
    r"|spoke"
    r"|deal|dealt|sa(?:id|y)|tested|test|answer)"
)
_SAYS_NOTHING = re.compile(
    rf"\b(?:no|none of the|neither of the|not one|few|little|only a few"
    rf"|hardly any) {_FEW}{_STUDIES}\b(?:[^.;]{{0,80}}?\b(?:{_LOOKED}"
    r"|(?:was|were|is|are) (?:found|available|identified)|exist|could be)|(?= (?:on|of|for|in|about)\b))"
    rf"|\b{_STUDIES} {_FEW}(?:(?:do|does|did)(?: not|n't)|sa(?:y|ys|id) nothing)\b"
    r"(?! (?:reduc|improv|lower|rais|increas|prevent|affect|differ|show|find|support))"
    rf"|\b(?:not|nothing|never) (?:\w+ )?(?:{_LOOKED}|quot|found in|available)\w*"
    r"|\bit (?:is|was|remains) (?:not known|unknown|unclear|uncertain|an open question|to be seen)\b"
    r"|\b(?:remains?|is|are|was|were) (?:unstudied|unreported|unknown|unanswered|open)\b"
    rf"|\b{_STUDIES} (?:[\w-]+ ){{0,6}}?(?:is|are|was|were|remains?|being) (?:\w+ )?"
    r"(?:limited|sparse|scarce|scant|lacking|insufficient|inconclusive|mixed|heterogeneous|few|thin|small|inconsistent"
    r"|conflicting|incomplete|patchy|indirect|missing|absent|of (?:very )?(?:low|limited|poor)"
    r"|at (?:high|unclear) risk of bias|uncertain)\b"
    r"|\b(?:further|more|larger|future|better|longer) (?:[\w-]+ )?(?:research|studies|trials|work|evidence|data) "
    r"(?:is|are|will be|would be|may be)\b|\bgaps? in\b|\black of (?:\w+ )?(?:data|evidence|trials|studies)\b"
)
_DISAGREE = re.compile(
    rf"\b(?:{_STUDIES}|they|these|two of them|sides?) (?:[\w-]+ ){{0,4}}?(?:disagree\w*|contradict\w*|conflict\w*"
    rf"|diverge\w*"
    r"|do not agree|are at odds|point in (?:different|opposite)|differ (?:on|about|in what)|are not of one mind)\b"
    r"|\b(?:disagreement|contradictions?|conflicting (?:results|findings|evidence))\b"
)
_SMALL_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|a hundred|\d+)"
_FIGURE = re.compile(
    r"\d ?%|\bper ?cent\b|\bp ?[<=>]|\b(?:hr|rr|or|md|smd|ci|aor|ahr|auc)\b[ =:(]*\d"
    r"|\b\d+(?:\.\d+)? ?(?:mg|g|kg|µg|μg|ml|mmhg|mmol|kcal|years?|months?|weeks?|days?|hours?|fold)\b"
    rf"|\b{_SMALL_NUMBER} (?:in|out of|of every) {_SMALL_NUMBER}\b"
    r"|\b(?:half|third|quarter|majority|tenth) of\b|\bfold\b|\b(?:halv|doubl|tripl)\w+"
)
_RECOMMENDS = re.compile(
    r"\b(?:should(?: not)? (?:be|not|\w+)|recommend\w*|(?:is|are) (?:advised|indicated)|must (?:be|not)"
    r"|treatment of choice"
    r"|first[- ]line|contraindicat\w+)\b"
)
_COMPARES = re.compile(
    r"\b(?:more|less|fewer|higher|lower|better|worse|greater|longer|shorter|safer|superior|inferior|non-?inferior"
    r"|as (?:\w+ )as)\b[^.;]{0,60}\bthan\b|\b(?:compared (?:with|to)|versus|relative to)\b"
    r"|\b(?:effective|efficacious|ineffective|safe|harmful|beneficial|benefit\w*|no effect|no difference|adds nothing"
    r"|risk factor|leading cause|cause of|prevalen\w+|inciden\w+|common(?:est)?|affects?)\b"
)
_HEADING_WORDS = 8


def is_remark(folded: str) -> bool:
    """Whether a sentence speaks of the report or of the evidence at hand as such, and tells no result."""
    if _ON_ITSELF.search(folded):
        return True
    if _FIGURE.search(folded) or _tells_effect(folded):
        return False
    return _is_heading(folded) or any(
        pattern.search(folded) for pattern in (_ARRANGED, _SAYS_NOTHING, _DISAGREE, _ON_EVIDENCE)
    )


def states_finding(folded: str) -> bool:
    """Whether a sentence tells a result, a fact on a disease or a drug, or a recommendation."""
    if _FIGURE.search(folded) or _tells_effect(folded) or _RECOMMENDS.search(folded):
        return True
    return _COMPARES.search(folded) is not None or any(map(is_medical, words_of(folded)))


def _tells_effect(folded: str) -> bool:
    return bool(assertions(folded)) or says_did(folded) or bool(stress(folded))


def _is_heading(folded: str) -> bool:
    """A few words without a full stop, or a lead-in that ends in a colon."""
    bare = folded.strip()
    return bare.endswith(":") or (len(bare.split()) <= _HEADING_WORDS and not bare.endswith((".", "!", "?", "。", "।")))
