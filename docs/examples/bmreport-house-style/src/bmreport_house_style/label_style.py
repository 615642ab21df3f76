"""A style without CSL: references are called by author and year."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport import CitationFormat, CiteCluster, Entry, Options, StyledText, StyleJob
from bmreport.richtext import Effect, Link, RefLink, RichText, Styled, Text, joined, parse_csl_markup

if TYPE_CHECKING:
    from bmreport.providers import CslEngine

Item = dict[str, Any]


class LabelOptions(Options):
    """What `--set house-label.option=value` can change."""

    links: bool = True
    """Print the DOI of each reference as a link."""


class LabelStyle:
    """`[Zheng 2019]` in the text; a list in the order of the labels."""

    name = "house-label"
    summary = "The house's style for leaflets: author and year as a label"
    options_model = LabelOptions

    def render(self, job: StyleJob, engine: CslEngine, options: LabelOptions) -> StyledText:
        """Give every item a label of its own, then write clusters and list with it."""
        labels = labels_of(job.items)
        by_label = sorted(job.items, key=lambda item: labels[item["id"]].casefold())
        return StyledText(
            clusters=tuple(cluster_text(cluster, labels) for cluster in job.clusters),
            entries=tuple(
                Entry(item["id"], entry_text(item, links=options.links), label=bold(labels[item["id"]]))
                for item in by_label
            ),
            citation_format=CitationFormat.LABEL,
        )


def labels_of(items: tuple[Item, ...]) -> dict[str, str]:
    """Item id -> label; items that share author and year get the letters a, b, c …"""
    sharing: dict[str, list[str]] = {}
    for item in items:
        sharing.setdefault(f"{first_author(item)} {year(item)}", []).append(item["id"])
    return {
        identifier: f"{label}{letters(place)}" if len(identifiers) > 1 else label
        for label, identifiers in sharing.items()
        for place, identifier in enumerate(identifiers)
    }


def first_author(item: Item) -> str:
    """Family name, or the whole name of a group; the title where nobody signed."""
    for name in item.get("author") or item.get("editor") or []:
        found = name.get("literal") or " ".join(
            part for part in (name.get("non-dropping-particle"), name.get("family")) if part
        )
        if found:
            return str(found)
    return str(item.get("title") or item["id"])


def year(item: Item) -> str:
    """The year of publication, or n.d. for no date."""
    parts = (item.get("issued") or {}).get("date-parts") or [[]]
    return str(parts[0][0]) if parts[0] else "n.d."


def letters(place: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa."""
    quotient, rest = divmod(place, 26)
    return (letters(quotient - 1) if quotient else "") + chr(ord("a") + rest)


def cluster_text(cluster: CiteCluster, labels: dict[str, str]) -> RichText:
    """All cites of one place in brackets; each label points to its entry."""
    parts: list[RichText] = [(Text("["),)]
    for place, cite in enumerate(cluster.cites):
        locator = f", {cite.locator.label} {cite.locator.value}" if cite.locator else ""
        label = labels.get(cite.reference_id, "?")
        parts.append((Text(f"{'; ' if place else ''}{cite.prefix}"),))
        parts.append((RefLink(cite.reference_id, (Text(label + locator),)), Text(cite.suffix)))
    return joined([*parts, (Text("]"),)])


def entry_text(item: Item, *, links: bool) -> RichText:
    """Title, journal in italics, DOI. Titles may hold CSL's own mark-up, which `parse_csl_markup` reads."""
    parts: list[RichText] = []
    if title := item.get("title"):
        parts.extend([parse_csl_markup(title), (Text("." if title[-1:] not in ".?!" else ""),)])
    if journal := item.get("container-title"):
        parts.append((Text(" "), Styled(Effect.ITALIC, parse_csl_markup(journal)), Text(".")))
    if links and (doi := item.get("DOI")):
        address = f"https://doi.org/{doi}"
        parts.append((Text(" "), Link(address, (Text(address),))))
    return joined(parts) or (Text(str(item["id"])),)


def bold(text: str) -> RichText:
    """Text in bold."""
    return (Styled(Effect.BOLD, (Text(text),)),)
