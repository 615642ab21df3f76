"""A style made ready for citeproc-py: parsed once, checked, bound to a locale, and kept for the next report."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from citeproc import SCHEMA_PATH, model
from citeproc.formatter import plain as plain_formatter
from lxml import etree

from bmreport import CslStyleSource, StyleError
from bmreport.csl_style import CSL_NAMESPACE, parse_csl, read_csl
from bmreport.safe_xml import safe_parser
from bmreport_plugins.csl_engines.citeproc_parts import conditions, dates, layouts, names, texts
from bmreport_plugins.csl_engines.citeproc_parts.locales import known_locale, locale_chain, shared_facts
from bmreport_plugins.csl_engines.citeproc_parts.macros import check_macros
from bmreport_plugins.csl_engines.citeproc_parts.marks import escape

if TYPE_CHECKING:
    from bmreport_plugins.csl_engines.citeproc_parts.base import Element

_NEAR_NOTE_DISTANCE = 5
_NS = {"cs": CSL_NAMESPACE}
_CLASSES = (
    conditions.Choose,
    conditions.Else,
    conditions.Else_If,
    conditions.If,
    dates.Date,
    dates.Date_Part,
    layouts.Bibliography,
    layouts.Citation,
    layouts.Key,
    layouts.Layout,
    layouts.Locale,
    layouts.Sort,
    layouts.Style,
    names.Et_Al,
    names.Name,
    names.Name_Part,
    names.Names,
    texts.Group,
    texts.Label,
    texts.Macro,
    texts.Number,
    texts.Substitute,
    texts.Term,
    texts.Text,
)


class CompiledStyle:
    """A style in one locale. Rendering leaves traces in it, so `lock` is held while it is used."""

    def __init__(self, source: CslStyleSource, locale: str) -> None:
        """Raises StyleError with the line of what is wrong."""
        self.where = f"{source.style_id}.csl"
        self.info = read_csl(source.xml, self.where)
        if self.info.parent:
            raise StyleError(f"is a dependent style; its parent {self.info.parent!r} is needed", where=self.where)
        self.lock = threading.Lock()
        self._xml = source.xml
        self.root: Element = parse_csl(source.xml, self.where, _parser())
        _drop_foreign(self.root)
        check_macros(self.root, self.where)
        wanted = locale or source.default_locale or self.root.get("default-locale", "")
        self.locale, self.warning = known_locale(wanted)
        self._bind()
        self.citation_layout: Element = self._layout("citation")
        self.bibliography: Element = self.root.find("cs:bibliography", _NS)
        self.bibliography_layout: Element = None if self.bibliography is None else self._layout("bibliography")

    @property
    def near_note_distance(self) -> int:
        """How many notes back still counts as near."""
        value = self._citation_option("near-note-distance")
        return int(value) if value.isdecimal() and len(value) < 9 else _NEAR_NOTE_DISTANCE

    @property
    def adds_year_suffix(self) -> bool:
        """Whether cites that look alike get a, b, c after the year."""
        return self._citation_option("disambiguate-add-year-suffix") == "true"

    def fault(self, error: Exception, doing: str) -> StyleError:
        """What to say when citeproc-py gave up: the first breach of the CSL schema, if there is one."""
        schema = etree.RelaxNG(etree.parse(SCHEMA_PATH))
        if not schema.validate(etree.fromstring(self._xml, safe_parser())):
            first = schema.error_log[0]
            return StyleError(
                f"the style is not valid CSL 1.0.2: {first.message}",
                where=f"{self.where}:{first.line}",
                remedy="mend the style, or choose another",
            )
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return StyleError(
            f"citeproc-py could not {doing}: {reason}", where=self.where, remedy="choose another style or CSL engine"
        )

    def _bind(self) -> None:
        """Give every element what it looks up."""
        locales = list(locale_chain(self.root, self.locale, lambda data: etree.fromstring(data, _parser())))
        self.root.locales, self.root.formatter = locales, plain_formatter
        _add_names_defaults(self.root)
        shared = shared_facts(self.root, locales)
        # lxml forgets what is stored on an element as soon as nothing refers to it; this list does.
        self._alive = [element for tree in (self.root, *locales) for element in tree.iter(etree.Element)]
        for element in self._alive:
            element.shared = shared
            for name, value in element.attrib.items():
                if escape(value) != value:
                    element.set(name, escape(value))
        for locale_root in locales:
            locale_root.style = self.root

    def _citation_option(self, name: str) -> str:
        return str(self.root.find("cs:citation", _NS).get(name, ""))

    def _layout(self, area: str) -> Element:
        layout = self.root.find(f"cs:{area}/cs:layout", _NS)
        if layout is None or not len(layout):
            line = self.root.find(f"cs:{area}", _NS).sourceline
            raise StyleError(f"<{area}> has no layout, or an empty one", where=f"{self.where}:{line}")
        return layout


class StyleCache:
    """The styles used last, ready to be used again; safe to use from several threads."""

    def __init__(self, size: int) -> None:
        """Keeps at most `size` styles."""
        self._size = size
        self._lock = threading.Lock()
        self._styles: OrderedDict[tuple[bytes, str, str], CompiledStyle] = OrderedDict()

    def get(self, source: CslStyleSource, locale: str) -> CompiledStyle:
        """The compiled style; made when it is not at hand. Raises StyleError."""
        key = (sha256(source.xml).digest(), locale or source.default_locale, source.style_id)
        with self._lock:
            if key in self._styles:
                self._styles.move_to_end(key)
                return self._styles[key]
        style = CompiledStyle(source, locale)
        with self._lock:
            self._styles[key] = style
            while len(self._styles) > self._size:
                self._styles.popitem(last=False)
        return style


@cache
def _class_lookup() -> etree.ElementNamespaceClassLookup:
    lookup = etree.ElementNamespaceClassLookup()
    namespace = lookup.get_namespace(CSL_NAMESPACE)
    namespace[None] = model.CitationStylesElement
    for cls in _CLASSES:
        namespace[cls.__name__.replace("_", "-").lower()] = cls
    return lookup


def _parser() -> etree.XMLParser:
    parser = safe_parser()
    parser.set_element_class_lookup(_class_lookup())
    return parser


def _drop_foreign(root: Element) -> None:
    """Elements of other namespaces mean nothing to CSL."""
    for element in list(root.iter(etree.Element)):
        parent = element.getparent()
        if parent is not None and etree.QName(element).namespace != CSL_NAMESPACE:
            parent.remove(element)


def _add_names_defaults(root: Element) -> None:
    """Give `names` the `name` they leave out. A bare one inside `substitute` inherits all it needs instead."""
    substitute = f"{{{CSL_NAMESPACE}}}substitute"
    for element in root.iter(f"{{{CSL_NAMESPACE}}}names"):
        bare = not len(element) and next(element.iterancestors(substitute), None) is not None
        if not bare and element.find("cs:name", _NS) is None:
            element.insert(0, element.makeelement(f"{{{CSL_NAMESPACE}}}name"))
