"""The CSL engine `bmreport`: this processor behind the plugin contract. The only module here that knows bmreport."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pydantic import Field

from bmreport import CiteMode, CslStyleSource, Entry, Options, StyledText, StyleJob, hookimpl
from bmreport import StyleError as FaultyStyle
from bmreport.csl_style import CslInfo, read_csl
from bmreport.richtext import Effect, Link, Node, RefLink, RichText, Styled, Text, joined, to_plain
from bmreport.richtext.lines import in_lines, trimmed
from bmreport.richtext.pointers import leads_taken, pointer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bmreport.models import Cite
    from bmreport.providers import CslEngine
    from bmreport.styling import CiteCluster
    from bmreport_csl.processor import Result
    from bmreport_csl.rich_format import RichNodes, RichSpan
    from bmreport_csl.style import Style

_KEPT_STYLES = 16
_UNKNOWN = "[?]"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")
_EFFECTS = {
    ("font-style", "italic"): Effect.ITALIC,
    ("font-style", "oblique"): Effect.ITALIC,
    ("font-style", "normal"): Effect.NORMAL,
    ("font-weight", "bold"): Effect.BOLD,
    ("font-weight", "normal"): Effect.NORMAL,
    ("font-variant", "small-caps"): Effect.SMALL_CAPS,
    ("text-decoration", "underline"): Effect.UNDERLINE,
    ("vertical-align", "sup"): Effect.SUPERSCRIPT,
    ("vertical-align", "sub"): Effect.SUBSCRIPT,
    ("display", "block"): Effect.BLOCK,
    ("display", "indent"): Effect.INDENT,
}
_DANGLING = " ,;:"


class EngineOptions(Options):
    """Options of the engine `bmreport`."""

    entry_locale: bool = Field(
        default=False,
        description="Print each entry of the list in the language of its record (et al., u. a., 等).",
    )


class BmreportCsl:
    """Processes CSL 1.0.2 styles with `bmreport_csl`. Safe to use from several threads."""

    name = "bmreport"
    summary = "CSL 1.0.2 processor of bmreport"
    options_model: type[Options] = EngineOptions

    def __init__(self) -> None:
        """Starts without any style."""
        self._lock = threading.Lock()
        self._styles: OrderedDict[tuple[bytes, str], tuple[Style, CslInfo]] = OrderedDict()

    def process(self, style: CslStyleSource, job: StyleJob, options: Any) -> StyledText:  # noqa: ANN401  # as the Protocol
        """Render all clusters and the list. Raises StyleError naming the style and what is wrong with it."""
        # The processor and lxml are loaded here: a command that prints no reference must not wait for them.
        from bmreport_csl import RICH, StyleError, process

        entry_locale = bool(getattr(options, "entry_locale", False))
        try:
            loaded, info = self._style(style)
            run = _Run(job)
            run.check_locale(job.locale or style.default_locale, loaded)
            result = process(
                loaded,
                job.items,
                run.clusters,
                job.locale or style.default_locale or None,
                RICH,
                uncited=job.uncited,
                in_text=run.named,
                entry_locales=entry_locale,
            )
        except StyleError as error:
            where = f"{style.style_id}.csl"
            raise FaultyStyle(
                error.reason, where=f"{where}:{error.line}" if error.line else where, remedy="mend the style"
            ) from error
        return run.styled(result, info)

    def _style(self, source: CslStyleSource) -> tuple[Style, CslInfo]:
        """The parsed style; parsed when it is not at hand. Raises StyleError of either package."""
        from bmreport_csl import Style

        key = (sha256(source.xml).digest(), source.style_id)
        with self._lock:
            if key in self._styles:
                self._styles.move_to_end(key)
                return self._styles[key]
        info = read_csl(source.xml, f"{source.style_id}.csl")
        if info.parent:
            raise FaultyStyle(
                f"is a dependent style; its parent {info.parent!r} is needed", where=f"{source.style_id}.csl"
            )
        made = (Style.load(source.xml), info)
        with self._lock:
            self._styles[key] = made
            while len(self._styles) > _KEPT_STYLES:
                self._styles.popitem(last=False)
        return made


@hookimpl
def bmreport_csl_engines() -> list[CslEngine]:
    """The engine."""
    return [BmreportCsl()]


class _Run:
    """One job: what the processor is asked for, and what becomes of its answer."""

    def __init__(self, job: StyleJob) -> None:
        self._job = job
        self._known = {str(item["id"]) for item in job.items}
        self._warnings: dict[str, None] = {}
        self.clusters = [self._cluster(cluster) for cluster in job.clusters]
        self.named = {cite.reference_id for cluster in job.clusters for cite in cluster.cites if cite.mode.is_named}

    def check_locale(self, locale: str, style: Style) -> None:
        """A language without a locale file is worth a remark; what is no language tag is an error."""
        if not locale:
            return
        if not _LANGUAGE.fullmatch(locale):
            raise FaultyStyle(
                f"{locale[:40]!r} is no language tag", remedy="give one such as de-DE, or leave --locale out"
            )
        base = locale.replace("_", "-").partition("-")[0].lower()
        if not any(name.lower().startswith(base) for name in style.locales.chain(locale)):
            self._warnings[f"there is no locale for the language {locale!r}, so English stands in"] = None

    def styled(self, result: Result, info: CslInfo) -> StyledText:
        """The processor's answer as rich text."""
        self._warnings.update(dict.fromkeys(result.warnings))
        authors = {key: _without_dangling(_rich(text)) for key, text in result.in_text.items()}
        printed = zip(self._job.clusters, result.citations, strict=True)
        clusters = tuple(self._printed(cluster, text) for cluster, text in printed)
        options = result.bibliography_options
        return StyledText(
            clusters=clusters,
            entries=None if result.bibliography is None else tuple(self._entries(result.bibliography)),
            citation_format=info.citation_format,
            hanging_indent=options.hanging_indent,
            entry_spacing=options.entry_spacing,
            warnings=tuple(self._warnings),
            authors=tuple(_authors(cluster, authors) for cluster in self._job.clusters) if self.named else (),
        )

    def _cluster(self, cluster: CiteCluster) -> dict[str, object]:
        """The cluster as the processor takes it; the same cite of the same item stands only once."""
        cites: dict[tuple[object, ...], dict[str, object]] = {}
        for cite in cluster.cites:
            if cite.reference_id not in self._known:
                self._warnings[f"a cite points to an unknown item, {cite.reference_id!r}"] = None
                continue
            given = _cite(cite)
            cites.setdefault(tuple(given.values()), given)
        return {"citationItems": list(cites.values()), "properties": {"noteIndex": cluster.note_number}}

    def _printed(self, cluster: CiteCluster, text: str) -> RichText:
        from bmreport_csl.citations import NO_FORM, NOTHING_LEFT

        rich = _rich(text)
        for hole in (NO_FORM, NOTHING_LEFT):
            if hole in to_plain(rich):
                rich = self._formless(cluster, rich, hole)
        unknown = [(Text(_UNKNOWN),) for cite in cluster.cites if cite.reference_id not in self._known]
        return joined([part for part in (rich, *unknown) if part])

    def _formless(self, cluster: CiteCluster, rich: RichText, hole: str) -> RichText:
        """A narrative cite of which only the names are left needs nothing more; any other one must not be lost."""
        if all(cite.mode is CiteMode.NARRATIVE for cite in cluster.cites):
            return ()
        ids = ", ".join(dict.fromkeys(cite.reference_id for cite in cluster.cites))
        self._warnings[f"the style prints nothing of a cite of {ids}, so its title or id stands there"] = None
        titles = {str(item["id"]): _title(item) for item in self._job.items}
        return _filled(rich, hole, titles, "")

    def _entries(self, bibliography: list[tuple[str, str]]) -> Iterable[Entry]:
        """The list; items of which the style prints nothing stand after those that come before them in the job."""
        printed = dict(bibliography)
        missing = [item for item in self._job.items if str(item["id"]) not in printed]
        for key, text in bibliography:
            yield _entry(key, _tree(text))
        for item in missing:
            key = str(item["id"])
            self._warnings[f"item {key}: the style prints nothing of it, so its title or id stands in the list"] = None
            yield Entry(key, (Text(_title(item)),))


def _cite(cite: Cite) -> dict[str, object]:
    locator = cite.locator
    value = locator.value.strip() if locator is not None else ""
    label = locator.label.strip().lower().replace("_", "-") or "page" if locator is not None and value else ""
    return {
        "id": cite.reference_id,
        "locator": value,
        "label": label,
        "prefix": cite.prefix,
        "suffix": cite.suffix,
        "suppress-author": cite.mode in (CiteMode.SUPPRESS_AUTHOR, CiteMode.NARRATIVE),
        "author-only": cite.mode is CiteMode.AUTHOR_ONLY,
    }


def _authors(cluster: CiteCluster, authors: Mapping[str, RichText]) -> RichText:
    """The names that a cluster puts in the sentence."""
    parts: list[RichText] = []
    for cite in cluster.cites:
        if cite.mode.is_named and (names := authors.get(cite.reference_id)):
            parts.extend([(Text(", "),), names] if parts else [names])
    return joined(parts)


def _title(item: Mapping[str, Any]) -> str:
    return str(item.get("title-short") or item.get("title") or item["id"])


# -- rich text ---------------------------------------------------------------------------------------------------


def _tree(text: str) -> RichNodes:
    from bmreport_csl import read_rich

    return read_rich(text)


def _rich(text: str) -> RichText:
    return in_lines(trimmed(_Reader().read(_tree(text))))


def _entry(key: str, tree: RichNodes) -> Entry:
    """The label is what the style sets off to the left (CSL 1.0.2, "Display"; `second-field-align`)."""
    label: list[str | RichSpan] = []
    body: list[str | RichSpan] = []
    for node in tree:
        is_label = not isinstance(node, str) and (node.kind, node.value) == ("display", "left-margin")
        (label if is_label and not body else body).append(node)
    if not any(to_plain(_Reader().read((node,))).strip() for node in body):
        label, body = [], [*label, *body]
    return Entry(key, _finished(body), _finished(label))


def _finished(nodes: Iterable[str | RichSpan]) -> RichText:
    return in_lines(trimmed(_Reader().read(tuple(nodes))))


class _Reader:
    """From spans of the processor to nodes of bmreport."""

    def __init__(self) -> None:
        self._slanted: list[bool] = [False]
        """For each effect that is open: whether italic or bold holds."""

    def read(self, spans: RichNodes) -> RichText:
        """The spans as rich text."""
        out: list[Node] = []
        for span in spans:
            out.extend((Text(span),) if isinstance(span, str) else self._span(span))
        return leads_taken(joined([tuple(out)]))

    def _span(self, span: RichSpan) -> RichText:
        effect = _EFFECTS.get((span.kind, span.value))
        if effect is Effect.NORMAL and not self._slanted[-1]:
            effect = None
        if effect is not None:
            slanted = self._slanted[-1] or effect in (Effect.ITALIC, Effect.BOLD)
            self._slanted.append(slanted and effect is not Effect.NORMAL)
            children = self.read(span.children)
            self._slanted.pop()
            return (Styled(effect, children),) if children else ()
        children = self.read(span.children)
        if span.kind == "cite":
            # A cite with a number points by its number, any other as a whole.
            if _has_number(span.children):
                return self.numbers_linked(span.value, span.children)
            return pointer(span.value, children)
        return (Link(span.value, children),) if span.kind == "link" and children else children

    def numbers_linked(self, key: str, spans: RichNodes) -> RichText:
        """The spans of a cite, in which each citation number points to its item."""
        out: list[RichText] = []
        for span in spans:
            if isinstance(span, str):
                out.append((Text(span),))
            elif span.kind == "number":
                out.append((RefLink(key, self.read(span.children)),))
            else:
                inner = self.numbers_linked(key, span.children)
                effect = _EFFECTS.get((span.kind, span.value))
                out.append((Styled(effect, inner),) if effect not in (None, Effect.NORMAL) else inner)
        return joined(out)


def _has_number(spans: RichNodes) -> bool:
    return any(not isinstance(span, str) and (span.kind == "number" or _has_number(span.children)) for span in spans)


def _filled(rich: RichText, hole: str, titles: Mapping[str, str], key: str) -> RichText:
    """The titles of items in place of the processor's mark for a cite without form."""
    out: list[Node] = []
    for node in rich:
        if isinstance(node, Text):
            out.append(Text(node.text.replace(hole, titles.get(key, key) or hole)))
        elif isinstance(node, RefLink):
            out.append(RefLink(node.reference_id, _filled(node.children, hole, titles, node.reference_id)))
        elif isinstance(node, Styled):
            out.append(Styled(node.effect, _filled(node.children, hole, titles, key)))
        else:
            out.append(node)
    return tuple(out)


def _without_dangling(rich: RichText) -> RichText:
    """Names without the comma that a style puts between them and the year."""
    if rich and isinstance(rich[-1], Text):
        text = rich[-1].text.rstrip(_DANGLING)
        return (*rich[:-1], Text(text)) if text else _without_dangling(rich[:-1])
    return rich
