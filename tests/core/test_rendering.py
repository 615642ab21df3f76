"""One style applied to a report: clusters in their sentences, pointers counted, nothing lost."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport import hookimpl
from bmreport.errors import OutputError, PluginError, StyleError, TemplateError, UnknownProviderError
from bmreport.models import Cite, Claim, Draft, NoOptions, Options, Paragraph, Section
from bmreport.providers import CslEngine, Exporter, Style
from bmreport.rendering import RenderedParagraph, RenderedReport, RenderedTable, render
from bmreport.richtext import Effect, Note, RefLink, RichText, Styled, Text, to_plain, walk_ref_links
from bmreport.styling import CitationFormat, Entry, StyledText, StyleJob
from bmreport.testing import NoEngine, NumberedStyle, SamplePlugin, fresh_host, sample_rendered, sample_report


class _Shaped(NumberedStyle):
    """The sample style with another shape of cluster."""

    name = "shaped"

    def __init__(self, shape: Any, citation_format: CitationFormat = CitationFormat.NUMERIC) -> None:
        self.shape = shape
        self.citation_format = citation_format

    def render(self, job: StyleJob, engine: CslEngine, options: Any) -> StyledText:  # as the Protocol
        styled = super().render(job, engine, options)
        clusters = tuple(self.shape(cluster) for cluster in styled.clusters)
        return StyledText(clusters, styled.entries, self.citation_format)


def _rendered(style: Style, draft: Draft | None = None) -> RenderedReport:
    class Plugin(SamplePlugin):
        @hookimpl
        def bmreport_styles(self) -> list[Style]:
            return [style]

    host = fresh_host(Plugin(), builtins=False)
    return render(sample_report(draft), host=host, style=style.name, engine=NoEngine.name)


def _first(rendered: RenderedReport) -> RichText:
    block = rendered.sections[0].blocks[0]
    assert isinstance(block, RenderedParagraph)
    return block.content


def _superscript(cluster: RichText) -> RichText:
    return (Styled(Effect.SUPERSCRIPT, cluster),)


def test_brackets_stand_before_the_full_stop() -> None:
    """A cluster in the line comes before the sentence's last punctuation, as in `… by 12% [1].`."""
    assert to_plain(_first(sample_rendered())) == "Placebrol lowered sample events by 12% [1]."


def test_superscripts_follow_the_full_stop() -> None:
    """Superscript numbers come after it (AMA)."""
    content = _first(_rendered(_Shaped(_superscript)))
    assert to_plain(content) == "Placebrol lowered sample events by 12%.[1]"


def test_note_styles_make_numbered_footnotes() -> None:
    """Each cluster of a note style becomes one footnote, numbered in reading order, after the punctuation."""
    rendered = _rendered(_Shaped(lambda cluster: cluster, CitationFormat.NOTE))
    assert [note.number for note in rendered.notes] == list(range(1, len(rendered.notes) + 1))
    last = _first(rendered)[-1]
    assert isinstance(last, Note)
    assert to_plain(last.children) == "[1]"


def test_a_sentence_without_an_end_keeps_its_words() -> None:
    """No full stop is invented."""
    draft = Draft(
        sections=[Section(blocks=[Paragraph(claims=[Claim(text="Fewer events", cites=[Cite(citation_id="c1")])])])]
    )
    assert to_plain(_first(_rendered(NumberedStyle(), draft))) == "Fewer events [1]"


def test_numbers_follow_first_appearance_through_tables() -> None:
    """Cells, captions and footnotes of tables are cited in reading order like paragraphs."""
    rendered = sample_rendered()
    table = next(b for s in rendered.sections for b in s.blocks if isinstance(b, RenderedTable))
    assert to_plain(table.caption[0].content) == "Events by group [1]"
    assert to_plain(table.rows[1][1][0].content) == "1.29 (1.05-1.56) [2]"
    assert [entry.reference.number for entry in rendered.references] == [1, 2, 3, 4]


def test_every_pointer_is_counted_and_listed_at_its_reference() -> None:
    """Pointers bear 1, 2, 3 …, and each reference knows the pointers to it."""
    rendered = sample_rendered()
    seen: list[RefLink] = []
    for section in rendered.sections:
        for block in section.blocks:
            if isinstance(block, RenderedParagraph):
                seen.extend(walk_ref_links(block.content))
            elif isinstance(block, RenderedTable):
                cells = [block.caption, *block.header, *(c for row in block.rows for c in row), *block.footnotes]
                for claims in cells:
                    for claim in claims:
                        seen.extend(walk_ref_links(claim.content))
    assert sorted(link.occurrence for link in seen) == list(range(1, len(seen) + 1))
    for entry in rendered.references:
        here = [link.occurrence for link in seen if link.reference_id == entry.reference.id]
        assert list(entry.occurrences) == sorted(here)


def test_uncited_references_are_listed_apart_and_only_on_request() -> None:
    """Further reading is off by default and never mixed into the list."""
    draft = Draft(sections=[Section(blocks=[Paragraph(claims=[Claim(text="A.", cites=[Cite(citation_id="c4")])])])])
    report = sample_report(draft)
    host = fresh_host(SamplePlugin(), builtins=False)
    plain = render(report, host=host, engine="none")
    assert [entry.reference.id for entry in plain.references] == ["r3"]
    assert plain.further_reading == ()
    full = render(report, host=host, engine="none", further_reading=True)
    assert [entry.reference.id for entry in full.references] == ["r3"]
    assert {entry.reference.id for entry in full.further_reading} == {"r1", "r2", "r4"}


class _Losing(NumberedStyle):
    """A style that loses something."""

    name = "losing"

    def __init__(self, what: str) -> None:
        self.what = what

    def render(self, job: StyleJob, engine: CslEngine, options: Any) -> StyledText:  # as the Protocol
        styled = super().render(job, engine, options)
        entries: tuple[Entry, ...] = styled.entries or ()
        if self.what == "cluster":
            return StyledText(styled.clusters[1:], entries)
        if self.what == "entry":
            return StyledText(styled.clusters, entries[1:])
        if self.what == "invented":
            return StyledText(styled.clusters, (*entries, Entry("r99", (Text("Nobody. Nothing. 2099."),))))
        if self.what == "twice":
            return StyledText(styled.clusters, (*entries, entries[0]))
        if self.what == "everything":
            return None  # type: ignore[return-value]  # the fault under test
        raise KeyError(self.what)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("cluster", "clusters for"),
        ("entry", "left out of the reference list: r1"),
        ("invented", "without being asked: r99"),
        ("twice", "listed more than once: r1"),
        ("everything", "NoneType"),
        ("x", "KeyError"),
    ],
)
def test_a_style_that_loses_something_is_named(what: str, message: str) -> None:
    """A style that drops a cluster or an entry, or raises, is an error of its plugin, never a shorter report."""
    with pytest.raises(PluginError, match=message):
        _rendered(_Losing(what))


def test_unknown_names_are_usage_errors() -> None:
    """Style, engine and exporter names are checked."""
    host = fresh_host(SamplePlugin(), builtins=False)
    with pytest.raises(StyleError):
        render(sample_report(), host=host, style="no-such-style", engine="none")
    with pytest.raises(UnknownProviderError, match="CSL engine"):
        render(sample_report(), host=host, engine="no-such-engine")
    with pytest.raises(UnknownProviderError, match="exporter"):
        sample_rendered().to_bytes("no-such-format")


class _Exporter:
    """An exporter that returns what it is told to."""

    name = "odd"
    summary = "Returns odd things"
    options_model: type[Options] = NoOptions
    suffix = ".odd"
    media_type = "application/odd"
    takes_template = False

    def __init__(self, value: Any) -> None:  # anything, that is the point
        self.value = value

    def export(self, rendered: RenderedReport, template: Any, options: Any) -> bytes:  # as the Protocol
        if isinstance(self.value, Exception):
            raise self.value
        return self.value  # type: ignore[no-any-return]  # the fault under test


@pytest.mark.parametrize("value", ["text", None, ValueError("no")])
def test_a_failing_exporter_leaves_no_file(value: object, tmp_path: Any) -> None:  # pytest's path
    """An exporter that raises or returns no bytes is named, and no file appears."""

    class Plugin(SamplePlugin):
        @hookimpl
        def bmreport_exporters(self) -> list[Exporter]:
            return [_Exporter(value)]

    rendered = render(sample_report(), host=fresh_host(Plugin(), builtins=False), engine="none")
    with pytest.raises(PluginError, match="odd"):
        rendered.export("odd", tmp_path / "x.odd")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Any) -> None:  # pytest's path
    """Exporting onto a folder is refused by name."""
    with pytest.raises(OutputError, match="is a folder"):
        sample_rendered().export("text", tmp_path)


def test_effects_inside_clusters_survive() -> None:
    """Rich text of a style reaches the sentence unchanged."""
    style = _Shaped(lambda cluster: (Styled(Effect.ITALIC, (Text("see "), *cluster)),))
    content = _first(_rendered(style))
    assert any(isinstance(node, Styled) and node.effect is Effect.ITALIC for node in content)
    assert to_plain(content) == "Placebrol lowered sample events by 12% see [1]."


def test_one_claim_in_two_places_is_two_claims() -> None:
    """The same object may stand twice; its pointers are counted apart."""
    claim = Claim(text="Fewer events.", cites=[Cite(citation_id="c1")])
    report = sample_report()
    report.sections = [Section(blocks=[Paragraph(claims=[claim, claim])])]
    claim.cites[0].reference_id = "r1"
    rendered = render(report, host=fresh_host(SamplePlugin(), builtins=False), engine="none")
    block = rendered.sections[0].blocks[0]
    assert isinstance(block, RenderedParagraph)
    assert [link.occurrence for link in walk_ref_links(block.content)] == [1, 2]


def test_an_open_direction_ends_before_the_cluster() -> None:
    """A sentence that leaves a right-to-left override open does not turn its cluster around."""
    claim = Claim(text="Fewer \u202eevents.", cites=[Cite(citation_id="c1")])
    draft = Draft(sections=[Section(blocks=[Paragraph(claims=[claim])])])
    text = to_plain(_first(_rendered(NumberedStyle(), draft)))
    assert text.index("\u202c") < text.index("[1]")


def test_a_template_for_a_format_that_takes_none_is_refused() -> None:
    """A template is never ignored in silence."""
    rendered = sample_rendered()
    host = fresh_host()
    for name in host.names("exporter"):
        if host.exporter(name).provider.takes_template:
            continue
        with pytest.raises(TemplateError, match=f"{name} takes no template"):
            rendered.to_bytes(name, template="house.j2")
