"""Author names as people write them, read into CSL-JSON names (CSL 1.0.2, "Names").

How a string is read, first rule that fits:

1. `{...}` around the whole, an organisation word, a joining word (of, for, and), a leading "The", a known acronym, a
   bare number or a closing bracket: a group, kept `literal`. So is a single word, which nothing divides.
2. One comma: "Family, Given". A comma decides for a person: "Group, Anna" is one, "Study Group, Anna" is not.
3. Last word of 1-3 capitals, or 4 without a vowel ("Smith JA", "Buzatti KCLR"): PubMed order, the capitals initials.
4. Otherwise "Given Family"; the family starts at a lower-case particle, else it is the last word.

Initials get dots and spaces ("JA", "J.A." give "J. A."), so that any style can shorten them. After a comma a run of
capitals of four letters or more ("ANNA") is a word; so are three with a vowel when the family is in capitals too
("SMITH, ANN"). Lower-case particles before the family become `non-dropping-particle`, those after the given name
("Perrot, Marc de") `dropping-particle`; capitalised ("De Boer") and elided ones ("d'Angelo", "al-Masri") stay in the
family. Degrees, titles and roles have no place in CSL: they are left out, and `parse_names` says so in a note.
"""

from __future__ import annotations

from bmreport.names.display import display_name, initials_of
from bmreport.names.parsing import parse_name, parse_names
from bmreport.names.types import CslName, NameList

__all__ = ["CslName", "NameList", "display_name", "initials_of", "parse_name", "parse_names"]
