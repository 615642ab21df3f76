"""The CSL engine `pandoc`: styles processed by the bundled pandoc, read back from its document tree."""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport import CiteMode, CslStyleSource, Entry, NoOptions, Options, StyledText, StyleError, StyleJob
from bmreport.csl_style import CslInfo, read_csl
from bmreport.richtext import RichText, Text, joined, walk_ref_links
from bmreport.richtext.pointers import pointer
from bmreport.styling import CitationFormat
from bmreport_plugins.csl_engines.pandoc_inlines import InlineReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport.models import Cite
    from bmreport.styling import CiteCluster

_UNKNOWN = "[?]"
_MODES = {
    CiteMode.PARENTHETICAL: "NormalCitation",
    CiteMode.SUPPRESS_AUTHOR: "SuppressAuthor",
    CiteMode.NARRATIVE: "SuppressAuthor",
    CiteMode.AUTHOR_ONLY: "SuppressAuthor",
}
_PREFIX = "ref-"
_PAGES = re.compile(r"\d+(?:\s*[-–]\s*\d+)?")


class PandocCiteproc:
    """Processes CSL 1.0 styles with pandoc's citeproc, one run of pandoc for a job.

    Pandoc reads the style and the records it is given and nothing else (`--sandbox`). Items that nothing cites stand
    where the style sorts them, and names alone are left to whoever renders the text.
    """

    name = "pandoc"
    summary = "CSL processor of the bundled pandoc"
    options_model: type[Options] = NoOptions

    def process(self, style: CslStyleSource, job: StyleJob, options: Any) -> StyledText:  # noqa: ANN401  # as the Protocol
        """Render all clusters and the list. Raises StyleError naming the style, ServiceError when pandoc cannot run."""
        info = read_csl(style.xml, f"{style.style_id}.csl")
        if info.parent:
            raise StyleError(
                f"is a dependent style; its parent {info.parent!r} is needed", where=f"{style.style_id}.csl"
            )
        return _Run(style, info, job).styled()


@dataclass
class _Run:
    """One job. Items get plain names (`i1`), so that no id of a record can be taken for mark-up."""

    style: CslStyleSource
    info: CslInfo
    job: StyleJob
    warnings: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = {str(item["id"]): f"i{number}" for number, item in enumerate(self.job.items, start=1)}
        self.ids = {f"{_PREFIX}{name}": key for key, name in self.names.items()}
        self.reader = InlineReader(self.ids)

    def styled(self) -> StyledText:
        """What pandoc prints. Raises StyleError, ServiceError."""
        blocks = self._converted()["blocks"]
        printed = [block["c"] for block in blocks if block["t"] == "Para"]
        clusters = tuple(
            self._cluster(cluster, inlines) for cluster, inlines in zip(self.job.clusters, printed, strict=True)
        )
        listed = next((block for block in blocks if block["t"] == "Div"), None)
        attributes: list[Any] = listed["c"][0] if listed is not None else ["", [], []]
        spacing = dict(attributes[2]).get("entry-spacing", "1")
        return StyledText(
            clusters=clusters,
            entries=tuple(self._entries(listed)) if self.info.has_bibliography else None,
            citation_format=self.info.citation_format,
            hanging_indent="hanging-indent" in attributes[1],
            entry_spacing=int(spacing) if spacing.isdecimal() and len(spacing) < 3 else 1,
            warnings=tuple(self.warnings),
        )

    def _converted(self) -> dict[str, Any]:
        """The document after citeproc. Raises StyleError with what pandoc says of the style."""
        from bmreport_plugins.exporters.pandoc import PandocError, run_pandoc

        with tempfile.TemporaryDirectory(prefix="bmreport-") as folder:
            style, items = Path(folder) / "style.csl", Path(folder) / "items.json"
            style.write_bytes(self.style.xml)
            items.write_text(json.dumps([self._item(item) for item in self.job.items]), encoding="utf-8")
            arguments = ["--sandbox", "--from=json", "--to=json", "--citeproc", "--output=-", f"--data-dir={folder}",
                         f"--csl={style}", f"--bibliography={items}"]  # fmt: skip
            try:
                printed = run_pandoc(arguments, json.dumps(self._document()).encode("ascii"))
            except PandocError as error:
                raise StyleError(
                    error.message.replace(f"{folder}/", ""), where=f"{self.style.style_id}.csl", remedy=error.remedy
                ) from error
        tree: dict[str, Any] = json.loads(printed)
        return tree

    def _item(self, item: dict[str, Any]) -> dict[str, Any]:
        """The record under its plain name; a list of authors that is not complete ends in `others` for pandoc."""
        record = {key: value for key, value in item.items() if key != "custom"}
        custom = item.get("custom")
        if isinstance(custom, dict) and custom.get("authors_truncated") and isinstance(record.get("author"), list):
            record["author"] = [*record["author"], {"literal": "others"}]
        return {**record, "id": self.names[str(item["id"])]}

    def _document(self) -> dict[str, Any]:
        """A paragraph for each cluster; `nocite` lists what they do not cite, in the order of the items."""
        known = [name for key, name in self.names.items() if key not in set(self.job.uncited)]
        every = [*known, *(self.names[key] for key in self.job.uncited if key in self.names)]
        meta: dict[str, Any] = {
            "link-citations": {"t": "MetaBool", "c": True},
            "nocite": {"t": "MetaInlines", "c": [_cite_node([_citation(name, "NormalCitation") for name in every])]},
        }
        locale = self.job.locale or self.style.default_locale
        if locale:
            meta["lang"] = {"t": "MetaString", "c": locale}
        blocks = [{"t": "Para", "c": self._cites(cluster)} for cluster in self.job.clusters]
        return {"pandoc-api-version": [1, 23, 1], "meta": meta, "blocks": blocks}

    def _cites(self, cluster: CiteCluster) -> list[Any]:
        cites: dict[str, dict[str, Any]] = {}
        for cite in cluster.cites:
            name = self.names.get(cite.reference_id)
            if name is None:
                self.warnings[f"a cite points to an unknown item, {cite.reference_id!r}"] = None
            elif cite.mode is not CiteMode.AUTHOR_ONLY:  # pandoc prints no names alone; those of the record stand
                given = _citation(name, _MODES[cite.mode], cite)
                cites.setdefault(json.dumps(given), given)
        return [_cite_node(list(cites.values()))] if cites else []

    def _cluster(self, cluster: CiteCluster, inlines: list[Any]) -> RichText:
        content = inlines[0]["c"][1] if inlines and inlines[0]["t"] == "Cite" else inlines
        if self.info.citation_format is CitationFormat.NOTE and content and content[0]["t"] == "Note":
            content = [inline for block in content[0]["c"] for inline in block["c"]]
        rich = self.reader.read(content)
        if self.info.citation_format is not CitationFormat.NUMERIC and len(cluster.cites) == 1 and rich:
            rich = self._pointed(rich, cluster.cites[0])
        unknown = [(Text(_UNKNOWN),) for cite in cluster.cites if cite.reference_id not in self.names]
        return joined([rich, *unknown])

    def _pointed(self, rich: RichText, cite: Cite) -> RichText:
        """A cite in which pandoc set no pointer, as in notes, is one as a whole."""
        if cite.reference_id not in self.names or any(walk_ref_links(rich)):
            return rich
        return pointer(cite.reference_id, rich)

    def _entries(self, listed: dict[str, Any] | None) -> Iterator[Entry]:
        left = dict.fromkeys(self.names)
        for entry in listed["c"][1] if listed is not None else ():
            key = self.ids.get(entry["c"][0][0])
            if key is None:
                continue
            label, body = self.reader.entry(entry["c"][1])
            if body:
                left.pop(key, None)
                yield Entry(key, body, label)
        items = {str(item["id"]): item for item in self.job.items}
        for key in left:
            self.warnings[f"item {key}: the style prints nothing of it, so its title or id stands in the list"] = None
            item = items[key]
            yield Entry(key, (Text(str(item.get("title-short") or item.get("title") or key)),))


def _cite_node(citations: list[dict[str, Any]]) -> dict[str, Any]:
    return {"t": "Cite", "c": [citations, []]}


def _citation(name: str, mode: str, cite: Cite | None = None) -> dict[str, Any]:
    prefix = cite.prefix.rstrip() if cite is not None else ""
    return {
        "citationId": name,
        "citationPrefix": [_str(prefix)] if prefix else [],
        "citationSuffix": _suffix(cite) if cite is not None else [],
        "citationMode": {"t": mode},
        "citationNoteNum": 0,
        "citationHash": 0,
    }


def _suffix(cite: Cite) -> list[dict[str, str]]:
    """Pandoc takes the locator from the suffix: pages as bare numbers, anything else with its label in braces.

    Labels are understood in English only, as pandoc looks them up among the words of the language.
    """
    out: list[dict[str, str]] = []
    value = cite.locator.value.strip() if cite.locator is not None else ""
    if cite.locator is not None and value:
        label = cite.locator.label.strip().lower().replace("_", "-") or "page"
        is_bare = label == "page" and _PAGES.fullmatch(value) and not cite.suffix.lstrip()[:1].isdecimal()
        out.extend([_str(","), {"t": "Space"}, _str(value if is_bare else f"{{{label} {value}}}")])
    if cite.suffix:
        out.append(_str(f" {cite.suffix}" if cite.suffix[:1].isalnum() else cite.suffix))
    return out


def _str(text: str) -> dict[str, str]:
    return {"t": "Str", "c": text}
