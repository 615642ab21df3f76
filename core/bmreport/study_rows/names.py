"""What columns of study data are called: by reviewers, in RevMan's exports, and in the R packages metafor and meta.

Names are compared without case, blanks and punctuation. A name of an arm's figure is made of two words in any order,
the quantity and the group (`events.trt`, `Experimental N`, `sd2`); all other names are known as wholes.
"""

from __future__ import annotations

import re
from typing import Final

from bmreport.lexical import fold

__all__ = ["AUTHOR_NAMES", "ESTIMATES", "METAFOR", "STUDY_NAMES", "WHOLE", "arm_of", "joined", "level_in", "words_of"]


def _table(text: str) -> dict[str, str]:
    """Name -> field, from lines `field: names`."""
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {name: field.strip() for field, _colon, names in lines for name in names.split()}


WHOLE: Final = _table(
    """
    outcome: outcome outcomename endpoint analysisname
    comparison: comparison comparisonname contrast
    design: design studydesign studytype
    subgroup: subgroup subgroupname stratum
    year: year studyyear yearofpublication publicationyear pubyear
    key: key citationkey citekey bibkey citationid citation referenceid referencekey refid documentid docid
    doi: doi
    pmid: pmid pubmed pubmedid
    pmcid: pmcid pmc
    registration: registration registrationnumber registrationno registry registryid trialregistration
    registration: trialregistrationnumber nct nctid nctnumber nctno isrctn
    funding: funding fundingsource sourceoffunding fundedby funder sponsor
    notes: notes note comments comment remarks remark footnotes
    retracted: retracted
    assessor: assessor assessedby robassessor
    follow_up: followup followuptime timepoint timeofmeasurement lengthoffollowup
    participants: n ni total totaln ntotal samplesize participants totalparticipants numberofparticipants nanalysed
    measure: measure effectmeasure sm estimatemeasure
    level: level cilevel confidencelevel conflevel estimatelevel
    value: estimate effect effectestimate effectsize pointestimate es value estimatevalue
    scaled: yi te givmean
    low: low lower lowerci cilower lowerbound lowerlimit lowerconfidencelimit ll lcl lci cilow cistart lb cilb
    low: estimatelow lowerlimitci
    high: high upper upperci ciupper upperbound upperlimit upperconfidencelimit ul ucl uci cihigh ciend ub ciub
    high: estimatehigh upperlimitci
    interval: ci confidenceinterval estimateinterval
    se: se sei standarderror stderr sete givse estimatese seestimate selog selnes
    variance: vi variance var samplingvariance
    bias: bias
    unused: referenceid origin weight weights
    """
)
"""Comparable name -> field."""

STUDY_NAMES: Final = (
    "study", "studyname", "studylabel", "slab", "studlab", "studyid", "acronym", "trialacronym", "trialname", "trial",
    "trialid", "id",
)  # fmt: skip
"""Names of the column that names the study; the first of these that a table has wins."""

AUTHOR_NAMES: Final = ("firstauthor", "author", "authors", "source")
"""Names of the column that stands in for a study's name; the first of these wins."""

ESTIMATES: Final = _table(
    """
    RR: rr riskratio relativerisk
    OR: or oddsratio
    PETO: peto petoor petooddsratio
    HR: hr hazardratio
    IRR: irr rateratio incidencerateratio
    ROM: rom ratioofmeans
    RD: rd riskdifference ard absoluteriskdifference
    IRD: ird ratedifference
    MD: md meandifference wmd weightedmeandifference
    SMD: smd standardisedmeandifference standardizedmeandifference hedgesg hedges
    COR: cor ri correlation
    GEN: gen
    """
)
"""Comparable name -> measure of effect."""

METAFOR: Final = {
    "ai": ("intervention", "events"), "bi": ("intervention", "nonevents"), "n1i": ("intervention", "total"),
    "ci": ("control", "events"), "di": ("control", "nonevents"), "n2i": ("control", "total"),
    "tpos": ("intervention", "events"), "tneg": ("intervention", "nonevents"),
    "cpos": ("control", "events"), "cneg": ("control", "nonevents"),
    "x1i": ("intervention", "events"), "t1i": ("intervention", "person_time"),
    "x2i": ("control", "events"), "t2i": ("control", "person_time"),
    "m1i": ("intervention", "mean"), "sd1i": ("intervention", "sd"),
    "m2i": ("control", "mean"), "sd2i": ("control", "sd"),
    "xi": ("single", "events"), "mi": ("single", "mean"), "sdi": ("single", "sd"), "ti": ("single", "person_time"),
}  # fmt: skip
"""metafor's names of the figures of arms, as `escalc` takes them."""

GROUPS: Final = _table(
    """
    intervention: e t i 1 trt treat treated treatment tx int intervention exp experimental exposed active
    control: c 2 ctrl ctl con cont control controls comparator comparison unexposed nonexposed placebo pbo
    """
)
"""Word -> group."""

QUANTITIES: Final = _table(
    """
    events: events event ev cases responders
    nonevents: nonevents nonevent
    total: n total totals participants size randomised randomized analysed analyzed
    mean: mean means m avg average
    sd: sd sds std stdev stddev standarddeviation
    se: se sem stderr standarderror
    person_time: persontime personyears patientyears personmonths persondays py pyrs time
    label: label name
    """
)
"""Word -> figure of an arm."""

# Words that mean an arm's name, or a figure of the only arm, when they stand alone.
_LABELS = frozenset(("intervention", "treatment", "experimental", "exposed", "control", "controls", "comparator"))
_ALONE = frozenset(("events", "event", "cases", "nonevents", "nonevent", "mean", "sd", "persontime"))
_FILLERS = frozenset(("of", "in", "for", "the", "with", "number", "num", "arm", "group", "grp", "patients", "people"))
_SAMPLE = frozenset(("sample",))
_PHRASES = (
    ("std dev", "sd"), ("standard deviation", "sd"), ("standard error", "se"), ("std err", "se"),
    ("person years", "persontime"), ("person time", "persontime"), ("patient years", "persontime"),
    ("person months", "persontime"), ("person days", "persontime"), ("non events", "nonevents"),
    ("non event", "nonevents"), ("no of", "number of"), ("non exposed", "unexposed"),
)  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[a-z]+|[0-9]+")
_GLUED = re.compile(
    r"(?P<quantity>events?|ev|n|mean|sd|se|total)(?P<group>e|t|c|trt|treat|ctrl|ctl|exp|int|con|tx|pbo|control)"
)
_LEVELS = {"90": 0.9, "95": 0.95, "99": 0.99}


def words_of(name: str) -> list[str]:
    """The words of a column's name: lower case, cut at punctuation, digits and `camelCase`."""
    return _WORD.findall(fold(_CAMEL.sub(" ", name)))


def joined(name: str) -> str:
    """A column's name made comparable."""
    return "".join(words_of(name))


def level_in(name: str) -> tuple[str, float | None]:
    """The comparable name without the level of an interval in it, and that level: `95% CI lower` -> `cilower`, 0.95."""
    words = words_of(name)
    found = [word for word in words if word in _LEVELS]
    if len(found) != 1:
        return "".join(words), None
    return "".join(word for word in words if word not in _LEVELS), _LEVELS[found[0]]


def arm_of(name: str) -> tuple[str, str] | None:
    """Group (`intervention`, `control`, `single`) and figure of an arm, or None when the name says something else."""
    text = " ".join(words_of(name))
    for phrase, short in _PHRASES:
        text = text.replace(phrase, short)
    words = [word for word in text.split() if word not in _FILLERS]
    if len(words) == 1 and (glued := _GLUED.fullmatch(words[0])):
        words = [glued["quantity"], glued["group"]]
    quantities, groups = _sorted_words(words)
    if quantities is None or len(groups) > 1:
        return None
    quantity = _one_quantity(quantities)
    if groups and not quantities:
        return (groups.pop(), "label") if words[0] in _LABELS else None
    if not groups:
        return ("single", quantity) if len(words) == 1 and words[0] in _ALONE else None
    return (groups.pop(), quantity) if quantity else None


def _sorted_words(words: list[str]) -> tuple[set[str] | None, set[str]]:
    """Quantities and groups among the words; None when a word is neither."""
    quantities, groups = set(), set()
    for word in words:
        if word in QUANTITIES:
            quantities.add(QUANTITIES[word])
        elif word in GROUPS:
            groups.add(GROUPS[word])
        elif word not in _SAMPLE:
            return None, groups
    return quantities, groups


def _one_quantity(quantities: set[str]) -> str:
    """`total number of events` counts events; other pairs of quantities mean nothing here."""
    if quantities == {"events", "total"}:
        return "events"
    return next(iter(quantities)) if len(quantities) == 1 else ""
