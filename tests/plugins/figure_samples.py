"""Made-up data for figures; no sample names a real study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import RunContext, SourceLocator
from bmreport_plugins.sources.studies import StudiesOptions, StudiesSource
from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings, group_studies, pool_group

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport import Study

TRIALS = """\
study,year,outcome,comparison,design,subgroup,events1,n1,events2,n2,funding,mod.dose,rob2.D1,rob2.D2,rob2.D3,rob2.D4,rob2.D5
Alpha 1991,1991,Death,Placebrol versus placebo,RCT,adults,12,240,21,236,public,10,low,low,low,low,low
Beta 1994,1994,Death,Placebrol versus placebo,RCT,adults,30,511,38,504,industry,20,low,some concerns,low,low,low
Gamma & Sons 1999,1999,Death,Placebrol versus placebo,RCT,children,4,90,9,88,public,20,some concerns,low,high,low,low
Delta 2003,2003,Death,Placebrol versus placebo,RCT,children,22,150,20,149,public,10,low,low,low,low,low
Epsilon 2010,2010,Death,Placebrol versus placebo,RCT,adults,55,901,80,899,industry,40,low,low,low,some concerns,low
Zeta 2014,2014,Death,Placebrol versus placebo,RCT,adults,0,31,0,30,public,40,low,low,low,low,low
"""
"""Six trials of one outcome, the last of them without events."""

COUNTS = """\
stream,box,label,count
databases,database,MEDLINE,500
databases,database,Embase,300
databases,register,,20
databases,removed,Duplicate records removed,100
databases,screened,,720
databases,screened out,,680
databases,sought,,40
databases,sought out,,2
databases,assessed,,38
databases,assessed out,Wrong design,20
databases,assessed out,Wrong outcome,5
,studies,,11
,reports,,13
"""


def studies(text: str = TRIALS) -> list[Study]:
    """The rows of a table."""
    locator = SourceLocator("studies.csv", content=text.encode())
    harvest = StudiesSource().read(locator, RunContext(), StudiesOptions.model_validate({}))
    assert not [one for report in harvest.reports for one in report.rejected]
    return harvest.studies


def outcome(text: str = TRIALS, settings: PoolingSettings | None = None) -> PooledOutcome:
    """The only outcome of a table, pooled."""
    (group,) = group_studies(studies(text))
    return pool_group(group, settings)


def many(number: int, *, long_names: bool = False) -> str:
    """A table of so many studies with figures that differ."""
    rows = ["study,outcome,events1,n1,events2,n2"]
    for place in range(number):
        total = 60 + 37 * place % 700
        name = f"Study {place}"
        if long_names:
            name += " of a working party whose name is longer than any column could ever be made to hold"
        rows.append(f"{name},Death,{3 + place % 17},{total},{5 + 7 * place % 19},{total}")
    return "\n".join(rows)


def saved(folder: Path, text: str, name: str = "studies.csv") -> str:
    """A file with this text; its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)
