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

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from typing_extensions import TypedDict

__all__ = ["CslName", "NameList", "display_name", "initials_of", "parse_name", "parse_names"]

CslName = TypedDict(
    "CslName",
    {
        "family": str,
        "given": str,
        "suffix": str,
        "dropping-particle": str,
        "non-dropping-particle": str,
        "literal": str,
    },
    total=False,
)


@dataclass(frozen=True)
class NameList:
    """The names read from one field, whether it broke off with "et al.", and remarks on what was altered or guessed."""

    names: tuple[CslName, ...] = ()
    truncated: bool = False
    notes: tuple[str, ...] = ()


_WHOLE = ("group", "braced")  # kinds of parts that are a name of their own


class _Part(NamedTuple):
    """What stands between two commas; `extras` are the suffixes and degrees that follow it."""

    kind: str  # "initials", "word", "words", "family-first" (ends in initials), "group", "braced" or "more" (et al.)
    text: str
    extras: list[str]


_Read = tuple[CslName, list[str]]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Nobody's name is longer. Longer text stays literal, which also bounds the work that rules 2-4 can cost.
_LONGEST = 500

# Words that make a name of two or more words an organisation. Words that are common surnames too (Bank, Church, Court,
# House, Press, Service, Task) are left out: a group that has only those is better written with braces.
_ORGANISATION = _words("""
    academy agency alliance association board bureau center centers centre centres clinic coalition collaboration
    collaborations collaborative collaborator collaborators college commission committee conference conservancy
    consortium cooperative corporation council department departments directorate division federation foundation fund
    group groups guideline guidelines hospital hospitals inc initiative institute institutes institution investigators
    laboratories laboratory league ltd ministry network office organisation organization panel partnership programme
    programmes program project registry researchers school secretariat section services society study studies
    subcommittee survey team trial trialists trials trust union unit university workgroup
    gesellschaft verein bundesamt bundesärztekammer zentrum ministerium kommission klinikum
    académie agence assistance autorité centre comité commission conseil fédération fondation groupe hôpital hôpitaux
    institut ministère société université laboratoire école
    academia agencia asociación centro colaboración colegio comisión comité consejo escuela federación fundación grupo
    hospital instituto investigadores ministerio organización red sociedad universidad
    associazione comitato fondazione gruppo istituto ministero ospedale società università
    associação comissão fundação ministério organização sociedade universidade
    instituut ministerie groep raad stichting universiteit vereniging werkgroep ziekenhuis universitet sykehus selskab
    университет институт министерство общество группа комитет центр академия организация
    منظمة جامعة وزارة مجموعة جمعية معهد مركز
    """)
_ORGANISATION_ENDINGS = (
    "gesellschaft", "gemeinschaft", "gruppe", "institut", "ministerium", "verband", "kommission", "stiftung",
    "universität", "klinik", "krankenhaus", "stichting", "vereniging",
)  # fmt: skip
_ORGANISATION_CJK = re.compile(
    "大学|大學|学院|學院|学会|學會|协会|協会|協會|委员会|委員会|委員會|研究|医院|醫院|病院|中心|機構|机构|集团|集團|小组|"
    "グループ|センター|연구|학회|협회|위원회|대학|병원|센터"
)
_JOINING = _words("of for and & on the with to und für et pour para per voor och og")
_ACRONYMS = _words("WHO FDA EMA CDC NIH NICE NHS MRC AHRQ IQWIG SIGN UNICEF UNAIDS OECD")

_PARTICLES = _words("""
    van von vom der den dem de het ten ter te op in 't ’t 's aan bij zu zum zur af av da das do dos del della delle
    dello dei degli di du des la le les lo las los al el bin ibn ben bint ould v.d. vd фон ван де дер
    """)
_CAPITAL_PARTICLES = _words(
    "De Di Du Des Del Della Da Dos Das Van Von Der Den Ter Le La St St. Al El Bin Ibn Abu بن ابن أبو عبد آل"
)
# Where one of these stands, "Van" is a middle name and no particle.
_VIETNAMESE = _words("nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly")

_SUFFIX = re.compile(r"[JS]r\.?|[JS]R\.|2nd|3rd|4th|2d|3d")
_ROMAN = frozenset({"II", "III", "IV"})
_DEGREES = _words("""
    phd dphil mph msc bsc mbbs mbchb mbbch frcp frcpc frcs facc faccp facp facs faha fesc mrcp mrcgp drph scd dsc pharmd
    dvm dds dmd psyd edd msph mhs mhsc mba msn bsn dnp cnp rph rdn esq
    """)
_MAYBE_DEGREES = _words("md ma ms ba bs do dm rn jd")  # initials as well
_TITLES = frozenset({"dr", "prof", "professor"})
_ROLE = re.compile(r"[ ,]*[(\[](?:eds?|editors?|hrsg|trans|dir)\.?[)\]]\.?$", re.IGNORECASE)
_ROLE_ENDS = frozenset(")].*†‡§¶#⁰¹²³⁴⁵⁶⁷⁸⁹")
_MARKS = "*†‡§¶#⁰¹²³⁴⁵⁶⁷⁸⁹ "

# Case counts: "Smith U. A." is a person. One alternation, searched only in the last characters of a text.
_MORE_WORDS = (
    r"(?i:et\.? al(?:ii|iae|ia|\.)?|(?:and|&) (?:\d+ )?(?:others|more|colleagues|co-?workers)|und andere|et autres)"
    r"|u\. ?a\.|e\. ?a\.|et coll\.?|y (?:otros|cols?\.?|colaboradores)|e (?:outros|altri|cols?\.?)|en anderen"
    r"|m\. ?fl\.|и др\.?|وآخرون|و همکاران|等人?|他|ほか|외|\.\.\.|…"
)
_MORE_AT_END = re.compile(rf"(?:(?:^|[ ,;(\[])(?:{_MORE_WORDS})|(?<=[\u3400-\u9fff])等人?)[ .,;)\]]*$")
_MORE_ALONE = re.compile(rf"[\[(]?(?:{_MORE_WORDS}|others|colleagues)[ .,;)\]]*")

_SEPARATOR = re.compile("([;；؛|、]|(?<=[\u3400-\u9fff])，)")
_SPACE = re.compile("( )")
_COMMA = re.compile("([,，،])")
_AND = re.compile(r"( (?:and|&|und|et(?! al\b)) )", re.IGNORECASE)

_CJK = re.compile(
    r"[\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff ·]+"
)
_HANGUL = re.compile("[\uac00-\ud7af]+")
_HAN_FAMILIES = frozenset(
    "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧肖程曹袁邓鄧许許傅沈曾彭吕呂"
    "苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万段"
    "雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文"
)
_TWO_SIGN_FAMILIES = _words("欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 皇甫 尉迟 公孙 慕容 令狐 남궁 황보 제갈 선우 독고")
_PATRONYMICS = ("вич", "вна", "ична", "оглы", "кызы")

_UNSEEN = dict.fromkeys(
    [0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
) | dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Joiners are spelling between letters of Hebrew, Arabic and Indic scripts, and stray anywhere else.
_STRAY_JOINER = re.compile(
    "(?<![\u0590-\u060b\u0610-\u061a\u0620-\u0fff])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u060b\u0610-\u061a\u0620-\u0fff])"
)
_INITIALS = re.compile(r"[^\W\d_](?:\.?-?[^\W\d_])*\.?")
_VOWELS = frozenset("AEIOUYАЕИОУЫЭЮЯΑΕΗΙΟΥΩ")


def parse_name(value: str | Mapping[str, object]) -> CslName:
    """Read one name from a string or from a mapping of name fields; never raises.

    A mapping may use CSL-JSON keys or those of PubMed, Europe PMC, Crossref, DataCite, Zotero and BibTeX tools. What
    cannot be read as one person becomes `literal`; what holds nothing becomes an empty name. Reading a result again
    changes nothing. Remarks on what was left out are given by `parse_names` only.
    """
    return _read(value)[0]


def parse_names(value: object) -> NameList:
    """Read an author field: a list of strings or mappings, one mapping, or one string with any number of authors.

    None and blank text give an empty list. "et al.", "and others", "等" and their like set `truncated` and never become
    a person. Anything else that is no name is passed over with a note. Never raises.
    """
    if value is None or (isinstance(value, str) and not _clean(value)):
        return NameList()
    if isinstance(value, list | tuple):
        found = [_read_entry(entry, listed=True) for entry in value]
        labels = [f"author {number}: " for number in range(1, len(found) + 1)]
    else:
        found, labels = [_read_entry(value, listed=False)], ["authors: "]
    return NameList(
        tuple(name for entry in found for name in entry.names),
        any(entry.truncated for entry in found),
        tuple(label + note for label, entry in zip(labels, found, strict=True) for note in entry.notes),
    )


def display_name(name: CslName) -> str:
    """The inverted form with initials, for lists and logs: "van der Berg, J., Jr"; a literal unchanged.

    Chinese, Japanese and Korean names are written family first without a comma, as is usual there.
    """
    family = " ".join(filter(None, (name.get("non-dropping-particle"), name.get("family"))))
    if not family:
        return name.get("literal") or name.get("given", "")
    given = name.get("given", "")
    if given and _CJK.fullmatch(family + given):
        return family + given
    short = " ".join(filter(None, (_initials_in(given, capitals=family.isupper()), name.get("dropping-particle"))))
    return ", ".join(filter(None, (family, short, name.get("suffix"))))


def initials_of(given: str) -> str:
    """Initials of a given name: "John A." gives "J. A.", "Jean-Paul" gives "J.-P.".

    Particles in it stay ("Tais de Souza" gives "T. de S."), and so do words in other scripts than Latin.
    """
    return _initials_in(given, capitals=False)


def _initials_in(given: str, *, capitals: bool) -> str:
    return " ".join(_shortened(word) for word in _with_initials(_spaced(given), capitals=capitals).split())


def _shortened(word: str) -> str:
    letter = next((sign for sign in word if sign.isalpha()), "")
    if word in _PARTICLES or not letter or not unicodedata.name(letter, "").startswith("LATIN"):
        return word
    firsts = (next((sign for sign in piece if sign.isalpha()), "") for piece in word.split("-"))
    return "-".join(f"{first.upper()}." for first in firsts if first)


# --- one entry of a field -------------------------------------------------------------------------------------------


def _read_entry(entry: object, *, listed: bool) -> NameList:
    if isinstance(entry, Mapping):
        name, remarks = _read_fields(entry)
        spelled = name.get("literal") or f"{name.get('given', '')} {name.get('family', '')}".strip()
        if _MORE_ALONE.fullmatch(spelled[:60]):
            return NameList((), truncated=True, notes=tuple(remarks))
        return NameList((name,) if name else (), notes=tuple(remarks))
    text = _clean(entry) if isinstance(entry, str) else ""
    if entry is None or (isinstance(entry, str) and not text):
        return NameList(notes=("empty",))
    if not isinstance(entry, str):
        return NameList(notes=(f"not a name but {type(entry).__name__}; give text or a mapping with family and given",))
    people, truncated, remarks = _authors_in(text, listed=listed)
    if listed and len(people) > 1:
        remarks.append(f"one entry with {len(people)} names was split: {_quoted(text)}")
    if _SURROGATE.search(entry):
        remarks.append(f"unreadable characters replaced in {_quoted(text)}")
    if not people and not truncated:
        remarks.append(f"no name in {_quoted(text)}")
    read = [_read_parts(parts) for parts in people]
    notes = [*remarks, *(remark for _, own in read for remark in own)]
    return NameList(tuple(name for name, _ in read if name), truncated, tuple(notes))


def _read(value: str | Mapping[str, object]) -> _Read:
    if isinstance(value, Mapping):
        return _read_fields(value)
    if not (text := _clean(value)):
        return {}, []
    people, _, remarks = _authors_in(text, listed=True)
    if len(people) != 1:
        return _literal(text), remarks
    name, own = _read_parts(people[0])
    return name, remarks + own


_PERSON_KEYS = {
    "family": ("family", "last", "lastname", "surname", "familyname"),
    "given": ("given", "first", "firstname", "forename", "forenames", "givenname", "givennames", "initials"),
    "middle": ("middle", "middlename"),
    "suffix": ("suffix", "jr"),
    "particle": ("nondroppingparticle", "prefix"),
    "dropping": ("droppingparticle",),
    "group": ("literal", "collectivename", "collabname", "organization", "organisation"),
    "whole": ("name", "fullname", "displayname"),
}


def _read_fields(fields: Mapping[str, object]) -> _Read:
    plain = {re.sub("[-_ ]", "", key).casefold(): value for key, value in fields.items() if isinstance(key, str)}
    remarks = [
        f"the field {key} is not text but {type(plain[key]).__name__}"
        for key in itertools.chain.from_iterable(_PERSON_KEYS.values())
        if plain.get(key) is not None and not isinstance(plain[key], str)
    ]
    text = {role: _first_text(plain, keys) for role, keys in _PERSON_KEYS.items()}
    given = " ".join(filter(None, (text["given"], text["middle"])))
    if text["family"]:
        if text["group"]:
            remarks.append(f"left out beside a family name: {_quoted(text['group'])}")
        name, own = _person(text["family"], given, text["suffix"], text["particle"], text["dropping"])
        return name, remarks + own
    if text["group"]:
        return _literal(text["group"]), remarks
    if text["whole"]:
        if _says_group(plain):
            return _literal(text["whole"]), remarks
        name, own = _read(text["whole"])
        return name, remarks + own
    rest = " ".join(filter(None, (given, text["dropping"], text["particle"], text["suffix"])))
    remarks.append(f"no family name, kept as it is: {_quoted(rest)}" if rest else "a mapping without any name in it")
    return _literal(rest), remarks


def _first_text(fields: Mapping[str, object], keys: Iterable[str]) -> str:
    values = (fields.get(key) for key in keys)
    return next((text for value in values if isinstance(value, str) and (text := _clean(value))), "")


def _says_group(fields: Mapping[str, object]) -> bool:
    """Crossref (`sequence`) and Zotero (`creatorType`) use `name` for groups only; others state the type."""
    stated = _first_text(fields, ("nametype", "@type", "type", "authtype")).casefold()
    return "sequence" in fields or "creatortype" in fields or stated.startswith(("organi", "collective", "group"))


# --- one string to its authors ----------------------------------------------------------------------------------------


def _authors_in(text: str, *, listed: bool) -> tuple[list[list[_Part]], bool, list[str]]:
    """The authors named in a text, whether it says there are more, and remarks on guesses.

    `listed`: the text is one entry of a list, so "Garcia Lopez, Maria Jose" is one person and not two.
    """
    people: list[list[_Part]] = []
    remarks: list[str] = []
    whole, truncated = _without_more(text)
    pieces = _split(_SEPARATOR, whole)
    for piece in pieces:
        shorter, more = _without_more(piece)
        truncated |= more
        if not (shorter := shorter.strip(" ,")):
            continue
        if _is_braced(shorter):
            people.append([_Part("braced", shorter, [])])
            continue
        authors, more, guessed = _joined_authors(shorter, listed=listed or len(pieces) > 1)
        truncated |= more
        people += authors
        if guessed:
            read_as = " | ".join(", ".join(part.text for part in author) for author in authors[:4])
            remarks.append(f"it is not certain which words of {_quoted(shorter)} are family names; read as {read_as}")
    return people, truncated, remarks


def _joined_authors(text: str, *, listed: bool) -> tuple[list[list[_Part]], bool, bool]:
    """The authors of a text without semicolons, whether there are more, and whether reading it took a guess."""
    divided = [[_Part("braced", piece, [])] if _is_braced(piece) else _parts(piece) for piece in _split(_AND, text)]
    truncated = any(part.kind == "more" for parts in divided for part in parts)
    pieces = [named for parts in divided if (named := [part for part in parts if part.kind != "more"])]
    if len(pieces) > 1 and _are_people(pieces):
        inverted = all(len(parts) > 1 for parts in pieces)  # BibTeX: "Family, Given and Family, Given"
        found = [_people(parts, listed=inverted) for parts in pieces]
        return [author for authors, _ in found for author in authors], truncated, any(doubt for _, doubt in found)
    if len(pieces) > 1 and not any(part.kind in _WHOLE for parts in pieces for part in parts):
        return [[_Part("group", text, [])]], truncated, True  # "Smith and Jones", "Bausch and Lomb"
    parts = pieces[0] if len(pieces) == 1 else [part for part in _parts(text) if part.kind != "more"]
    authors, guessed = _people(parts, listed=listed, text=text)
    two_names = len(authors) == 2 and all(part.kind == "words" and not part.extras for part in parts)
    return authors, truncated, guessed or two_names  # "John Smith, Mary Jones" or "Garcia Lopez, Maria Jose"


def _are_people(pieces: Sequence[Sequence[_Part]]) -> bool:
    """Whether "and" joins authors here and is no part of a group's name ("Heart, Lung, and Blood Institute")."""
    first, last = pieces[0], pieces[-1]
    if first[0].kind == "group":
        return all(_surely_person(parts) for parts in pieces[1:])
    if len(last) == 1 and last[0].kind == "group":
        if last[0].text.casefold().startswith(("the ", "for the ", "on behalf ")):
            return True
        shows_initials = "." in first[-1].text or len(first[-1].text.split()[-1]) > 1
        return _surely_person(first) and shows_initials  # "Vitamin D and Omega-3 Trial" shows none
    inverted = [len(parts) > 1 for parts in pieces]
    if any(map(_surely_person, pieces)) or inverted[-1] or sum(inverted) > 1:
        return True
    return all(len(parts) > 1 or parts[0].kind != "word" for parts in pieces)


def _surely_person(parts: Sequence[_Part]) -> bool:
    return any(part.kind in ("family-first", "initials", "braced") for part in parts)


def _people(parts: list[_Part], *, listed: bool, text: str = "") -> tuple[list[list[_Part]], bool]:
    """Gather what stands between commas into authors: alone ("Smith J") or in pairs ("Smith", "J.")."""
    if len(parts) > 1 and any(part.kind in _WHOLE for part in parts):
        return _people_and_groups(parts, listed=listed, text=text)
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    if len(parts) % 2 == 0 and all(_is_pair(*pair, listed=listed and len(parts) == 2) for pair in pairs):
        guessed = len(pairs) > 1 and any(given.kind in ("word", "words") for _, given in pairs)
        return [list(pair) for pair in pairs], guessed
    return _one_by_one(parts)


def _is_pair(family: _Part, given: _Part, *, listed: bool) -> bool:
    if family.kind == "family-first":
        return given.kind == "initials" or (listed and given.kind == "word")
    if family.kind == "words":
        return listed or given.kind != "words" or family.text.split()[0] in _PARTICLES
    return True


def _one_by_one(parts: list[_Part]) -> tuple[list[list[_Part]], bool]:
    authors: list[list[_Part]] = []
    pubmed = bool(parts) and parts[0].kind == "family-first"
    waiting: _Part | None = None  # a possible family name whose given name may follow
    for part in parts:
        if waiting and (part.kind == "initials" or (waiting.kind == "word" and not pubmed)):
            authors[-1].append(part)
            waiting = None
        else:
            authors.append([part])
            waiting = part if part.kind in ("word", "words", "initials") else None
    return authors, len(parts) > 1 and any(part.kind in ("word", "initials") for part in parts)


def _people_and_groups(parts: list[_Part], *, listed: bool, text: str) -> tuple[list[list[_Part]], bool]:
    others = [part for part in parts if part.kind not in _WHOLE]
    inside = parts[0].kind == "group" or any(part.kind != "words" for part in others)
    if inside and not _surely_person(parts):  # commas within a group's name
        return [[_Part("group", text or ", ".join(part.text for part in parts), [])]], False
    authors: list[list[_Part]] = []
    doubtful = not _surely_person(parts)
    for is_group, run in itertools.groupby(parts, key=lambda part: part.kind in _WHOLE):
        members = list(run)
        found, guessed = ([[part] for part in members], False) if is_group else _people(members, listed=listed)
        authors += found
        doubtful |= guessed
    return authors, doubtful


# --- one text to its parts --------------------------------------------------------------------------------------------


def _parts(text: str) -> list[_Part]:
    parts: list[_Part] = []
    segments = [segment.removeprefix("and ").removeprefix("& ") for segment in _split(_COMMA, text)]
    for index, segment in enumerate(segments):
        following = segments[index + 1] if index + 1 < len(segments) else ""
        if _MORE_ALONE.fullmatch(segment[:60]):
            parts.append(_Part("more", segment, []))
        elif parts and _is_extra(segment, parts, following, len(segments)):
            parts[-1].extras.append(segment)
        else:
            rest = segment.lstrip(".… ") if segment.startswith(("...", "…")) else segment
            if rest != segment:  # "Smith, J., ... Brown, K." (APA)
                parts.append(_Part("more", "…", []))
            if rest:
                name, extras = _without_role(rest)
                parts.append(_Part(_kind(name), name, extras))
    return parts


def _kind(text: str) -> str:
    if _is_braced(text):  # "{van der Berg}, Jan" or "{World Health Organization}, Smith J"
        inner = _unbraced(text)
        return "braced" if _is_group(inner.split(), inner) else "word"
    words = _words_in(text)
    if _is_group(words, text):
        return "group"
    if all(_initials(word) for word in words):
        return "initials" if len(words) == 1 or "." in words[0] or len(words[0]) == 1 else "family-first"
    if len(words) == 1:
        whole_name = len(text) > 2 or (len(text) == 2 and text[0] in _HAN_FAMILIES)
        return "words" if whole_name and _CJK.fullmatch(text) else "word"
    return "family-first" if _trailing_initials(words) else "words"


def _is_group(words: Sequence[str], text: str) -> bool:
    if _ORGANISATION_CJK.search(text):
        return True
    if len(words) < 2 or (len(words) == 2 and _initials(words[1]) and words[1] not in _ACRONYMS):
        return False  # "Group A" is a person in PubMed order
    if words[0].casefold() == "the" or text.endswith((")", "]")):
        return True
    return any(
        word in _JOINING
        or word in _ACRONYMS
        or word.isdecimal()
        or (plain := word.strip("'’\"()[],.").casefold()) in _ORGANISATION
        or plain.endswith(_ORGANISATION_ENDINGS)
        for word in words
    )


def _is_extra(segment: str, parts: Sequence[_Part], following: str, total: int) -> bool:
    """Whether a segment is a suffix or a degree of the name before it rather than initials or another name."""
    if _SUFFIX.fullmatch(segment) or _is_degree(segment):
        return True
    if segment in _ROMAN and len(parts) == 1 and total == 3:
        return True  # BibTeX: "Gates, III, William"
    key = segment.replace(".", "").casefold()
    if segment not in (*_ROMAN, "JR", "SR") and not (segment.isupper() and key in _MAYBE_DEGREES):
        return False
    last = parts[-1]
    if following and _kind(following) == "initials":
        return False  # "Ma, J., DO, T."
    if last.kind in ("initials", "word"):
        return len(parts) % 2 == 0  # "Smith, John, MD", but "Smith, MD" has initials
    has_middle_initial = any(_initials(word) for word in last.text.split()[1:-1])
    return last.kind == "family-first" or has_middle_initial or key == "md" or segment in _ROMAN


def _is_degree(segment: str) -> bool:
    if len(segment) > 40:
        return False
    keys = [word.replace(".", "").casefold() for word in segment.split()]
    known = _DEGREES | (_MAYBE_DEGREES if len(keys) > 1 else frozenset())  # "MD PhD"
    return "".join(keys) in _DEGREES or (any(key in _DEGREES for key in keys) and all(key in known for key in keys))


# --- one author -------------------------------------------------------------------------------------------------------


def _read_parts(parts: Sequence[_Part]) -> _Read:
    extras = [extra for part in parts for extra in part.extras]
    suffix = " ".join(extra for extra in extras if _is_suffix(extra))
    words, titles = _without_titles(_words_in(parts[-1].text))
    whole = ", ".join(part.text for part in parts)
    if len(whole) > _LONGEST or len(parts) > 2 or parts[0].kind in _WHOLE:
        name, remarks = _literal(whole), [f"suffix left out: {suffix}"] if suffix else []
        titles = []
    elif len(parts) == 2:
        name, remarks = _person(parts[0].text, " ".join(words), suffix)
    else:
        name, remarks = _read_words(words, suffix, surname=bool(titles or suffix))
    dropped = [*titles, *(extra for extra in extras if not _is_suffix(extra))]
    return name, ([f"left out beside {_quoted(whole)}: {', '.join(dropped)}"] if dropped else []) + remarks


def _is_suffix(text: str) -> bool:
    return bool(_SUFFIX.fullmatch(text)) or text in _ROMAN or text in ("JR", "SR")


def _without_role(text: str) -> tuple[str, list[str]]:
    """The text without "(ed.)" and footnote marks at its end, and what was taken away."""
    if text[-1] not in _ROLE_ENDS:
        return text, []
    match = _ROLE.search(text[-20:])
    name = text[: len(text) - len(match.group())] if match else text
    name = name.removesuffix(" .").rstrip(_MARKS) or text
    taken = text[len(name) :].strip(" .,")
    return name, [taken] if taken else []


def _without_titles(words: list[str]) -> tuple[list[str], list[str]]:
    count = 0
    while count < len(words) - 1 and words[count].rstrip(".").casefold() in _TITLES:
        count += 1
    return words[count:], words[:count]


def _read_words(words: list[str], suffix: str, *, surname: bool) -> _Read:
    """A name without a comma; `surname`: a title or suffix beside it shows that one word is a family name."""
    if not suffix and len(words) > 1 and _is_trailing_suffix(words):
        suffix, words, surname = words[-1], words[:-1], True
    text = " ".join(words)
    if not suffix and _CJK.fullmatch(text):
        return _read_cjk(words)
    if len(words) == 1:
        return _person(text, "", suffix) if surname else (_literal(text), [])
    count = _trailing_initials(words)
    if count and "." in words[0] and _initials(words[0]):
        return _literal(f"{text} {suffix}".strip()), []  # "J. A." alone
    if count:
        given = " ".join(_initials(word) or word for word in words[-count:])
        return _person(" ".join(words[:-count]), given, suffix)
    for rule in (_by_particle, _by_spanish_and, _by_capitals, _by_patronymic):
        if found := rule(words):
            return _person(" ".join(found[0]), " ".join(found[1]), suffix)
    if start := _capital_particle(words):
        family = " ".join(words[start:])
        name, remarks = _person(family, " ".join(words[:start]), suffix)
        return name, [*remarks, f"took {_quoted(family)} for the family name"]
    return _person(words[-1], " ".join(words[:-1]), suffix)


def _is_trailing_suffix(words: Sequence[str]) -> bool:
    if words[-1] in _ROMAN:  # "Ivanov IV" and "van Raaij IV" have initials
        return len(words) > 2 and words[0] not in _PARTICLES
    return bool(_SUFFIX.fullmatch(words[-1]))


def _trailing_initials(words: Sequence[str]) -> int:
    """How many words at the end are initials in PubMed order; the first word never counts."""
    run = itertools.takewhile(_initials, reversed(words[1:]))
    count = sum(1 for _ in run)
    if count > 1 and count == len(words) - 1 and len(words[0]) == 1 and len(words[-1]) > 1 and "." not in words[-1]:
        return 0  # "J A LI": given name first
    return count


_Divided = tuple[Sequence[str], Sequence[str]]


def _by_particle(words: Sequence[str]) -> _Divided | None:
    start = next((index for index, word in enumerate(words[:-1]) if word in _PARTICLES), None)
    if start is None or all(word in _PARTICLES for word in words[start:]):
        return None
    return words[start:], words[:start]


def _by_spanish_and(words: Sequence[str]) -> _Divided | None:
    """José Ortega y Gasset, Ana Costa e Silva."""
    if len(words) > 3 and words[-2] in ("y", "e", "i"):
        return words[-3:], words[:-3]
    return None


def _by_capitals(words: Sequence[str]) -> _Divided | None:
    """DUPONT Jean: the part in capitals is the family. Four letters at least, for "JRR Tolkien"."""
    count = sum(
        1 for _ in itertools.takewhile(lambda word: word.isupper() and len(word) > 3 and "." not in word, words)
    )
    if 0 < count < len(words) and not any(word.isupper() for word in words[count:]):
        return words[:count], words[count:]
    return None


def _by_patronymic(words: Sequence[str]) -> _Divided | None:
    """Иванов Иван Иванович: the family stands first when the last of three words is a father's name."""
    if len(words) == 3 and words[2].casefold().endswith(_PATRONYMICS):
        return words[:1], words[1:]
    return None


def _capital_particle(words: Sequence[str]) -> int:
    if _VIETNAMESE & {words[0].casefold(), words[-1].casefold()}:
        return 0
    inner = enumerate(words[1:-1], start=1)
    return next((index for index, word in inner if word.capitalize() in _CAPITAL_PARTICLES), 0)


def _read_cjk(words: Sequence[str]) -> _Read:
    text = " ".join(words)
    if "·" in text or "・" in text:
        return _literal(text), []  # a foreign name in transcription: its order is the foreign one
    if len(words) > 1:
        return _person(words[0], " ".join(words[1:]))
    if text[:2] in _TWO_SIGN_FAMILIES and 2 < len(text) < 5:
        return _person(text[:2], text[2:])
    if 1 < len(text) < 4 and (text[0] in _HAN_FAMILIES or _HANGUL.fullmatch(text)):
        return _person(text[0], text[1:])
    return _literal(text), [f"cannot tell the family name in {_quoted(text)}; put a space after it"]


def _person(family: str, given: str, suffix: str = "", particle: str = "", dropping: str = "") -> _Read:
    family, given = _unbraced(family), _unbraced(given)
    given, suffix, remarks = _without_extras(given, suffix)
    if not particle:
        particle, family = _split_particle(family)
    given, suffix = _split_suffix(_spaced(_unbraced(given)), suffix)
    if not dropping:
        given, dropping = _split_dropping(given)
        given, suffix = _split_suffix(given, suffix)
    given = _with_initials(given, capitals=family.isupper())
    if not family:
        return _literal(" ".join(filter(None, (given, dropping, particle, suffix)))), remarks
    name: CslName = {"family": family}
    if given:
        name["given"] = given
    if suffix:
        name["suffix"] = suffix
    if particle:
        name["non-dropping-particle"] = particle
    if dropping:
        name["dropping-particle"] = dropping
    return name, remarks


def _without_extras(given: str, suffix: str) -> tuple[str, str, list[str]]:
    """Suffix and degrees written into a given-name field: "P. T., Jr."."""
    if "," not in given:
        return given, suffix, []
    segments, degrees = _split(_COMMA, given), []
    while len(segments) > 1:
        if not suffix and _is_suffix(segments[-1]):
            suffix = segments.pop()
        elif _is_degree(segments[-1]) or segments[-1].replace(".", "") in ("MD", "RN"):
            degrees.append(segments.pop())
        else:
            break
    remarks = [f"degrees left out: {', '.join(reversed(degrees))}"] if degrees else []
    return ", ".join(segments), suffix, remarks


def _split_particle(family: str) -> tuple[str, str]:
    words = family.split()
    count = sum(1 for _ in itertools.takewhile(_PARTICLES.__contains__, words[:-1]))
    return (" ".join(words[:count]), " ".join(words[count:])) if count else ("", family)


def _split_suffix(given: str, suffix: str) -> tuple[str, str]:
    """PubMed FAU: "Hensley, Dana T Jr"."""
    start, _, last = given.rpartition(" ")
    start = start.rstrip(" ,")
    return (start, last) if start and not suffix and _is_suffix(last) else (given, suffix)


def _split_dropping(given: str) -> tuple[str, str]:
    words = given.split()
    count = sum(1 for _ in itertools.takewhile(_PARTICLES.__contains__, reversed(words[1:])))
    start = " ".join(words[: len(words) - count]).rstrip(" ,")
    return (start, " ".join(words[-count:])) if count and start else (given, "")


def _spaced(given: str) -> str:
    """Initials apart from each other and from words: "J.A." and "N. -E" become "J. A." and "N.-E"."""
    if "." not in given and "-" not in given:
        return given
    given = re.sub(r"\.{2,}", ".", given)
    given = re.sub(r"(?<=[\w.]) ?- ?(?=[^\W_])", "-", given)
    return re.sub(r"(?<![^\W_])([^\W\d_])\.(?=[^\W\d_])", r"\1. ", given)


def _with_initials(given: str, *, capitals: bool) -> str:
    """Every word that is initials written as such; `capitals`: the family is in capitals too."""
    return " ".join(_initials(word, capitals=capitals) or word for word in given.split())


def _initials(word: str, *, capitals: bool = False) -> str:
    """The initials that a word of a name stands for ("JA" gives "J. A."), or "" when it is a word."""
    if len(word) > 12 or word != word.upper():
        return ""
    word = unicodedata.normalize("NFC", word)
    letters = word.replace(".", "").replace("-", "")
    if not letters or not all(map(str.isupper, letters)) or not _INITIALS.fullmatch(word):
        return ""
    has_vowel = any(unicodedata.normalize("NFD", letter)[0] in _VOWELS for letter in letters)
    single = all(len(run) < 2 for run in re.split("[.-]", word))
    fits = len(letters) < 4 or (len(letters) == 4 and not has_vowel)
    is_word = capitals and word == letters and len(letters) == 3 and has_vowel
    if is_word or not (single or fits):
        return ""
    return "-".join(" ".join(f"{letter}." for letter in run if letter != ".") for run in word.split("-"))


# --- text -------------------------------------------------------------------------------------------------------------


def _clean(text: str) -> str:
    seen = _SURROGATE.sub("\ufffd", text.translate(_UNSEEN))
    return " ".join(_STRAY_JOINER.sub("", seen).split())


def _literal(text: str) -> CslName:
    plain = _unbraced(text)
    return {"literal": plain} if plain else {}


def _unbraced(text: str) -> str:
    """Without the braces that wrap the whole, as BibTeX guards a name; other braces stay."""
    while 1 < len(text) <= _LONGEST and text[0] == "{" and text[-1] == "}" and _closes_last(text):
        text = text[1:-1].strip()
    return text


def _words_in(text: str) -> list[str]:
    """The words of a name; a braced one may have spaces, as in "Ian {Iliad Ipswich}"."""
    return _split(_SPACE, text) if "{" in text else text.split()


def _is_braced(text: str) -> bool:
    return _unbraced(text) != text


def _closes_last(text: str) -> bool:
    depth = itertools.accumulate((sign == "{") - (sign == "}") for sign in text)
    return all(level > 0 for level in itertools.islice(depth, len(text) - 1))


def _split(separator: re.Pattern[str], text: str) -> list[str]:
    """Split outside braces and drop empty pieces; the pattern has one group, the separator."""
    if "{" not in text:
        return [piece for part in separator.split(text)[::2] if (piece := part.strip())]
    pieces, depth, open_pieces = [], 0, list[str]()
    for index, piece in enumerate(separator.split(text)):
        if index % 2 and not depth:
            continue
        open_pieces.append(piece)
        depth = max(0, depth + piece.count("{") - piece.count("}"))
        if not depth:
            pieces.append("".join(open_pieces).strip())
            open_pieces.clear()
    return [piece for piece in [*pieces, "".join(open_pieces).strip()] if piece]


def _without_more(text: str) -> tuple[str, bool]:
    """The text without "et al." at its end. Three rounds will do for "et al., et al."."""
    cut = False
    for _ in range(3):
        tail = text[-60:]
        if not (match := _MORE_AT_END.search(tail)):
            break
        text, cut = text[: len(text) - len(tail) + match.start()], True
    return text.strip(" ,;"), cut


def _quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= 80 else f'"{text[:79]}…"'
