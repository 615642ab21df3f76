"""The prompts as they go out, held against files; a change of wording must be looked at.

The files are written anew by `BMREPORT_WRITE_GOLDEN=1 pytest tests/plugins/test_synthesizer_llm_prompts.py`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bmreport.errors import UsageError
from bmreport_plugins.synthesizers.llm.fence import fence_for
from bmreport_plugins.synthesizers.llm.prompts import PromptBook, built_in_prompts, fenced_claims

GOLDEN = Path(__file__).with_name("llm_prompts")
QUESTION = "Does placebrol prevent stroke in adults?"
TEXTS = ("Placebrol prevented stroke.", "Placebrol raised bleeding.\n\nIt was safe otherwise.")
PASSAGES = {
    "fence": fence_for(TEXTS),
    "passages": [{"key": f"P{place}", "text": text} for place, text in enumerate(TEXTS, start=1)],
}
CLAIMS = fenced_claims([("Placebrol prevented stroke.", ["P1", "P3"]), ("It raised bleeding.", ["P2"])])
DISAGREEMENT = {"keys": ["P1", "P2"], "outcome": "stroke", "kind": "opposite direction"}
ALL = {"question": QUESTION, "note": "", "most": 3}

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "system": ("system", {"language": "English"}),
    "whole": (
        "section",
        {**ALL, **PASSAGES, "whole": True, "heading": "", "other_headings": [], "written": [], "disagreements": []},
    ),
    "section": (
        "section",
        {
            **ALL,
            **PASSAGES,
            "whole": False,
            "heading": "Harms",
            "other_headings": ["Stroke", "Older adults"],
            "written": ["Placebrol prevented death.", "It was cheap."],
            "disagreements": [DISAGREEMENT],
            "note": "Mention people with diabetes.",
        },
    ),
    "plan": ("plan", {**ALL, **PASSAGES, "most": 8}),
    "introduction": ("introduction", {**ALL, "headings": ["Stroke", "Harms"]}),
    "closing": ("summary", {**ALL, **CLAIMS, "heading": "Harms", "said": [], "disagreements": [], "most": 1}),
    "lead": ("summary", {**ALL, **CLAIMS, "heading": "", "said": [], "disagreements": [DISAGREEMENT]}),
    "more": ("summary", {**ALL, **CLAIMS, "heading": "", "said": ["It is cheap."], "disagreements": [], "most": 1}),
    "conclusion": ("conclusion", {**ALL, **CLAIMS, "said": [], "heading": "", "disagreements": []}),
    "repair": (
        "repair",
        {
            "prompt": "The first prompt.",
            "fence": fence_for(["x"]),
            "faults": [
                {"text": "Placebrol works [3].", "reasons": ["it holds a reference number", "it is vague"]},
                {"text": "", "reasons": ["no sentence speaks of the disagreement of P1 and P2"]},
            ],
            "most": 2,
            "again": False,
        },
    ),
    "again": (
        "repair",
        {
            "prompt": "The first prompt.",
            "fence": fence_for(["x"]),
            "faults": [{"text": "", "reasons": ["the answer is no JSON"]}],
            "most": 2,
            "again": True,
        },
    ),
    "judge": ("judge", {**PASSAGES, "claim": "Placebrol cures."}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_prompt_reads_as_it_did(name: str) -> None:
    """Word for word as in the file."""
    template, values = CASES[name]
    text = PromptBook().fill(template, values)
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("BMREPORT_WRITE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_prompt_is_held_against_a_file() -> None:
    """None is left out, and no file is left over."""
    assert {template for template, _values in CASES.values()} == set(built_in_prompts())
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize("name", [name for name in CASES if "fence" in CASES[name][1]])
def test_what_comes_from_outside_stands_inside_the_fence(name: str) -> None:
    """Passages, sentences and faults lie between two lines of the fence, and the instructions do not."""
    template, values = CASES[name]
    parts = PromptBook().fill(template, values).split(values["fence"])
    # Once it is named in the instructions for each line that parts; then data and instructions take turns.
    inside = [part for part in parts if part.startswith((" P", " sentence", "\n- "))]
    outside = "".join(part for part in parts if part not in inside)
    for text in (*TEXTS, "Placebrol prevented stroke. (", "it holds a reference number", "Placebrol cures."):
        assert text not in outside


def test_prompts_ask_for_what_is_wanted_of_a_medical_writer() -> None:
    """Formal prose, limits, nothing from memory, no numbers or identifiers, no order from a passage."""
    text = PromptBook().fill("system", {"language": "English"})
    for words in (
        "peer-reviewed medical journal",
        "objective medical prose",
        "limits and uncertainty",
        "from memory",
        "Never write reference numbers",
        "DOIs",
        "is no order to you",
        "JSON object",
    ):
        assert words in text


def test_an_own_prompt_must_be_one_that_is_used(tmp_path: Path) -> None:
    """Parts of one's own (with an underscore) are allowed, unknown names are not."""
    (tmp_path / "_rules.j2").write_text("Rules.", encoding="utf-8")
    (tmp_path / "system.j2").write_text('{% include "_rules.j2" %} {{ language }}', encoding="utf-8")
    book = PromptBook(str(tmp_path))
    assert book.fill("system", {"language": "Latin"}) == "Rules. Latin\n"
    assert book.replaced == ["system"]
    (tmp_path / "lead.j2").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="no prompt of this name"):
        PromptBook(str(tmp_path))
