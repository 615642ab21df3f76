"""What a sentence does, told by its label and its words.

A result, an aim or method, a conclusion, a limit; and whether it can stand alone. The cues are English: a sentence of
another language has none of these traits and counts as a plain one.
"""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_plugins.synthesizers.cues import cues, without_brackets

__all__ = ["Traits", "traits_of"]

_PREAMBLE_LABELS = cues(
    r"aims?\b.*|background\b.*|context|data (?:collection|extraction|sources?)|design.*|evidence acquisition",
    r"exposures?|funding|importance|interventions?|introduction|main outcome.*|materials? and methods|measurements?",
    r"methodology|methods?|methods? and analysis|objectives?|participants|patients|patients and methods|purpose",
    r".*\b(?:criteria|eligibility|registration)|rationale|research design and methods|search methods|settings?",
    r"study (?:design|selection)|subjects",
)
_CONCLUSION_LABELS = cues(r"(?:authors'? )?conclusions?.*", r"interpretation", r"recommendations?")

_STUDY = (
    r"(?:study|trial|review|meta-?analysis|analysis|cohort|report|paper|article|guideline|survey|experiment|series)"
)
_WHO = rf"\b(?:we|this (?:\w+[ -]){{0,3}}{_STUDY})"
_LATER = (
    r"\b(?:further|more|future|larger|additional) (?:\w+ ){0,2}(?:research|stud(?:y|ies)|trials?|investigations?)\b"
)
_PEOPLE = r"(?:patients|participants|people|women|men|adults|those|individuals|children|subjects)"

_AIM = cues(
    r"^to (?:assess|evaluate|determine|investigate|examine|compare|test|study|identify|explore|describe|review)\b",
    r"\b(?:aim|objective|purpose|goal)s?\b.{0,40}\b(?:was|were|is|are|of)\b",
    r"\baim(?:s|ed) (?:to|at)\b",
    r"\bsought to\b",
    rf"{_WHO} (?:will|hypothesi[sz]ed?|evaluate[sd]?|examine[sd]?|investigate[sd]?|describe[sd]?|explore[sd]?)\b",
    rf"{_WHO} (?:summari[sz]e[sd]?|discuss(?:e[sd])?|address(?:e[sd])?|assess(?:e[sd])?|reviewe?[sd]?|compare[sd]?)\b",
    r"\bwe (?:searched|included|conducted|performed|analy[sz]ed|randomly|recruited|enrolled|used|studied|measured)\b",
    r"\bwe (?:extracted|undertook|designed|present|report|propose|collected|systematically)\b",
)
_METHOD = cues(
    r"\b(?:were|was) (?:randomi[sz]ed|randomly|enrolled|recruited|searched|assigned|registered|collected)\b",
    r"\b(?:were|was) (?:extracted|retrieved)\b",
    r"\b(?:were|was) (?:measured|recorded|assessed|calculated|performed|obtained|analy[sz]ed|used|conducted)\b",
    r"\b(?:primary|secondary|main) (?:outcome|end ?point|measure)s?\b.{0,30}\b(?:was|were|is|are|included)\b",
    r"\b(?:was|were) the (?:primary|secondary|main) (?:outcome|end ?point|measure)",
    r"\b(?:MEDLINE|EMBASE|PubMed|CENTRAL|Cochrane Library)\b.{0,80}\bsearch",
    r"\bsearch(?:ed|es)?\b.{0,80}\b(?:MEDLINE|PubMed)",
)
_FRONT_MATTER = cues(
    r"\bClinicalTrials\.gov\b|\bNCT\d{6,}|\bISRCTN\d+|\bPROSPERO\b|\bregistration number\b",
    r"\bfunded by\b|©|\bcopyright\b|\ball rights reserved\b",
    r"\bconflicts? of interest\b|\bcompeting interests?\b|\bsupplementa\w+ (?:data|material)",
)
_FIGURE = cues(
    r"\b(?:hazard|odds|risk|rate|prevalence) ratio|\brelative risk|\b(?:confidence|credible) interval|\bCI\b",
    r"\bp\s*[<=>≤]\s*0?\.",
    r"\d\s?%|\b\d+(?:\.\d+)? (?:versus|vs\.?|of|per) \d",
)
_RESULT = cues(
    r"\b(?:reduc|lower|decreas|fewer|declin|increas|rais|rose|fell|higher|greater|improv|worse|prevent|associat|differ)",
    r"\b(?:benefit|superior|inferior|efficac|effective|significan|correlat|predict|protect|eliminat|achiev|respon[ds])",
    r"\bno (?:effect|evidence|change|association|reduction|increase)\b|\bsimilar\b|\bas (?:effective|safe)\b",
    r"\b(?:more|less) (?:often|frequent|common|likely)|\b(?:occurred|found|showed|shown)\b",
)
_CONCLUSION = cues(
    r"^(?:in (?:conclusion|summary)|overall|taken together|to conclude)\b",
    r"\bwe (?:therefore )?conclude\b",
    r"\bconclud(?:ed|es) (?:with|that|in)\b",
)
_LIMIT = cues(
    r"\blimitations?\b|\blimited (?:evidence|data|number|quality)|\blimits (?:its|the|what|our|their)\b",
    rf"\b(?:results?|findings?|evidence|data|recommendations?|samples?|{_STUDY})\b.{{0,80}}\blimited (?:by|to|because)",
    r"\buncertain|\bimprecis|\binconclusive\b|\b(?:is|are|remains?) (?:un|less |not |poorly |largely )(?:clear|known)",
    r"\bheterogeneity (?:between|among|across|of|in) (?:the )?(?:trials|studies|results|effects|estimates)",
    r"\binsufficient (?:evidence|data)|\b(?:very )?low[- ](?:certainty|quality)\b|\bunderpowered\b|\bwide confidence",
    r"\b(?:risk of|selection|publication|recall|potential) bias|\b(?:residual|unmeasured|possible|potential) confound",
    r"\bsmall (?:sample|number|trial|study|studies)|\b(?:was|were|is) (?:too )?small\b|\bshort follow",
    r"\bopen[- ](?:label|design)\b|\b(?:stopped|terminated) early\b|\bearly termination\b",
    rf"{_LATER}.{{0,60}}\b(?:need|requir|warrant|necessary|should)|\bneeds? (?:confirmation|to be)",
    r"\bcautio|\binterpret(?:ed|ation)? with|\bcannot be (?:carried|general|exclu|infer)|\bgenerali[sz]ab",
    r"\bnot (?:be )?generali[sz]|\bpost[- ]hoc\b|\bhypothesis[- ]generating|\bsays little\b|\bleaves? room\b",
    r"\bmay (?:exaggerate|overestimate|underestimate)",
)
_SUBGROUP = cues(
    rf"\bsub-?group|\bconfined to\b|\bonly (?:in|among) {_PEOPLE}\b",
    rf"^among (?:the |all )?{_PEOPLE} (?:aged|with|without|who|older|younger|over|under|at)\b",
)
# These look as if they pointed back, but are understood with the cite beside them, or point nowhere.
_ALONE = cues(
    rf"^(?:this|the present|the current|in this|in the present) (?:\w+[ -]){{0,3}}{_STUDY}\b",
    r"^it (?:is|was|has been|remains|seems|appears) (?:\w+ )?(?:un|not|recommended|known|likely|possible|estimated)",
    r"^it (?:is|was|has been|remains|seems|appears) (?:\w+ )?(?:important|concluded|shown|suggested|established)",
    r"^both (?!groups?\b|arms?\b|of\b|treatments?\b|drugs?\b|studies\b|trials?\b|were\b|had\b)",
    r"^such as\b",
)
_POINTS_BACK = cues(
    r"however|moreover|furthermore|in addition|additionally|besides|therefore|thus|hence|consequently|accordingly",
    r"nevertheless|nonetheless|conversely|in contrast|by contrast|on the (?:other hand|contrary)|similarly|likewise",
    r"instead|also|but|and|or|so|yet|then|finally|second(?:ly)?|third(?:ly)?|as a result|for (?:example|instance)",
    r"in particular|specifically|indeed|they|it|he|she|their|its|his|her|them|these|those|such|that|this|both|neither",
    r"here|thereby|the (?:latter|former|same|other|others|remaining|corresponding|aforementioned)|meanwhile|after that",
    r"to \w+ (?:this|these|those|such)",
    r"(?:of|among|in|with|for|to|by|under|from) (?:these|those|this|that|them|both|such)",
    whole_word_at_start=True,
)


@dataclass(frozen=True)
class Traits:
    """What the words and the label of a sentence say about it."""

    preamble: bool
    """An aim, a method or front matter."""
    result: bool
    figure: bool
    """A result with a number that weighs it: a ratio, an interval, a p value, a percentage."""
    conclusion: bool
    limit: bool
    """Speaks of limits or uncertainty."""
    subgroup: bool
    """Speaks of a part of the people studied only."""
    needs_neighbour: bool
    """Points back at what was said before (`However, they …`, `This effect …`), or starts amid a sentence."""
    question: bool

    @property
    def caution(self) -> bool:
        """Whether it belongs to the limits of the evidence rather than to its findings."""
        return self.limit or self.subgroup


def traits_of(text: str, label: str = "") -> Traits:
    """The traits of a sentence; `label` is that of a structured abstract, in capitals."""
    bare = without_brackets(text)
    figure = _FIGURE.search(text) is not None
    preamble = (
        _PREAMBLE_LABELS.fullmatch(label) is not None
        or _AIM.search(bare) is not None
        or _FRONT_MATTER.search(text) is not None
        or (not figure and _METHOD.search(bare) is not None)
    )
    return Traits(
        preamble=preamble,
        result=not preamble and (figure or _RESULT.search(bare) is not None),
        figure=figure and not preamble,
        conclusion=not preamble and (bool(_CONCLUSION_LABELS.fullmatch(label)) or bool(_CONCLUSION.search(bare))),
        limit=not preamble and (label.startswith("LIMITATION") or _LIMIT.search(text) is not None),
        subgroup=not preamble and _SUBGROUP.search(bare) is not None,
        needs_neighbour=_is_fragment(text) or (_POINTS_BACK.search(text) is not None and _ALONE.search(text) is None),
        question=text.rstrip("\"'”’)] ").endswith(("?", "？", "؟")),
    )


def _is_fragment(text: str) -> bool:
    first = text.lstrip("\"'“‘«([")[:20].split(" ")[0]
    return first[:1].islower() and not any(sign.isupper() or sign.isdigit() for sign in first)
