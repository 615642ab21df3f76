"""From the XML of a style to its nodes. Faults raise StyleError with the line; what is merely odd becomes a warning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bmreport_csl.errors import StyleError
from bmreport_csl.macro_checks import check_macros
from bmreport_csl.style_nodes import (
    PLAIN,
    Area,
    Branch,
    Choose,
    Condition,
    Date,
    DatePart,
    EtAl,
    Formatting,
    Group,
    Label,
    Layout,
    Look,
    Name,
    NamePart,
    Names,
    Node,
    Number,
    ParsedStyle,
    SortKey,
    StyleInfo,
    Text,
)
from bmreport_csl.xml_reading import CSL, line_of, local_name, read_xml

if TYPE_CHECKING:
    from lxml import etree

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
NAME_OPTIONS = frozenset(
    {
        "and",
        "delimiter-precedes-et-al",
        "delimiter-precedes-last",
        "et-al-min",
        "et-al-use-first",
        "et-al-subsequent-min",
        "et-al-subsequent-use-first",
        "et-al-use-last",
        "initialize",
        "initialize-with",
        "name-as-sort-order",
        "sort-separator",
        "name-form",
        "name-delimiter",
        "names-delimiter",
    }
)
"""Attributes that names inherit from style, citation and bibliography (CSL 1.0.2, "Inheritable Name Options")."""
_TEXT_SOURCES = frozenset({"variable", "macro", "term", "value"})
_LOOK_ATTRIBUTES = frozenset(
    {
        "font-style",
        "font-variant",
        "font-weight",
        "text-decoration",
        "vertical-align",
        "prefix",
        "suffix",
        "display",
        "text-case",
        "quotes",
        "strip-periods",
    }
)
_CONDITIONS = (
    "type",
    "variable",
    "is-numeric",
    "is-uncertain-date",
    "locator",
    "position",
    "disambiguate",
    "has-year-only",
    "has-day",
    "context",
    "is-plural",
    "jurisdiction",
    "page",
    "has-publisher-and-publisher-place",
)
_MAX_DEPTH = 200


def parse_style(data: bytes, name: str = "") -> ParsedStyle:
    """Parse an independent style. Raises StyleError; a dependent style raises it too, naming its parent."""
    root = read_xml(data, name)
    return _Parser(root, name).style()


def parse_info(data: bytes, name: str = "") -> StyleInfo:
    """Only what `cs:info` says, for independent and dependent styles alike."""
    return _info(_checked_root(read_xml(data, name), name))


def _checked_root(root: etree._Element, name: str) -> etree._Element:
    if root.tag != f"{CSL}style":
        raise StyleError(f"the root element is <{local_name(root)}>, not a CSL <style>", line=line_of(root), name=name)
    version = root.get("version", "")
    if not version.startswith(("1.0", "1.1")):
        raise StyleError(f"CSL version {version!r} is not known; 1.0 is needed", line=line_of(root), name=name)
    return root


class _Parser:
    """Walks one style and gathers its warnings."""

    def __init__(self, root: etree._Element, name: str) -> None:
        self.root = _checked_root(root, name)
        self.name = name
        self.warnings: list[str] = []

    def style(self) -> ParsedStyle:
        root = self.root
        info = _info(root)
        citation = root.find(f"{CSL}citation")
        if citation is None:
            if info.parent:
                raise StyleError(
                    f"is a dependent style of {info.parent}", line=line_of(root), name=self.name, parent=info.parent
                )
            raise StyleError("has no <citation> element", line=line_of(root), name=self.name)
        macros: dict[str, tuple[Node, ...]] = {}
        for element in root.findall(f"{CSL}macro"):
            key = element.get("name", "")
            if not key:
                raise self._error(element, "a macro has no name")
            if key in macros:
                self._warn(element, f"macro {key!r} is defined twice; the last one counts")
            macros[key] = self._children(element)
        bibliography = root.find(f"{CSL}bibliography")
        parsed = ParsedStyle(
            info=info,
            is_note=root.get("class") == "note",
            default_locale=root.get("default-locale", ""),
            options=_attributes(root),
            macros=macros,
            citation=self._area(citation),
            bibliography=self._area(bibliography) if bibliography is not None else None,
            locales=tuple((e.get(_XML_LANG, ""), e) for e in root.findall(f"{CSL}locale")),
            warnings=tuple(self.warnings),
        )
        check_macros(parsed, root, self.name)
        return parsed

    def _area(self, element: etree._Element) -> Area:
        layouts = element.findall(f"{CSL}layout")
        if not layouts:
            raise self._error(element, f"<{local_name(element)}> has no <layout>")
        layout = layouts[-1]  # citeproc-js allows one layout per language; the last is that for all others
        sort = element.find(f"{CSL}sort")
        return Area(
            layout=Layout(read_look(layout), layout.get("delimiter", ""), self._children(layout)),
            sort=tuple(self._key(key) for key in sort.findall(f"{CSL}key")) if sort is not None else (),
            options=_attributes(element),
        )

    def _key(self, element: etree._Element) -> SortKey:
        renamed = {"names-min": "et-al-min", "names-use-first": "et-al-use-first", "names-use-last": "et-al-use-last"}
        return SortKey(
            variable=element.get("variable", ""),
            macro=element.get("macro", ""),
            descending=element.get("sort") == "descending",
            name_options={new: element.get(old, "") for old, new in renamed.items() if old in element.attrib},
        )

    def _children(self, element: etree._Element, depth: int = 0) -> tuple[Node, ...]:
        if depth > _MAX_DEPTH:
            raise self._error(element, f"elements are nested deeper than {_MAX_DEPTH}")
        nodes = (self._node(child, depth + 1) for child in element if local_name(child))
        return tuple(node for node in nodes if node is not None)

    def _node(self, element: etree._Element, depth: int) -> Node | None:
        tag = local_name(element)
        match tag:
            case "text":
                return self._text(element)
            case "number":
                return Number(read_look(element), element.get("variable", ""), element.get("form", "numeric"))
            case "date":
                return self._date(element)
            case "label":
                return _label(element)
            case "names":
                return self._names(element, depth)
            case "group":
                return Group(read_look(element), element.get("delimiter", ""), self._children(element, depth))
            case "choose":
                return Choose(tuple(self._branch(child, depth) for child in element if local_name(child)))
        self._warn(element, f"<{tag}> is not known here and was left out")
        return None

    def _text(self, element: etree._Element) -> Text:
        if _TEXT_SOURCES.isdisjoint(element.keys()):
            raise self._error(element, "<text> has neither variable, macro, term nor value")
        return Text(
            look=read_look(element),
            variable=element.get("variable", ""),
            macro=element.get("macro", ""),
            term=element.get("term", ""),
            value=element.get("value", ""),
            form=element.get("form", "long"),
            plural=element.get("plural") == "true",
        )

    def _date(self, element: etree._Element) -> Date:
        return Date(
            look=read_look(element),
            variable=element.get("variable", ""),
            form=element.get("form", ""),
            date_parts=element.get("date-parts", "year-month-day"),
            delimiter=element.get("delimiter", ""),
            parts=date_parts(element),
        )

    def _names(self, element: etree._Element, depth: int) -> Names:
        name: Name | None = None
        et_al: EtAl | None = None
        label: Label | None = None
        label_first = False
        substitute: tuple[Node, ...] = ()
        for child in element:
            match local_name(child):
                case "name":
                    name = _name(child)
                case "et-al":
                    et_al = EtAl(read_look(child), child.get("term", "et-al"))
                case "label":
                    label, label_first = _label(child), name is None
                case "substitute":
                    substitute = self._children(child, depth)
                case "institution" | "":
                    pass  # citeproc-js's multilingual extension has no place in CSL 1.0.2
                case other:
                    self._warn(child, f"<{other}> is not known in <names> and was left out")
        return Names(
            look=read_look(element),
            variables=tuple(element.get("variable", "").split()),
            delimiter=element.get("delimiter"),
            name=name,
            et_al=et_al,
            label=label,
            label_first=label_first and name is not None,
            substitute=substitute,
            line=line_of(element) or 0,
        )

    def _branch(self, element: etree._Element, depth: int) -> Branch:
        tag = local_name(element)
        if tag == "else":
            return Branch("else", (), self._children(element, depth))
        if tag not in {"if", "else-if"}:
            raise self._error(element, f"<{tag}> cannot stand in <choose>")
        given = element.keys()
        conditions = tuple(
            Condition(kind, tuple(element.get(kind, "").split())) for kind in _CONDITIONS if kind in given
        )
        return Branch(element.get("match", "all"), conditions, self._children(element, depth))

    def _error(self, element: etree._Element, message: str) -> StyleError:
        return StyleError(message, line=line_of(element), name=self.name)

    def _warn(self, element: etree._Element, message: str) -> None:
        self.warnings.append(f"{self.name or 'style'}, line {line_of(element)}: {message}")


def date_parts(element: etree._Element) -> tuple[DatePart, ...]:
    """The `cs:date-part` children of a date, in a style or a locale."""
    return tuple(
        DatePart(read_look(part), part.get("name", ""), part.get("form", ""), part.get("range-delimiter", ""))
        for part in element.findall(f"{CSL}date-part")
    )


def _name(element: etree._Element) -> Name:
    options = {key: value for key, value in _attributes(element).items() if key in NAME_OPTIONS}
    if "form" in element.attrib:
        options["name-form"] = element.get("form", "")
    if "delimiter" in element.attrib:
        options["name-delimiter"] = element.get("delimiter", "")
    parts = tuple(NamePart(read_look(part), part.get("name", "")) for part in element.findall(f"{CSL}name-part"))
    return Name(read_look(element), options, parts)


def _label(element: etree._Element) -> Label:
    return Label(
        read_look(element),
        element.get("variable", ""),
        element.get("form", "long"),
        element.get("plural", "contextual"),
    )


def read_look(element: etree._Element) -> Look:
    """The formatting, affixes and what else any rendering element may carry, in a style or a locale."""
    if _LOOK_ATTRIBUTES.isdisjoint(element.keys()):
        return PLAIN
    get = element.get
    formatting = Formatting(
        font_style=get("font-style", ""),
        font_variant=get("font-variant", ""),
        font_weight=get("font-weight", ""),
        text_decoration=get("text-decoration", ""),
        vertical_align=get("vertical-align", ""),
    )
    look = Look(
        formatting=formatting,
        prefix=get("prefix", ""),
        suffix=get("suffix", ""),
        display=get("display", ""),
        text_case=get("text-case", ""),
        quotes=get("quotes") == "true",
        unquoted=get("quotes") == "false",
        strip_periods=get("strip-periods") == "true",
    )
    return PLAIN if look == PLAIN else look


def _info(root: etree._Element) -> StyleInfo:
    info = root.find(f"{CSL}info")
    if info is None:
        return StyleInfo()
    links = {link.get("rel", ""): link.get("href", "") for link in info.findall(f"{CSL}link")}
    return StyleInfo(
        id=(info.findtext(f"{CSL}id") or "").strip(),
        title=(info.findtext(f"{CSL}title") or "").strip(),
        parent=links.get("independent-parent", "").rstrip("/").rpartition("/")[2],
        categories=tuple(
            c.get("citation-format", "") for c in info.findall(f"{CSL}category") if c.get("citation-format")
        ),
    )


def _attributes(element: etree._Element) -> Mapping[str, str]:
    return {str(key): str(value) for key, value in element.attrib.items()}
