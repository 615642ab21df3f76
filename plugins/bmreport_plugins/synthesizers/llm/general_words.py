"""Words that a report needs to speak of itself: they name no drug, no disease, no outcome and no finding.

A sentence without sources may hold these and what stands in the question or in the passages; any other word is one that
the model brought along.
"""

from __future__ import annotations

from functools import lru_cache

from bmreport.lexical import content_stems

__all__ = ["general_stems"]

_GENERAL = """
    ability absolute accept account across address adherence adult advance adverse affect age aim alike allow
    alongside alternative amount analyse analysis answer appear apply approach appropriate area arise aspect
    assess associated attention author available average balance base basis become begin benefit better beyond
    body both broad burden care careful case category cause central certain certainty challenge change chapter
    child choice choose circumstance clear clinic clinical clinician close common community compare comparison
    complete complex concern conclude conclusion condition conduct consequence consider consistent context
    continue contrast contribute cost country cover critical current daily data debate decade decide decision
    define degree depend describe design detail determine develop difference different difficult direction
    discuss discussion disease doctor dose draw early effect effective effectiveness efficacy eight elderly
    emerge enable end ensure establish estimate evaluate event everyday evidence examine example exist expect
    experience explain explore expose extend extent face factor female field figure final find finding first
    five focus follow form four fourth frequency frequent full further future gap general give global goal good
    great group groups guidance guide guideline half harm harms heading health healthcare healthy help hence
    high identify illness impact implication importance important improve incidence include increase individual
    inform information initial instance intend interest interpret intervention introduce introduction
    investigate involve issue judge key knowledge lack large late later latter lead leading length level life
    light limit limitation line literature live long low main major make male man manage management matter mean
    measure medical medication medicine method middle million moderate modern morbidity mortality need new nine
    note number objective observe occur offer older open opinion option order organise outcome outline outweigh
    overall overview paragraph part particular partly passage past patient pattern people perform period person
    perspective physician place plan play point policy population position possible potential practical practice
    precise prefer present prevalence prevent prevention previous primary principal prior problem procedure
    process professional provide public publication publish purpose quality quantity question raise range rate
    reach read reader reason recent recommend recommendation record reduce reduction refer reflect regard region
    relate related relation relationship relative relevant reliable rely remain report represent require
    research researcher respect respectively respond result reveal review rise risk role routine safe safety
    scale scientific scope search second secondary section see seek select separate serious set setting seven
    several severe severity sex share short show side significance significant similar simple situation six size
    small society source special specialist specific stage stand standard start state status step strategy
    strength strong structure study subgroup subgroups subject substantial suggest sum summarise summary support
    survival system take target task ten term test theme therapeutic therapy thereby therefore think third three
    time together tolerability topic total treat treatment trial trigger turn two type typical uncertain
    uncertainty understand understanding use useful value variation various vary view way weigh weighed weight
    well whole wide widely widespread woman work world worldwide worth write year young
"""


@lru_cache(maxsize=1)
def general_stems() -> frozenset[str]:
    """The stems of these words."""
    return frozenset(content_stems(_GENERAL))
