"""Words for telling a sentence's end from a shortened word's full stop, all in lower case.

A word of two or more capitals is not looked up: `MS.` is multiple sclerosis, `HR.` a hazard ratio.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER_LAST = _words("""
    approx cf ca circa dr drs e.g eg eq eqs fig figs i.e ie incl mr mrs ms nr prof ref refs resp sect st suppl var viz
    vol vols vs v bzw z.b d.h
    """)
"""What follows belongs to it (`Dr. Smith`, `vs. placebo`), so no sentence ends there."""

BEFORE_NUMBER = _words("""
    no nos nr fig figs eq eqs ref refs vol vols p pp suppl tab sect ch chap app art approx ca circa jan feb mar apr jun
    jul aug sep sept oct nov dec ver ser pt pts
    """)
"""Ends no sentence when a number follows (`No. 3`); `no` alone may be the last word of a sentence."""

MAY_BE_LAST = _words("""
    etc al a.m p.m u.s u.k u.s.a e.u u.n d.c ph.d m.d b.sc m.sc inc ltd co corp jr sr spp sp ssp min max hr hrs wk wks
    mo mos yr yrs jan feb apr jun jul aug sep sept oct nov dec dept univ assoc natl intl i.v i.m s.c p.o b.i.d t.i.d
    q.d q.i.d bid tid temp avg est
    """)
"""Ends a sentence only when the next word looks like the start of one (`in the U.S. The trial …`)."""

CLASS_NOUNS = _words("""
    vitamin hepatitis group groups type types class classes grade grades arm arms cohort cohorts factor factors phase
    stage table panel figure appendix model influenza haemophilia hemophilia protein schedule part category level
    criterion drug treatment regimen strategy site centre center diet interferon immunoglobulin haemoglobin hemoglobin
    gene allele genotype haplotype serotype subtype troponin complement apolipoprotein botulinum streptococcus option
    scenario patient case trial study sequence step
    """)
"""Nouns before a single letter that is a name, no initial (`vitamin C.`, `group B.`)."""

STARTERS = _words("""
    a an the this that these those there they we it he she its their our his her in on at by for from with within
    without of to as if when while where whereas although though because since after before during until among
    between both each all most many some few several no not none neither either one two three four five six seven
    eight nine ten however moreover furthermore therefore thus hence consequently nevertheless conversely instead
    additionally overall finally first second third further also but and or so yet such other another patients
    participants adults women men children people results findings data evidence conclusion conclusions methods
    objective objectives background limitations mortality major risk rates treatment using compared despite given
    based here
    """)
"""Words that start sentences more often than they follow an initial or `et al.`"""
