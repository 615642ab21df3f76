"""Cites that name their authors in the sentence, in numeric, author-date and note styles and in every exporter."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport.host import PluginHost
from bmreport.models import Cite, CiteMode, Claim, Draft, Locator, Paragraph, Section
from bmreport.numbering import number_references
from bmreport.placing import PlacedCites, author_text, cite_groups, place_cites
from bmreport.rendering import RenderedParagraph, RenderedReport, render
from bmreport.richtext import Effect, Note, RefLink, RichText, Styled, Text, to_plain, walk_ref_links
from bmreport.testing import fresh_host, sample_body, sample_report

NARRATIVE, AUTHOR_ONLY = CiteMode.NARRATIVE, CiteMode.AUTHOR_ONLY
PEOPLE = {
    "c1": [("Smith", "John"), ("Jones", "Ann"), ("Doe", "Jim")],
    "c3": [("Brown", "Kim"), ("Green", "Lee")],
    "c4": [("de Gaetano", "Gino")],
}


@pytest.fixture(scope="module")
def host() -> PluginHost:
    """All that is installed."""
    return fresh_host()


def rendered(host: PluginHost, style: str, *claims: Claim, engine: str | None = None) -> RenderedReport:
    """The sample report with these sentences, by people with names."""
    report = sample_report(Draft(sections=[Section(blocks=[Paragraph(claims=list(claims))])]))
    for citation, people in PEOPLE.items():
        wanted = report.reference_of[citation]
        for reference in (*report.references, *report.further_reading):
            if reference.id == wanted:
                reference.csl["author"] = [{"family": family, "given": given} for family, given in people]
                reference.csl["issued"] = {"date-parts": [[2020]]}
    return render(report, host=host, style=style, engine=engine)


def content(report: RenderedReport) -> RichText:
    """The only paragraph."""
    block = report.sections[0].blocks[0]
    assert isinstance(block, RenderedParagraph)
    return block.content


def claim(text: str, *cites: Cite) -> Claim:
    """A sentence with these cites."""
    return Claim(text=text, cites=list(cites))


def cite(citation: str = "c1", mode: CiteMode = NARRATIVE, **more: Any) -> Cite:
    """A cite of a citation."""
    return Cite(citation_id=citation, mode=mode, **more)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", "Smith et al. (2020) saw fewer events."),
        ("nlm-citation-sequence-brackets", "Smith et al. [1] saw fewer events."),
        ("american-medical-association", "Smith et al.1 saw fewer events."),
        ("chicago-notes-bibliography", "Smith et al.[1] saw fewer events."),
    ],
)
def test_a_narrative_cite_opens_its_sentence(host: PluginHost, style: str, expected: str) -> None:
    """The authors stand first, then what is left of the cite: a year, a number, a raised number or a note."""
    assert to_plain(content(rendered(host, style, claim("saw fewer events.", cite())))) == expected


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", "In the trial by Smith et al. (2020, p. 7), events were fewer."),
        ("nlm-citation-sequence-brackets", "In the trial by Smith et al. [1], events were fewer."),
        ("american-medical-association", "In the trial by Smith et al.,1(p7) events were fewer."),
        ("chicago-notes-bibliography", "In the trial by Smith et al.,[1] events were fewer."),
    ],
)
def test_the_mark_says_where_the_authors_stand(host: PluginHost, style: str, expected: str) -> None:
    """`{author}` is where they go; a raised number or a note mark follows the comma (AMA 11, 3.6)."""
    sentence = claim("In the trial by {author}, events were fewer.", cite(locator=Locator(value="7")))
    assert to_plain(content(rendered(host, style, sentence))) == expected


@pytest.mark.parametrize("style", ["apa", "nlm-citation-sequence", "chicago-notes-bibliography"])
def test_an_author_only_cite_prints_names_and_points_to_the_reference(host: PluginHost, style: str) -> None:
    """Nothing follows the names, no note is made, and the names lead to the list."""
    report = rendered(host, style, claim("Like {author} we saw no effect.", cite("c3", AUTHOR_ONLY)))
    assert to_plain(content(report)) == "Like Brown and Green we saw no effect."
    assert report.notes == ()
    assert [to_plain(link.children) for link in walk_ref_links(content(report))] == ["Brown and Green"]
    assert report.references[0].occurrences == (1,)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", "Smith saw fewer events (2020)."),
        ("nlm-citation-sequence-brackets", "Smith saw fewer events [1]."),
        ("chicago-notes-bibliography", "Smith saw fewer events.[1]"),
    ],
)
def test_a_cite_without_author_stands_at_the_end(host: PluginHost, style: str, expected: str) -> None:
    """The sentence has named the authors itself, so the cluster leaves them out."""
    sentence = claim("Smith saw fewer events.", cite(mode=CiteMode.SUPPRESS_AUTHOR))
    report = rendered(host, style, sentence)
    assert to_plain(content(report)) == expected
    if report.notes:
        assert "Smith" not in to_plain(report.notes[0].children)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", "Smith et al. (2020) and Brown and Green (2020) agree (see de Gaetano, 2020, p. 3 and more)."),
        ("nlm-citation-sequence-brackets", "Smith et al. [1] and Brown and Green [2] agree [see 3 and more]."),
    ],
)
def test_named_and_other_cites_share_a_sentence(host: PluginHost, style: str, expected: str) -> None:
    """Each mark takes the next named cite; the others form the cluster, with prefix, locator and suffix."""
    other = cite("c4", CiteMode.PARENTHETICAL, prefix="see", suffix="and more", locator=Locator(value="3"))
    report = rendered(host, style, claim("{author} and {author} agree.", cite("c1"), other, cite("c3")))
    assert to_plain(content(report)) == expected


def test_a_particle_that_opens_the_sentence_gets_a_capital(host: PluginHost) -> None:
    """`De Gaetano (2020) saw …`, but `by de Gaetano (2020)` inside."""
    first = rendered(host, "apa", claim("saw no effect.", cite("c4")))
    inside = rendered(host, "apa", claim("No effect was seen by {author}.", cite("c4")))
    assert to_plain(content(first)) == "De Gaetano (2020) saw no effect."
    assert to_plain(content(inside)) == "No effect was seen by de Gaetano (2020)."


def test_names_in_a_sentence_are_no_cite_that_ibid_could_refer_to(host: PluginHost) -> None:
    """A note after an author-only cite of another work is still "Ibid." of the note before."""
    style = "chicago-notes-bibliography-subsequent-ibid"
    parenthetical = CiteMode.PARENTHETICAL
    report = rendered(
        host,
        style,
        claim("One.", cite("c1", parenthetical)),
        claim("Unlike {author}.", cite("c3", AUTHOR_ONLY)),
        claim("Two.", cite("c1", parenthetical)),
    )
    assert [note.number for note in report.notes] == [1, 2]
    assert to_plain(report.notes[1].children).startswith("Ibid")


@pytest.mark.parametrize("engine", ["bmreport", "citeproc-py", "pandoc"])
def test_every_engine_prints_a_readable_sentence(host: PluginHost, engine: str) -> None:
    """Where an engine knows no names for a sentence, those of the record stand."""
    report = rendered(host, "nlm-citation-sequence-brackets", claim("saw fewer events.", cite()), engine=engine)
    assert to_plain(content(report)) == "Smith et al. [1] saw fewer events."


@pytest.mark.parametrize("export", ["text", "markdown", "html"])
def test_exporters_print_them(host: PluginHost, export: str) -> None:
    """What is placed in the sentence reaches the files."""
    report = rendered(host, "apa", claim("In the trial by {author}, events were fewer.", cite()))
    printed = report.export_text(export)
    assert "{author}" not in printed
    assert "In the trial by Smith et al. (" in " ".join(printed.split())


@pytest.mark.parametrize("export", ["docx", "pdf", "json"])
def test_other_exporters_take_them(host: PluginHost, export: str) -> None:
    """Binary formats and the report as data are made as well."""
    report = rendered(host, "chicago-notes-bibliography", claim("saw fewer events.", cite()))
    assert report.to_bytes(export)


def test_references_are_numbered_as_they_are_read() -> None:
    """The named cite stands first in the sentence, so its reference is number 1 although it was given last."""
    sentence = claim("agree.", cite("c3", CiteMode.PARENTHETICAL), cite("c1"))
    body = sample_body()
    numbered = number_references([Section(blocks=[Paragraph(claims=[sentence])])], body)
    assert [reference.id for reference in numbered.cited] == [body.reference_of["c1"], body.reference_of["c3"]]


# -- placing -----------------------------------------------------------------------------------------------------

NAMES = (Text("Smith"),)
YEAR = (Text("("), RefLink("r1", (Text("2020"),)), Text(")"))


def placed(text: str, *cites: PlacedCites) -> str:
    """A sentence in which every cite is named."""
    return to_plain(place_cites(claim(text, *(cite() for _ in cites)), cites))


def test_cites_without_a_mark_of_their_own_follow_the_last_one() -> None:
    """No cite is lost when there are fewer marks than named cites."""
    assert (
        placed("By {author}.", PlacedCites(YEAR, NAMES), PlacedCites(YEAR, NAMES)) == "By Smith (2020), Smith (2020)."
    )


def test_more_marks_than_cites_stay_text() -> None:
    """A mark for which there is no cite shows, so that its author sees it."""
    assert placed("{author} and {author}.", PlacedCites(YEAR, NAMES)) == "Smith (2020) and {author}."


def test_without_named_cites_the_mark_is_text() -> None:
    """A quoted `{author}` is nobody's place."""
    sentence = claim("Write {author}.", cite(mode=CiteMode.PARENTHETICAL))
    assert to_plain(place_cites(sentence, [PlacedCites(YEAR)])) == "Write {author} (2020)."


@pytest.mark.parametrize("raised", [(Styled(Effect.SUPERSCRIPT, (Text("1"),)),), (Note(1, (Text("x"),)),)])
def test_a_raised_mark_follows_full_stop_and_comma_but_not_other_words(raised: RichText) -> None:
    """`by Smith.¹` and `Smith¹ saw`."""
    one = PlacedCites(raised, NAMES)
    mark = to_plain(raised)
    assert placed("By {author}.", one) == f"By Smith.{mark}"
    assert placed("{author} saw.", one) == f"Smith{mark} saw."


def test_groups_are_in_reading_order() -> None:
    """Named cites stand by themselves, before the cluster."""
    given = claim("x", cite("a", CiteMode.PARENTHETICAL), cite("b"), cite("c", CiteMode.SUPPRESS_AUTHOR), cite("d"))
    assert [[one.citation_id for one in group] for group in cite_groups(given)] == [["b"], ["d"], ["a", "c"]]
    assert [one.citation_id for one in given.cites_as_read] == ["b", "d", "a", "c"]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"author": [{"family": "Smith"}]}, "Smith"),
        (
            {"author": [{"family": "Berg", "non-dropping-particle": "van der"}, {"literal": "WHO"}]},
            "van der Berg and WHO",
        ),
        ({"author": [{"family": "A"}, {"family": "B"}, {"family": "C"}]}, "A et al."),
        ({"author": [{"family": "A"}], "custom": {"authors_truncated": True}}, "A et al."),
        ({"editor": [{"family": "Ed"}], "title": "T"}, "Ed"),
        ({"title": "A title"}, "A title"),
        ({"author": "nonsense", "id": "x"}, "x"),
    ],
)
def test_the_names_of_a_record_stand_where_no_style_gives_any(item: dict[str, Any], expected: str) -> None:
    """Up to two family names, then et al.; without creators the title."""
    assert author_text(item) == expected
