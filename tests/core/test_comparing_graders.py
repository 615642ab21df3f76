"""Several graders side by side."""

from __future__ import annotations

from bmreport.comparing_graders import compare_graders
from bmreport.models import BulletList, Grade, SectionKind, Table


def grade(grader: str, label: str, levels: str, outcome: str = "") -> Grade:
    """A grade on a scale of words."""
    return Grade(grader=grader, label=label, levels=levels.split(), outcome=outcome, reason=f"{grader} says so.")


def told(grades: list[Grade]) -> tuple[list[list[str]], list[str]]:
    """Rows of the table, and the remarks below it."""
    (section,) = compare_graders(grades)
    assert section.kind is SectionKind.EXHIBITS
    table, remarks = section.blocks
    assert isinstance(table, Table)
    assert isinstance(remarks, BulletList)
    return [[cell[0].text for cell in row] for row in table.rows], [item[0].text for item in remarks.items]


def test_one_grader_has_nothing_beside_it() -> None:
    """No section, however many outcomes it graded."""
    assert compare_graders([]) == []
    assert compare_graders([grade("a", "High", "High Low"), grade("a", "Low", "High Low", "Death")]) == []


def test_each_verdict_stands_with_its_scale_and_reason() -> None:
    """The first grade of each is that of the whole."""
    rows, _remarks = told(
        [grade("a", "High", "High Low"), grade("a", "Low", "High Low", "Death"), grade("b", "B", "A B C")]
    )
    assert rows == [
        ["The evidence as a whole", "a", "High", "High, Low", "a says so."],
        ["The evidence as a whole", "b", "B", "A, B, C", "b says so."],
    ]


def test_it_is_said_where_they_differ() -> None:
    """Verdicts are compared by their place on their own scale; a small distance is none."""
    _rows, remarks = told([grade("a", "1", "1 2 3 4"), grade("b", "C", "A B C D"), grade("c", "y", "x y z")])
    assert "the graders differ. a says 1 (level 1 of 4), b says C (level 3 of 4)" in remarks[0]
    _rows, remarks = told([grade("a", "2", "1 2 3 4"), grade("b", "B", "A B C")])
    assert "do not differ much (a 2, b B)" in remarks[0]


def test_outcomes_that_several_graded_are_compared() -> None:
    """By name, in any case."""
    rows, remarks = told(
        [grade("a", "1", "1 2", "Death"), grade("b", "Y", "X Y", "death"), grade("b", "X", "X Y", "Pain")]
    )
    assert [row[0] for row in rows] == ["The evidence as a whole"] * 2 + ["Death"] * 2
    assert len(remarks) == 2


def test_scales_that_are_none_are_not_compared() -> None:
    """A grader without levels cannot be placed, which is said."""
    rows, remarks = told([Grade(grader="a", label="Fine", reason="x"), grade("b", "X", "X Y")])
    assert rows[0][3] == "not given"
    assert "no scales that could be compared" in remarks[0]
