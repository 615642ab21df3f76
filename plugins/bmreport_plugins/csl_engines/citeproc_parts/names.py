"""Elements of citeproc-py for names, mended (CSL 1.0.2, "Names" and "Name Options")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeproc import model

from bmreport.names import initials_of
from bmreport_plugins.csl_engines.citeproc_parts import seams
from bmreport_plugins.csl_engines.citeproc_parts.base import Element, Mended
from bmreport_plugins.csl_engines.citeproc_parts.marks import plain

if TYPE_CHECKING:
    from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem
    from bmreport_plugins.csl_engines.citeproc_parts.records import PersonName

# Written without a space, family name first, whatever the style says.
_CJK = re.compile(
    "[\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_JOINS_ON = ("'", "’", "-", "‐")
_AFTER_INITIAL = re.compile(r"\.\s*")


@dataclass(frozen=True)
class NameOptions:
    """The options of one `name` element in one area, with those it inherits."""

    conjunction: str
    delimiter: str
    precedes_et_al: str
    precedes_last: str
    et_al_min: int
    et_al_use_first: int
    subsequent_min: int
    subsequent_use_first: int
    et_al_use_last: bool
    form: str
    initialize: bool
    initialize_with: str | None
    hyphenated: bool
    inverted: str
    sort_separator: str
    demotes_in_display: bool
    demotes_in_sorting: bool


class Names(Mended, model.Names):  # type: ignore[misc]  # citeproc-py publishes no types; so below
    """One or several name variables with their labels, or what stands in for them."""

    def process(self, item: CiteItem) -> str | None:  # citeproc-py's
        """The names of every role that has any; without children of its own it looks as the `names` around it."""
        source = item.names_around if item.names_around is not None and not len(self) else self
        name_element, label = source.find("cs:name", source.nsmap), source.find("cs:label", source.nsmap)
        texts, count = [], 0
        for role, term in self._roles(item):
            names = item.value(role)
            if not isinstance(names, list):
                continue
            text = name_element.render_names(item, role, names)
            if isinstance(text, int):
                count += text
            elif text:
                texts.append(_labelled(text, label, name_element, item, term, many=len(names) > 1))
        if count:
            return str(count).zfill(4) if item.sorting is not None else str(count)
        if texts:
            delimiter = source.get("delimiter") or self.shared.areas[item.area].get("names-delimiter", "")
            return seams.join(texts, delimiter)
        substitute = self.find("cs:substitute", self.nsmap)
        return None if substitute is None else substitute.render(item)

    def _roles(self, item: CiteItem) -> list[tuple[str, str]]:
        """(variable, term of its label); editors who are also the translators appear once (CSL 1.0.2, "Names")."""
        roles = self.get("variable", "").split()
        editors, translators = item.reference.get("editor"), item.reference.get("translator")
        same = set(roles) == {"editor", "translator"} and editors == translators
        if same and self.shared.term("editortranslator", "long", plural=False):
            return [("editor", "editortranslator")]
        return [(role, role) for role in roles]


class Name(Mended, model.Name):  # type: ignore[misc]
    """How a list of names is printed."""

    def render_names(self, item: CiteItem, role: str, names: list[PersonName]) -> str | int:
        """The list as text, or the number of names printed for `form="count"`."""
        options = self._options(item)
        minimum, first = options.et_al_min, options.et_al_use_first
        if "subsequent" in item.positions and options.subsequent_min:
            minimum, first = options.subsequent_min, options.subsequent_use_first
        shortened = len(names) > 1 and 0 < minimum <= len(names) and 0 < first < len(names)
        shown = names[:first] if shortened else names
        if options.form == "count":
            return len(shown)
        texts = [self._one(name, place, options, item) for place, name in enumerate(shown)]
        texts = [text for text in texts if text]
        if item.sorting is not None:
            return " ".join(texts)
        unfinished = role == "author" and item.reference.truncated
        if shortened and options.et_al_use_last and first <= len(names) - 2:
            last = self._one(names[-1], len(names), options, item)
            return self._finish(seams.join([*texts, f"… {last}"], options.delimiter))
        if shortened or unfinished:
            return self._finish(self._with_et_al(texts, options, inverted=self._inverts(len(shown) - 1, options)))
        return self._finish(self._with_conjunction(texts, options))

    def _finish(self, text: str) -> str:
        return self.wrap(self.format(text)) or ""

    def _with_et_al(self, texts: list[str], options: NameOptions, *, inverted: bool) -> str:
        element = self.getparent().find("cs:et-al", self.nsmap)
        et_al = self.shared.term("et-al", "long", plural=False) if element is None else element.render()
        names = seams.join(texts, options.delimiter)
        if not et_al or not names:
            return names
        if _delimited(options.precedes_et_al, len(texts) >= 2, inverted):
            return seams.meet(seams.meet(names, options.delimiter), et_al)
        return f"{names}{et_al}" if _CJK.match(plain(et_al)) else seams.meet(f"{names} ", et_al)

    def _with_conjunction(self, texts: list[str], options: NameOptions) -> str:
        if len(texts) < 2 or not options.conjunction:
            return seams.join(texts, options.delimiter)
        names = seams.join(texts[:-1], options.delimiter)
        inverted = self._inverts(len(texts) - 2, options)
        if _delimited(options.precedes_last, len(texts) > 2, inverted):
            names = seams.meet(names, options.delimiter)
        return f"{names.rstrip()} {options.conjunction} {texts[-1]}"

    def _one(self, name: PersonName, place: int, options: NameOptions, item: CiteItem) -> str:
        if name.literal:
            return self._parts("", name.literal)[1]
        given = self._given(name.given, options)
        # Where initials have no full stop, `Jr.` has none either.
        suffix = name.suffix.rstrip(".") if options.initialize_with == "" else name.suffix
        if name.given and _CJK.fullmatch(name.family + name.given):
            return self._parts("", name.family + name.given if options.form == "long" else name.family)[1]
        if options.form == "short" and item.sorting is None:
            return self._parts("", _spaced(name.non_dropping, name.family))[1]
        if item.sorting is None and not self._inverts(place, options):
            given, family = self._parts(given, _spaced(name.dropping, name.non_dropping, name.family))
            return " ".join(filter(None, (given, family, suffix)))
        demotes = options.demotes_in_display if item.sorting is None else options.demotes_in_sorting
        if demotes:
            given, family = self._parts(_spaced(given, name.dropping, name.non_dropping), name.family)
        else:
            given, family = self._parts(_spaced(given, name.dropping), _spaced(name.non_dropping, name.family))
        return seams.join((family, given, suffix), options.sort_separator)

    def _inverts(self, place: int, options: NameOptions) -> bool:
        return options.inverted == "all" or (options.inverted == "first" and place == 0)

    def _parts(self, given: str, family: str) -> tuple[str, str]:
        """Given and family name under the formatting of `name-part`."""
        texts = {"given": given, "family": family}
        for part in self.findall("cs:name-part", self.nsmap):
            text = texts.get(part.get("name"))
            if text:
                texts[part.get("name")] = part.wrap(part.format(part.case(text))) or ""
        return texts["given"], texts["family"]

    def _given(self, given: str, options: NameOptions) -> str:
        """The given name, shortened to initials if the style wants them."""
        mark = options.initialize_with
        if mark is None or not given:
            return given
        if not options.initialize:  # only initials that are there already take the mark
            words = given.split()
            return " ".join(word.rstrip(".") + mark.rstrip() if len(word.rstrip(".")) == 1 else word for word in words)
        initials = _initials(given)
        if not options.hyphenated:
            initials = initials.replace(".-", ". ")
        return _AFTER_INITIAL.sub(mark, initials.replace(".-", "\0")).replace("\0", f"{mark.rstrip()}-").rstrip()

    def _options(self, item: CiteItem) -> NameOptions:
        """Own attributes, then those of the area and the style; found out once per area and sort key."""
        wanted = item.sorting.names if item.sorting is not None else {}
        key = (item.area, *wanted.items())
        known: dict[tuple[object, ...], NameOptions] = self.__dict__.setdefault("_known_options", {})
        if key not in known:
            known[key] = self._read_options({**self.shared.areas[item.area], **self._own_attributes(), **wanted})
        return known[key]

    def _own_attributes(self) -> dict[str, str]:
        own = {str(name): str(value) for name, value in self.attrib.items()}
        for name in ("form", "delimiter"):
            if name in own:
                own[f"name-{name}"] = own[name]
        return own

    def _read_options(self, given: dict[str, str]) -> NameOptions:
        conjunctions = {"text": self.shared.term("and", "long", plural=False), "symbol": "&"}
        demotes = given.get("demote-non-dropping-particle", "display-and-sort")
        return NameOptions(
            conjunction=conjunctions.get(given.get("and", ""), ""),
            delimiter=given.get("name-delimiter", ", "),
            precedes_et_al=given.get("delimiter-precedes-et-al", "contextual"),
            precedes_last=given.get("delimiter-precedes-last", "contextual"),
            et_al_min=_count(given, "et-al-min"),
            et_al_use_first=_count(given, "et-al-use-first"),
            subsequent_min=_count(given, "et-al-subsequent-min"),
            subsequent_use_first=_count(given, "et-al-subsequent-use-first") or _count(given, "et-al-use-first"),
            et_al_use_last=given.get("et-al-use-last") == "true",
            form=given.get("name-form", "long"),
            initialize=given.get("initialize") != "false",
            initialize_with=given.get("initialize-with"),
            hyphenated=given.get("initialize-with-hyphen") != "false",
            inverted=given.get("name-as-sort-order", ""),
            sort_separator=given.get("sort-separator", ", "),
            demotes_in_display=demotes == "display-and-sort",
            demotes_in_sorting=demotes != "never",
        )


class Name_Part(Mended, model.Name_Part):  # type: ignore[misc]  # noqa: N801  # citeproc-py names it so  # citeproc-py finds elements by class name
    """Formatting of the given or the family name."""


class Et_Al(Mended, model.Et_Al):  # type: ignore[misc]  # noqa: N801  # as above
    """The words for names that are not shown."""

    def process(self) -> str:
        """The term."""
        return self.shared.term(self.get("term", "et-al"), "long", plural=False)


def _labelled(text: str, label: Element, name_element: Element, item: CiteItem, term: str, *, many: bool) -> str:
    if label is None or item.sorting is not None:
        return text
    printed = label.render(item, term, many)
    if not printed:
        return text
    siblings = list(label.getparent())
    first = siblings.index(label) < siblings.index(name_element)
    return seams.meet(printed, text) if first else seams.meet(text, printed)


def _delimited(rule: str, several: bool, inverted: bool) -> bool:
    """Whether the delimiter stands before the last name or before "et al."."""
    return {"always": True, "contextual": several, "after-inverted-name": inverted}.get(rule, False)


def _spaced(*parts: str) -> str:
    """Parts of a name with a space between them, none after an elided particle ("d'")."""
    out = ""
    for part in filter(None, parts):
        out = f"{out}{part}" if not out or out.endswith(_JOINS_ON) else f"{out} {part}"
    return out


def _initials(given: str) -> str:
    """First letters with full stops, in every script that has capitals; other words stay."""
    words = initials_of(given).split()
    return " ".join("-".join(map(_shortened, word.split("-"))) for word in words)


def _shortened(word: str) -> str:
    return f"{word[0]}." if word[:1].isupper() and len(word) > 1 and not word.isascii() else word


def _count(given: dict[str, str], name: str) -> int:
    value = given.get(name, "")
    return int(value) if value.isdecimal() and len(value) < 6 else 0
