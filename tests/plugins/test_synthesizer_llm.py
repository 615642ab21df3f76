"""The synthesizer `llm` with a model that does what it is asked: what it is shown, how a report comes about."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

import pytest

from bmreport.context import RunContext
from bmreport.errors import ServiceError, TemplateError, UsageError
from bmreport.events import Event, ModelWriting, StepProgress
from bmreport.evidence import Change, EvidenceBody
from bmreport.llm import LlmSettings
from bmreport.models import (
    Citation,
    CiteMode,
    ClaimRole,
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Draft,
    Quote,
    Report,
    SectionKind,
)
from bmreport.numbering import number_references
from bmreport.providers import Reviser
from bmreport.testing import assert_synthesizer_contract, fresh_host
from bmreport_plugins.synthesizers.extractive import ExtractiveOptions, ExtractiveSynthesizer
from bmreport_plugins.synthesizers.llm import LlmOptions, LlmSynthesizer

from ..core.llm_asking import clean_surroundings
from ..servers.playing import Request
from .llm_writer import (
    QUESTION,
    answer,
    cite,
    cited,
    claims,
    claims_in,
    context_for,
    evidence,
    first_sentence,
    good_writer,
    notes,
    ollama,
    passages_in,
    sentence,
    studies,
    task_of,
    texts,
    write,
)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clean_surroundings(monkeypatch, tmp_path)


def tasks(requests: list[Request]) -> list[str]:
    """What was asked, in order."""
    return [task_of(request) for request in requests]


def kinds(draft: Draft) -> list[SectionKind]:
    """The kinds of the sections in order."""
    return [section.kind for section in draft.sections]


def two_sides(first: str = "c1", second: str = "c3") -> Contradiction:
    """Two citations that disagree on stroke."""
    return Contradiction(
        outcome="stroke",
        kind=ContradictionKind.DIRECTION,
        sides=[
            ContradictionSide(citation_id=one, quote=Quote(citation_id=one, start=0, end=5), statement=said)
            for one, said in ((first, "lowers"), (second, "raises"))
        ],
        reason="one lowers, the other raises",
    )


# -- the contract -----------------------------------------------------------------------------------------------------


def test_it_keeps_the_contract() -> None:
    """As any synthesizer must, without a server (its fallback) and on other evidence; and it can revise."""
    assert_synthesizer_contract(LlmSynthesizer())
    assert_synthesizer_contract(LlmSynthesizer(), evidence(*studies(3)))
    assert isinstance(LlmSynthesizer(), Reviser)


def test_listing_it_loads_neither_network_nor_patterns() -> None:
    """A host that lists its plugins pays for no model."""
    import subprocess
    import sys

    script = (
        "import sys\n"
        "from bmreport.host import PluginHost\n"
        "assert PluginHost().synthesizer('llm')\n"
        "heavy = ('httpx', 'jinja2', 'bmreport.statements.checks', 'bmreport.llm.client')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "[]", done.stderr


# -- what the model sees ----------------------------------------------------------------------------------------------


def test_the_model_sees_nothing_of_the_papers() -> None:
    """Neither ids, titles, authors, identifiers nor addresses are in what is sent, whatever the call."""
    secret = {
        "document_title": "Zebrafish title of the secret paper",
        "authors": ["Quagga, X. Y."],
        "doi": "10.5555/secret.1",
        "pmid": "98765432",
        "pmcid": "PMC7654321",
        "url": "https://secret.example.org/paper",
        "publication": "Journal of Secrets",
        "publication_date": "1987-03-04",
        "pages": "777-8",
    }
    given = [
        one.model_copy(update={**cite(one.passage, id=f"citation-{place}", **secret).model_dump(include=set(secret))})
        for place, one in enumerate(studies(30))
    ]
    given = [one.model_copy(update={"id": f"citation-{place}"}) for place, one in enumerate(given)]
    with ollama(good_writer, window=2048) as server:
        write(evidence(*given), server)
        sent = "".join(request.body.decode() for request in server.asked("/api/chat"))
    assert "placebrol" in sent
    for word in (
        "Zebrafish",
        "Quagga",
        "10.5555",
        "98765432",
        "7654321",
        "secret.example",
        "Secrets",
        "1987",
        "citation-",
    ):
        assert word not in sent


def test_the_schema_offers_the_ids_of_the_call_alone() -> None:
    """A server that heeds the schema cannot name an unknown id."""
    with ollama(good_writer) as server:
        write(evidence(*studies(3)), server)
        schema = str(server.asked("/api/chat")[0].schema)
    assert "'P1', 'P2', 'P3'" in schema
    assert "P4" not in schema


# -- one call ---------------------------------------------------------------------------------------------------------


def test_what_fits_is_written_in_one_call() -> None:
    """Summary, findings and limits come from one answer; each claim cites what the model named."""
    given = evidence(
        cite("Placebrol prevented stroke in 4.1% of adults.", id="c1"),
        cite("Placebrol raised major bleeding in adults from 1.2% to 1.9%.", id="c2"),
        cite("The trials of placebrol on stroke were small, which limits what they show.", id="c3"),
    )
    reply = answer(
        sentence("Placebrol prevents stroke in adults and raises bleeding.", "P1", "P2", role="summary"),
        sentence("Placebrol prevented stroke in 4.1% of adults.", "P1"),
        sentence("It raised major bleeding in adults from 1.2% to 1.9%.", "P2"),
        sentence("The trials of placebrol on stroke were small.", "P3", role="limit"),
    )
    with ollama([reply]) as server:
        draft = write(given, server)
        assert tasks(server.asked("/api/chat")) == ["whole"]
    assert kinds(draft) == [SectionKind.LEAD, SectionKind.FINDINGS, SectionKind.LIMITS]
    assert [claim.citation_ids for claim in claims(draft)][:4] == [["c1", "c2"], ["c1"], ["c2"], ["c3"]]
    assert claims(draft)[3].role is ClaimRole.LIMIT
    assert claims(draft)[-1].text == "This answer rests on 3 of 3 passages and on 3 of 3 documents."
    assert draft.left_out == []
    assert draft.model == "ollama:twin"
    assert re.fullmatch(r"[0-9a-f]{64}", draft.prompt_sha256)
    assert draft.notes == []
    for words in (
        "ollama:twin",
        "temperature 0.3",
        "1 call",
        "4 stand as the model wrote them",
        "Every citation is cited",
    ):
        assert words in draft.methodology_note


def test_a_report_without_summary_still_leads_with_an_answer() -> None:
    """Where the model marks no summary, the sentence nearest to an answer moves up and is not said twice."""
    with ollama(good_writer) as server:
        draft = write(evidence(*studies(6)), server)
    assert draft.sections[0].kind is SectionKind.LEAD
    assert len(texts(draft)) == len(set(texts(draft))) == 6


def test_what_no_sentence_rests_on_is_listed() -> None:
    """A passage that the model does not use is named in left_out and in a remark."""
    with ollama([answer(sentence(first_sentence(studies(2)[0].passage), "P1"))]) as server:
        draft = write(evidence(*studies(2)), server)
    assert draft.left_out == ["c2"]
    assert any("no sentence rests on them: c2" in remark for remark in draft.remarks)


def test_retracted_papers_are_held_back() -> None:
    """The model is not shown them, and the notes say so."""
    title = "RETRACTED: Placebrol and stroke"
    given = evidence(
        cite("Placebrol prevented stroke in 4.1% of adults.", id="c1"),
        cite("Placebrol prevented every stroke in adults.", id="c2", document_title=title),
    )
    assert any(reference.retracted for reference in given.references)
    with ollama(good_writer) as server:
        draft = write(given, server)
        assert "every stroke" not in server.asked("/api/chat")[0].user
    assert draft.left_out == ["c2"]
    assert any("retracted: c2" in note for note in draft.notes)


def test_the_same_evidence_gives_the_same_prompts_and_draft() -> None:
    """Nothing in a prompt depends on chance or time, so that answers can be kept."""
    drafts, prompts = [], []
    for _run in range(2):
        with ollama(good_writer, window=2048) as server:
            drafts.append(write(evidence(*studies(20)), server))
            prompts.append([request.user for request in server.asked("/api/chat")])
    assert prompts[0] == prompts[1]
    assert drafts[0] == drafts[1]


# -- cites ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "narrative", "expected", "named"),
    [
        ("{author} found that it prevented stroke.", True, "{author} found that it prevented stroke.", 1),
        ("As {author} found, it prevented stroke.", False, "As {author} found, it prevented stroke.", 1),
        ("{{ Authors }} and {author} saw less stroke.", True, "{author} and {author} saw less stroke.", 2),
        ("{author}, {author}, {author} saw less stroke.", True, "{author}, {author}, the authors saw less stroke.", 2),
        ("Placebrol prevented stroke in adults.", True, "Placebrol prevented stroke in adults.", 0),
    ],
)
def test_narrative_cites(text: str, narrative: bool, expected: str, named: int) -> None:  # a parameter
    """`{author}` makes the first sources narrative cites; where it has no source, or none is named, it is mended."""
    given = evidence(
        cite("Placebrol prevented stroke in adults: there was less stroke.", id="c1"),
        cite("Placebrol prevented stroke in all trials with adults, with less stroke.", id="c2"),
    )
    with ollama([answer(sentence(text, "P1", "P2", narrative=narrative))]) as server:
        draft = write(given, server)
    claim = claims(draft)[0]
    assert claim.text == expected
    modes = [cite.mode for cite in claim.cites]
    assert modes == [CiteMode.NARRATIVE] * named + [CiteMode.PARENTHETICAL] * (2 - named)


def test_a_page_becomes_the_locator_of_the_cite() -> None:
    """In the model's sentences and in those of the extractive synthesizer."""
    passage = "Placebrol prevented stroke in 4.1% of adults."
    given = evidence(
        cite(passage, id="c1", locator={"label": "page", "value": "12"}),
        cite("Placebrol cost little in stroke.", id="c2"),
    )
    with ollama([answer(sentence(passage, "P1"), sentence("Placebrol cost little in stroke.", "P2"))]) as server:
        written = write(given, server)
    extracted = ExtractiveSynthesizer().write(given, [], RunContext(offline=True), ExtractiveOptions())
    for draft in (written, extracted):
        found = {cite.citation_id: cite.locator for claim in claims(draft) for cite in claim.cites}
        assert found["c1"] is not None
        assert (found["c1"].label, found["c1"].value) == ("page", "12")
        assert found.get("c2") is None


@pytest.mark.parametrize(("style", "printed"), [("apa", "p. 12"), ("vancouver", "(1)")])
def test_styles_print_the_page_where_they_print_pages(style: str, printed: str) -> None:
    """Two passages of one paper are one cite with both pages; a style of numbers shows the number once."""
    paper = {"document_title": "Placebrol", "authors": ["Doe, J."], "publication_date": "2019", "doi": "10.5555/p.1"}
    first = "Placebrol prevented stroke in 4.1% of adults."
    given = evidence(
        cite(first, id="c1", locator={"label": "page", "value": "12"}, **paper),
        cite("It prevented stroke in old adults as well.", id="c2", locator={"label": "page", "value": "14"}, **paper),
    )
    both = sentence("Placebrol prevented stroke in 4.1% of adults, in old adults as well.", "P1", "P2")
    with ollama([answer(both)]) as server:
        draft = write(given, server)
    numbered = number_references(draft.sections, given)
    report = Report(user_question=QUESTION, sections=numbered.sections, references=numbered.cited)
    text = report.attach_host(fresh_host()).render(style).export_text("text")
    assert printed in text
    assert ("12, 14" in text) is (style == "apa")
    assert "(1,1)" not in text


# -- more than one call -----------------------------------------------------------------------------------------------


def test_more_than_fits_is_written_in_sections() -> None:
    """Plan, introduction, a section for each theme with its summary, conclusion, and a lead made of what is written."""
    with ollama(good_writer, window=4096) as server:
        draft = write(evidence(*studies(30, words=60)), server)
        asked = tasks(server.asked("/api/chat"))
    assert asked[0] == "plan"
    assert asked[-3:] == ["lead", "introduction", "conclusion"]
    assert asked.count("closing") == 3
    assert asked.count("section") > 3
    headings = [section.heading for section in draft.sections]
    assert headings[:2] == ["Summary", "Introduction"]
    assert headings[2:5] == ["Placebrol and stroke", "Placebrol and bleeding", "Placebrol and adults"]
    lead = draft.sections[0].blocks[0]
    ids = {one for section in draft.sections[2:] for one in cited(Draft(sections=[section]))}
    assert {one for claim in lead.claims for one in claim.citation_ids} <= ids  # type: ignore[union-attr]
    assert cited(draft) == {f"c{number}" for number in range(1, 31)}
    assert any(claim.text == "The evidence consists of 30 passages from 30 documents." for claim in claims(draft))
    assert "3 themes, proposed by the model" in draft.methodology_note


def test_no_passage_is_ever_cut() -> None:
    """Every passage that is shown is shown whole, in one batch only."""
    given = evidence(*studies(30, words=60))
    with ollama(good_writer, window=4096) as server:
        write(given, server)
        sections = [one for one in server.asked("/api/chat") if task_of(one) == "section"]
    shown = [text for request in sections for text in passages_in(request.user).values()]
    assert sorted(shown) == sorted(one.passage for one in given.citations)


def test_no_prompt_is_longer_than_the_window() -> None:
    """Prompt and answer of every call fit, by the count of the server and by ours."""
    with ollama(good_writer, window=2048) as server:
        write(evidence(*studies(40)), server)
        for request in server.asked("/api/chat"):
            options = request.json["options"]
            assert options["num_ctx"] <= 2048
            assert (len(request.system) + len(request.user)) / 4 + options["num_predict"] <= 2048


@pytest.mark.parametrize("count", [400])
def test_hundreds_of_citations_over_a_small_window_are_all_accounted_for(count: int) -> None:
    """Each is cited or listed as left out, with the reason; a passage too long for the window is one of those."""
    given = evidence(
        *studies(count), cite("Placebrol prevented stroke. " + "Every visit was on time. " * 400, id="long")
    )
    with ollama(good_writer, window=2048) as server:
        draft = write(given, server)
    assert cited(draft) | set(draft.left_out) == {one.id for one in given.citations}
    assert not cited(draft) & set(draft.left_out)
    assert "long" in draft.left_out
    assert any("lack of room" in note and "long" in note for note in draft.notes)
    assert len(cited(draft)) > count * 0.9
    assert kinds(draft).count(SectionKind.FINDINGS) > 1


def test_each_batch_is_told_what_was_written_before() -> None:
    """The latest sentences of the report stand in the prompt, of earlier batches and of earlier sections."""
    with ollama(good_writer, window=4096) as server:
        write(evidence(*studies(30, words=60)), server)
        sections = [one.user for one in server.asked("/api/chat") if task_of(one) == "section"]
    assert "The report says already" not in sections[0]
    for before, prompt in pairwise(sections):
        last = first_sentence(list(passages_in(before).values())[-1])
        told = prompt.partition("The report says already:")[2]
        assert last in told or "In sum, " in told
        assert "Do not repeat any of it" in told


def test_nothing_is_said_twice() -> None:
    """A model that repeats itself in every batch leaves one sentence, with the sources of all."""

    def repeats(request: Request) -> Any:
        if task_of(request) != "section":
            return good_writer(request)
        return answer(sentence("Placebrol was studied in adults.", *passages_in(request.user)))

    given = evidence(*studies(20, words=60))
    with ollama(repeats, window=3000) as server:
        draft = write(given, server)
    assert texts(draft).count("Placebrol was studied in adults.") == 1
    assert cited(draft) == {one.id for one in given.citations}
    assert re.search(r"\d+ are left out as repetition", draft.methodology_note)


def test_batches_in_parallel_keep_their_order() -> None:
    """However long each answer takes, the report reads in the order of the plan, and calls do overlap."""
    lock, running, most = Lock(), 0, 0

    def slow(request: Request) -> Any:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        if task_of(request) == "section":
            sleep(0.15 if "P1\n" in request.user else 0.02)
        with lock:
            running -= 1
        return good_writer(request)

    given = evidence(*studies(30, words=60))
    drafts = []
    for _run in range(2):
        with ollama(slow, window=4096) as server:
            drafts.append(write(given, server, settings={"concurrency": 3}))
    assert most > 1
    assert drafts[0] == drafts[1]
    headings = [section.heading for section in drafts[0].sections if section.kind is SectionKind.FINDINGS]
    assert headings == ["Placebrol and stroke", "Placebrol and bleeding", "Placebrol and adults"]


BAD_PLANS: dict[str, Any] = {
    "prose": "First stroke, then bleeding.",
    "one theme": {"themes": [{"heading": "All of it", "ids": [f"P{number}" for number in range(1, 31)]}]},
    "unknown ids": {"themes": [{"heading": "Stroke", "ids": ["X1"]}, {"heading": "Bleeding", "ids": ["X2"]}]},
    "most ids missing": {"themes": [{"heading": "Stroke", "ids": ["P1"]}, {"heading": "Bleeding", "ids": ["P2"]}]},
    "a heading with a marker": {
        "themes": [
            {"heading": "Stroke [3]", "ids": [f"P{number}" for number in range(1, 16)]},
            {"heading": "Bleeding", "ids": [f"P{number}" for number in range(16, 31)]},
        ]
    },
    "a heading from memory": {
        "themes": [
            {"heading": "Haemophilia of sheep", "ids": [f"P{number}" for number in range(1, 16)]},
            {"heading": "Bleeding", "ids": [f"P{number}" for number in range(16, 31)]},
        ]
    },
    "too many themes": {"themes": [{"heading": f"Theme {number}", "ids": [f"P{number}"]} for number in range(1, 31)]},
}


@pytest.mark.parametrize("name", BAD_PLANS)
def test_a_bad_plan_gives_way_to_rules(name: str) -> None:
    """Asked twice in vain, themes come from the words of the passages, and the note says so."""

    def plans_badly(request: Request) -> Any:
        is_plan = "Task: group these passages" in request.user
        return BAD_PLANS[name] if is_plan else good_writer(request)

    given = evidence(*studies(30, words=60))
    with ollama(plans_badly, window=4096) as server:
        draft = write(given, server)
        plans = [one for one in server.asked("/api/chat") if "Task: group these passages" in one.user]
    assert len(plans) == 2
    assert "Write the whole answer again" in plans[1].user
    assert "set by rules" in draft.methodology_note
    headings = [section.heading for section in draft.sections if section.kind is SectionKind.FINDINGS]
    assert headings == ["Main findings", "Mortality and survival", "Harms"]
    assert cited(draft) | set(draft.left_out) == {one.id for one in given.citations}


def test_an_introduction_brings_no_facts_along() -> None:
    """What neither question nor passages say is asked for anew, and left out when it comes again."""

    def remembers(request: Request) -> Any:
        if "Task: write the introduction" not in request.user:
            return good_writer(request)
        return answer(
            sentence("Placebrol was first extracted from Patagonian seaweed.", role="background"),
            sentence("Placebrol prevents stroke in 40% of adults.", role="background"),
            sentence("The report has these sections.", role="background"),
        )

    with ollama(remembers, window=4096) as server:
        draft = write(evidence(*studies(30, words=60)), server)
        asked = [one for one in server.asked("/api/chat") if "Task: write the introduction" in one.user]
    assert len(asked) == 2
    introduction = next(section for section in draft.sections if section.heading == "Introduction")
    assert [claim.text for claim in introduction.blocks[0].claims] == [  # type: ignore[union-attr]  # a paragraph
        "The evidence consists of 30 passages from 30 documents, told under these headings: Placebrol and stroke; "
        "Placebrol and bleeding; Placebrol and adults."
    ]
    assert "left out" in draft.methodology_note


def test_no_heading_is_announced_whose_section_is_empty() -> None:
    """A theme whose only sentence became the short answer has no section, and the introduction names none."""
    given = studies(30, words=60)
    given[-1] = cite("The task force recommends placebrol, which prevents stroke in adults.", id="c30")

    def sums_up_nothing(request: Request) -> Any:
        is_text = task_of(request) in ("section", "repair")
        return good_writer(request) if is_text else answer()

    with ollama(sums_up_nothing, window=4096) as server:
        draft = write(evidence(*given), server)
    assert "4 themes" in draft.methodology_note
    assert "c30" in cited(Draft(sections=draft.sections[:1]))
    headings = [section.heading for section in draft.sections if section.kind is SectionKind.FINDINGS]
    assert headings == ["Main findings", "Mortality and survival", "Harms"]
    told = next(claim.text for claim in claims(draft) if claim.text.startswith("The evidence consists of"))
    assert told.endswith(f"told under these headings: {'; '.join(headings)}.")


def test_a_few_ids_out_of_place_do_not_spoil_a_plan() -> None:
    """An id named twice stays where it came first, one that is missing goes where its words are nearest."""
    first, second = [f"P{number}" for number in range(1, 16)], [f"P{number}" for number in range(16, 30)]

    def plans_nearly(request: Request) -> Any:
        if task_of(request) != "plan":
            return good_writer(request)
        themes = [{"heading": "Early trials", "ids": first}, {"heading": "Later trials", "ids": ["P1", "P77", *second]}]
        return {"themes": themes}

    given = evidence(*studies(30, words=60))
    with ollama(plans_nearly, window=4096) as server:
        draft = write(given, server)
        assert tasks(server.asked("/api/chat")).count("plan") == 1
    assert [one.heading for one in draft.sections if one.kind is SectionKind.FINDINGS] == [
        "Early trials",
        "Later trials",
    ]
    assert cited(draft) == {one.id for one in given.citations}


# -- contradictions ---------------------------------------------------------------------------------------------------


def test_a_contradiction_is_told_to_the_model_and_must_be_spoken_of() -> None:
    """The prompt names both ids; an answer that passes over it is asked again."""
    given = evidence(
        cite("Placebrol lowered the risk of stroke in adults.", id="c1"),
        cite("Placebrol cost little in stroke.", id="c2"),
        cite("Placebrol raised the risk of stroke in adults over 80.", id="c3"),
        contradictions=(two_sides(),),
    )
    silent = answer(sentence("Placebrol lowered the risk of stroke in adults.", "P1"))
    spoken = answer(
        sentence(
            "Placebrol lowered the risk of stroke in adults and raised the risk of stroke in adults over 80.",
            "P1",
            "P3",
        )
    )
    with ollama([silent, spoken]) as server:
        draft = write(given, server)
        first, second = server.asked("/api/chat")
    assert "P1 and P3 on stroke (opposite direction)" in first.user
    assert "no sentence speaks of the disagreement of P1 and P3" in second.user
    assert any(claim.citation_ids == ["c1", "c3"] for claim in claims(draft))


def test_passages_that_disagree_are_shown_together() -> None:
    """Wherever the plan put them, both sides are in one batch, so that one sentence can name both."""
    given = evidence(*studies(30, words=60), contradictions=(two_sides("c2", "c29"),))
    with ollama(good_writer, window=4096) as server:
        write(given, server)
        sections = [one for one in server.asked("/api/chat") if task_of(one) == "section"]
    together = [one for one in sections if {"P2", "P29"} <= set(passages_in(one.user))]
    assert len(together) == 1
    assert "P2 and P29 on stroke" in together[0].user


# -- prompts of the user's own ----------------------------------------------------------------------------------------


def test_a_prompt_in_a_folder_wins(tmp_path: Path) -> None:
    """The user's file takes the place of the built-in one, may include that, and the note names it."""
    (tmp_path / "section.j2").write_text(
        'House rules for {{ question }}.\n{% include "bmreport/prompts/section.j2" %}', encoding="utf-8"
    )
    with ollama(good_writer) as server:
        draft = write(evidence(*studies(2)), server, prompts=str(tmp_path))
        prompt = server.asked("/api/chat")[0].user
    assert prompt.startswith(f"House rules for {QUESTION}.")
    assert len(passages_in(prompt)) == 2
    assert "prompts of the user's own (section)" in draft.methodology_note


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{% for", "syntax error"),
        ("{{ nothing_of_the_kind }}", "undefined"),
        ("{{ ''.__class__.__mro__ }}", "not allowed|unsafe|undefined"),
        ("{{ question.__init__.__globals__ }}", "not allowed|unsafe|undefined"),
    ],
)
def test_a_prompt_that_cannot_be_filled_names_its_line(tmp_path: Path, source: str, words: str) -> None:
    """Templates run in the sandbox of report templates, and their faults name file and line."""
    (tmp_path / "section.j2").write_text(source, encoding="utf-8")
    with ollama(good_writer) as server, pytest.raises(TemplateError, match=words) as caught:
        write(evidence(*studies(2)), server, prompts=str(tmp_path))
    assert "section.j2:1" in caught.value.where


def test_a_prompt_nobody_asks_for_is_an_error(tmp_path: Path) -> None:
    """A slip in the name of a file would be ignored in silence."""
    (tmp_path / "sections.j2").write_text("x", encoding="utf-8")
    with ollama(good_writer) as server:
        with pytest.raises(UsageError, match="no prompt of this name") as caught:
            write(evidence(*studies(2)), server, prompts=str(tmp_path))
        assert "section" in caught.value.remedy
        with pytest.raises(UsageError, match="no such folder"):
            write(evidence(*studies(2)), server, prompts=str(tmp_path / "nowhere"))


# -- what may leave the machine, and what it says while it works ------------------------------------------------------


def test_patient_identifiers_do_not_leave_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a remote address the run ends before anything is sent; places and kinds are named, the words never."""
    words = "John Smith, born 12 March 1951, MRN 12345678, phone 555-867-5309, john.smith@example.org"
    given = evidence(cite(f"Placebrol prevented stroke in one patient: {words}.", id="c7"), cite("No stroke.", id="c8"))
    settings = LlmSettings(model="ollama+http://198.51.100.7:9#m", timeout=0.2, cache=False)
    sent: list[Any] = []
    monkeypatch.setattr("socket.socket.connect", lambda *args: sent.append(args))
    with pytest.raises(UsageError) as caught:
        LlmSynthesizer().write(given, [], RunContext(llm=settings), LlmOptions())
    assert sent == []
    message = str(caught.value)
    assert "c7 (" in message
    assert "c8" not in message
    assert "--allow-identifiers" in caught.value.remedy
    for word in ("Smith", "1951", "12345678", "5309", "example.org"):
        assert word not in message


def test_a_local_model_may_see_identifiers() -> None:
    """What stays on the machine is nobody's business."""
    given = evidence(
        cite("Placebrol prevented stroke in MRN 12345678, john.smith@example.org.", id="c1"),
        cite("No stroke.", id="c2"),
    )
    with ollama([answer(sentence("No stroke.", "P2"))] * 2) as server:
        assert write(given, server).left_out == ["c1"]


def test_an_offline_run_asks_nobody() -> None:
    """Offline the passages answer by themselves, and the note says why."""
    with ollama(good_writer) as server:
        draft = write(evidence(*studies(3)), server, settings={"offline": True})
        assert server.requests == []
    assert "offline" in draft.notes[0]
    assert cited(draft)


def test_it_gives_signs_of_life() -> None:
    """The listener hears the model write, and how many parts of the report are done."""
    heard: list[Event] = []
    with ollama(good_writer, window=4096) as server:
        write(evidence(*studies(30, words=60)), server, settings={"emit": heard.append})
    writing = [one for one in heard if isinstance(one, ModelWriting)]
    assert writing
    assert {one.model for one in writing} == {"ollama:twin"}
    steps = [one for one in heard if isinstance(one, StepProgress)]
    assert [one.done for one in steps] == list(range(1, len(steps) + 1))
    assert steps[-1].done == steps[-1].total


def test_a_window_without_room_falls_back() -> None:
    """Where not one passage fits beside the instructions, the passages answer, or the run fails."""
    with ollama(good_writer, window=300) as server:
        draft = write(evidence(*studies(3)), server)
        assert "no passage fits into the model's window of 300 tokens" in draft.notes[0]
        with pytest.raises(ServiceError, match="no passage fits"):
            write(evidence(*studies(3)), server, fallback=False)


def test_the_question_sets_the_language() -> None:
    """A German question asks for German prose; an English answer to English passages is taken all the same."""
    question = "Verhindert Placebrol bei Erwachsenen einen Schlaganfall (stroke) und ist es von Nutzen?"
    given = evidence(
        cite("Placebrol prevented stroke in the adults of this trial.", id="c1"), "Another stroke.", question=question
    )
    german = "Placebrol hat bei den Erwachsenen einen Schlaganfall verhindert und war von Nutzen."
    with ollama(
        [answer(sentence(german, "P1"), sentence("Placebrol prevented stroke in the adults.", "P1"))] * 2
    ) as server:
        write(given, server)
        assert "prose in German" in server.asked("/api/chat")[0].system


# -- revising ---------------------------------------------------------------------------------------------------------


def written_before() -> tuple[EvidenceBody, Draft]:
    """Thirty studies, written up in three sections."""
    given = evidence(*studies(30, words=60))
    with ollama(good_writer, window=4096) as server:
        return given, write(given, server)


def changed(given: EvidenceBody, change: Change, *more: Citation) -> EvidenceBody:
    """The evidence after a change."""
    kept = [one for one in given.citations if one.id not in change.excluded]
    return evidence(*kept, *more)


def revise(draft: Draft, given: EvidenceBody, change: Change, server: Any, **options: Any) -> Draft:
    """The draft after a change."""
    context = context_for(server)
    return LlmSynthesizer().revise(draft.sections, given, change, [], context, LlmOptions(**options))


def test_nothing_is_asked_when_nothing_changes() -> None:
    """A change that touches nothing leaves every claim where it was and costs no call."""
    given, before = written_before()
    with ollama(good_writer) as server:
        after = revise(before, given, Change(), server)
        assert server.requests == []
    assert texts(after) == texts(before)
    assert after.model == ""


def test_only_what_rests_on_a_citation_that_went_is_touched() -> None:
    """Its claims go, all others stand as they stood, ids and all; sections that are not touched are not written."""
    given, before = written_before()
    change = Change(excluded=frozenset({"c5"}))
    with ollama(good_writer, window=4096) as server:
        after = revise(before, changed(given, change), change, server)
        assert "section" not in tasks(server.asked("/api/chat"))
    assert "c5" not in cited(after)
    kept = [claim for claim in claims(before) if claim.cites and "c5" not in claim.citation_ids]
    standing = {claim.text: claim.citation_ids for claim in claims(after)}
    assert all(standing.get(claim.text) == claim.citation_ids for claim in kept)
    assert "This answer rests on 29 of 29 passages and on 29 of 29 documents." in [one.text for one in claims(after)]


def test_new_evidence_goes_under_the_nearest_heading() -> None:
    """One batch is written, told what its section says, with the note; the short answer gets one sentence."""
    given, before = written_before()
    new = cite("Placebrol lowered major bleeding in adults with cancer from 3.3% to 2.2% in trial 99.", id="new")
    change = Change(added=frozenset({"new"}), note="Speak of people with cancer.")
    with ollama(good_writer, window=4096) as server:
        after = revise(before, changed(given, change, new), change, server)
        asked = server.asked("/api/chat")
    assert tasks(asked) == ["section", "lead"]
    assert list(passages_in(asked[0].user)) == ["P31"]
    assert "The report says already" in asked[0].user
    assert all("The person who asked for the report wishes: Speak of people with cancer." in one.user for one in asked)
    section = next(
        one for one in after.sections if "new" in cited(Draft(sections=[one])) and one.kind is SectionKind.FINDINGS
    )
    assert section.heading in [one.heading for one in before.sections]
    assert "new" not in after.left_out


def test_evidence_on_something_else_gets_a_heading_of_its_own() -> None:
    """What no section is near to is not squeezed into one."""
    given, before = written_before()
    new = cite(
        "Wheezing and eczema of toddlers vanished.", id="new", document_title="Placebrol prevents stroke in adults"
    )
    change = Change(added=frozenset({"new"}))
    with ollama(good_writer, window=4096) as server:
        after = revise(before, changed(given, change, new), change, server)
    assert "Further findings" in [section.heading for section in after.sections]


def test_a_note_alone_asks_for_another_short_answer() -> None:
    """The findings stand; the summary is written anew under the reviewer's wish."""
    given, before = written_before()

    def other(request: Request) -> Any:
        text, keys = claims_in(request.user)[-1]
        return answer(sentence(f"As wished, {text[:1].lower()}{text[1:]}", *keys, role="summary"))

    with ollama(other, window=4096) as server:
        after = revise(before, given, Change(note="Name trial 30."), server)
        assert tasks(server.asked("/api/chat")) == ["lead"]
    assert claims(after)[0].text.startswith("As wished")
    assert texts(after)[1:] == texts(before)[1:]


def test_a_revision_without_a_server_quotes() -> None:
    """The change is made, new evidence is quoted, and the note says why."""
    given, before = written_before()
    new = cite("Placebrol lowered major bleeding in adults with cancer from 3.3% to 2.2% in trial 99.", id="new")
    change = Change(excluded=frozenset({"c5"}), added=frozenset({"new"}))
    with ollama(good_writer) as server:
        context = context_for(server)
    after = LlmSynthesizer().revise(before.sections, changed(given, change, new), change, [], context, LlmOptions())
    assert "c5" not in cited(after)
    assert any(claim.quotes and claim.citation_ids == ["new"] for claim in claims(after))
    assert "could not be asked" in notes(after)
    assert "1 sentence quoted from the passages instead" in notes(after)
    assert "--llm" in after.notes[0]


def test_a_revision_without_a_server_and_without_news_says_so() -> None:
    """Where nothing can be quoted, such as for a wish, the note counts no sentences."""
    given, before = written_before()
    change = Change(note="Be shorter.")
    with ollama(good_writer) as server:
        context = context_for(server)
    after = LlmSynthesizer().revise(before.sections, given, change, [], context, LlmOptions())
    assert texts(after) == texts(before)
    assert "nothing new is written" in after.notes[0]
    assert "0 sentences" not in notes(after).partition("Revised")[0]


def test_the_section_of_contradictions_is_left_to_the_pipeline() -> None:
    """It is made from the evidence after each change; an old one would stand beside the new."""
    given, before = written_before()
    old = before.sections[2].model_copy(update={"kind": SectionKind.CONTRADICTIONS, "heading": "Contradictions"})
    with ollama(good_writer) as server:
        after = revise(Draft(sections=[*before.sections, old]), given, Change(), server)
    assert SectionKind.CONTRADICTIONS not in kinds(after)
