"""Two assessors: how far they agree, and what they settled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import InputError
from bmreport_plugins.risk_of_bias import (
    Consensus,
    Judged,
    agreement,
    judge,
    kappa,
    load_consensus,
    load_tool,
    settle,
)

ROB2 = load_tool("rob2")
IDS = [domain.id for domain in ROB2.domains]
SHORT = {"l": "Low", "s": "Some concerns", "h": "High"}


def judged(study: str, levels: str, assessor: str, overall_level: str = "", outcome: str = "") -> Judged:
    """RoB 2 of a study, one letter a domain."""
    domains = {name: SHORT[letter] for name, letter in zip(IDS, levels, strict=False)}
    return judge(ROB2, domains, study=study, assessor=assessor, overall_level=overall_level, outcome=outcome)


def decision(**change: str) -> Consensus:
    """A decision on the first domain of study A."""
    values = {"study": "A", "domain": "D1", "level": "High", "reason": "read again", "by": "AB and CD", **change}
    return Consensus(**values, where="consensus.csv:2")


def error_of(call: Any, *arguments: Any) -> str:
    """The InputError that a call gives."""
    with pytest.raises(InputError) as caught:
        call(*arguments)
    return str(caught.value)


def test_kappa_by_hand() -> None:
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, by chance 0.5, kappa 0.4 (textbook example)."""
    pairs = [(0, 0)] * 20 + [(0, 1)] * 5 + [(1, 0)] * 10 + [(1, 1)] * 15
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa(pairs, weighted=True) == pytest.approx(0.4)


def test_weighted_kappa_by_hand() -> None:
    """A pair two levels apart weighs twice as much as one that is one level apart."""
    near = [(0, 0), (1, 1), (2, 2), (0, 1)]
    far = [(0, 0), (1, 1), (2, 2), (0, 2)]
    # First: 2,1,1; second: 1,2,1 and 1,1,2; distance by chance (0*.. computed cell by cell) 3.25 of 4 and 3.5 of 4.
    assert kappa(near, weighted=True) == pytest.approx(1 - 1 / (14 / 4))
    assert kappa(far, weighted=True) == pytest.approx(1 - 2 / (16 / 4))


def test_kappa_without_choice() -> None:
    """Where both always say the same one level, or there is nothing, kappa is not defined."""
    assert kappa([]) is None
    assert kappa([(1, 1)] * 9) is None
    assert kappa([(0, 1), (1, 0)]) == pytest.approx(-1.0)


pairs_of_levels = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=20)


@settings(max_examples=80)
@given(pairs_of_levels, st.booleans())
def test_properties_of_kappa(pairs: list[tuple[int, int]], weighted: bool) -> None:
    """It is 1 for full agreement, never more, and the same whoever is called first."""
    value = kappa(pairs, weighted=weighted)
    assert value == pytest.approx(kappa([(other, one) for one, other in pairs], weighted=weighted))
    if value is not None:
        assert value <= 1
        assert (value == 1) == all(one == other for one, other in pairs)


def test_agreement_of_two_assessors() -> None:
    """Pairs are matched by study, outcome and domain; differences and what one alone judged are named."""
    first = [judged("A", "lllsh", "AB"), judged("B", "lslll", "AB"), judged("C", "l", "AB")]
    second = [judged("B", "lllll", "CD"), judged("a", "lllhh", "CD")]
    found = agreement(first, second)
    assert (found.first, found.second, found.pairs, found.observed) == ("AB", "CD", 10, 0.8)
    assert [(one.study, one.domain, one.first, one.second) for one in found.disagreements] == [
        ("A", "measurement", "Some concerns", "High"),
        ("B", "deviations", "Some concerns", "Low"),
    ]
    assert found.alone == ("c, randomisation",)
    # Levels: first low 7, some 2, high 1; second low 8, high 2; chance 0.56 + 0.02 = 0.58.
    assert found.kappa == pytest.approx((0.8 - 0.58) / 0.42)
    assert found.note == ""


def test_agreement_that_says_nothing() -> None:
    """No common study, and one level throughout, are said to be so."""
    assert agreement([judged("A", "l", "AB")], [judged("B", "l", "CD")]).note == "there is nothing that both judged"
    same = agreement([judged("A", "lllll", "AB")], [judged("A", "lllll", "CD")])
    assert (same.observed, same.kappa) == (1.0, None)
    assert "kappa is not defined" in same.note


def test_agreement_needs_one_tool_and_one_judgement_each() -> None:
    """Different tools, or a study that one assessor judged twice, are errors."""
    other = judge(load_tool("quadas-2"), {"D1": "Low"}, study="A")
    assert "different tools: quadas-2, rob2" in error_of(agreement, [judged("A", "l", "AB")], [other])
    twice = [judged("A", "l", "AB"), judged("A", "h", "AB")]
    assert "is judged twice by AB" in error_of(agreement, twice, [judged("A", "l", "CD")])


def test_levels_without_order_are_not_weighted() -> None:
    """`Not applicable` has no place between yes and no."""
    tool = load_tool("jbi-rct")
    one = judge(tool, {"q1": "Yes", "q2": "Not applicable"}, study="A")
    other = judge(tool, {"q1": "No", "q2": "Not applicable"}, study="A")
    found = agreement([one], [other])
    assert found.kappa is not None
    assert found.weighted is None


def test_consensus_settles_differences() -> None:
    """The decision counts, what both had said stays visible, and the whole follows anew."""
    (settled,) = settle([judged("A", "lllll", "AB"), judged("A", "hllll", "CD")], [decision(level="Some concerns")])
    assert settled.judged.domains["randomisation"].name == "Some concerns"
    assert settled.judged.overall == ROB2.level("overall", "Some concerns")
    assert settled.judged.assessor == "consensus"
    assert settled.judged.reasons["randomisation"] == "read again (AB and CD)"
    assert {name: one.domains["randomisation"].name for name, one in settled.said.items()} == {
        "AB": "Low",
        "CD": "High",
    }
    assert settled.decisions["randomisation"].by == "AB and CD"
    assert settled.open == ()


def test_what_is_not_settled_is_open_and_counts_as_the_worse() -> None:
    """Without a decision the worse level counts, and the domain is named as open."""
    (settled,) = settle([judged("A", "lllll", "AB", "Low"), judged("A", "hllll", "CD", "High")])
    assert settled.judged.domains["randomisation"].name == "High"
    assert settled.judged.overall == ROB2.level("overall", "High")
    assert settled.open == ("randomisation", "overall")


def test_one_assessor_needs_no_consensus() -> None:
    """A single judgement is final as it stands, and so is a given overall that nobody contradicts."""
    (settled,) = settle([judged("A", "lllll", "AB", "Some concerns")])
    assert (settled.judged.assessor, settled.open) == ("AB", ())
    assert settled.judged.overall == ROB2.level("overall", "Some concerns")
    assert settled.judged.overall_given


def test_a_decision_on_the_whole() -> None:
    """The overall judgement may be decided like a domain."""
    (settled,) = settle([judged("A", "lllll", "AB"), judged("A", "lllll", "CD")], [decision(domain="overall")])
    assert settled.judged.overall == ROB2.level("overall", "High")
    assert settled.judged.overall_given


def test_decisions_reach_the_outcome_they_name() -> None:
    """A decision with an outcome changes that one alone, one without changes all."""
    rows = [judged("A", "lllll", "AB", outcome=outcome) for outcome in ("death", "stroke")]
    levels = [one.judged.domains["randomisation"].name for one in settle(rows, [decision(outcome="Death")])]
    assert levels == ["High", "Low"]
    assert [one.judged.domains["randomisation"].name for one in settle(rows, [decision()])] == ["High", "High"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"study": "Z"}, "nobody judged the study 'Z' (judged are: A)"),
        ({"domain": "luck"}, "domain luck: is no domain of the tool"),
        (
            {"level": "odd"},
            "RoB 2, domain randomisation, study A: 'odd' is no level (allowed: Low, Some concerns, High)",
        ),
        ({"tool": "quadas-2"}, "nobody judged the study 'A'"),
    ],
)
def test_decisions_on_nothing_are_errors(change: dict[str, str], said: str) -> None:
    """A decision that meets no judgement is told with its place; it is never lost."""
    message = error_of(settle, [judged("A", "lllll", "AB")], [decision(**change)])
    assert said in message
    assert "consensus.csv:2" in message


def test_two_decisions_on_one_thing() -> None:
    """The second one is an error."""
    assert "is decided twice" in error_of(settle, [judged("A", "l", "AB")], [decision(), decision(level="Low")])


CSV = "study,domain,judgement,reason,by\nA,D1,High,no sequence,AB and CD\n"
YAML = "- {study: A, domain: D1, level: High, reason: no sequence, by: AB and CD}\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.csv", CSV),
        ("c.csv", CSV.replace(",", ";")),
        ("c.yaml", YAML),
        ("c.yml", "consensus:\n" + YAML),
        (
            "c.json",
            '[{"study": "A", "item": "D1", "level": "High", "justification": "no sequence", "by": "AB and CD"}]',
        ),
    ],
)
def test_files_of_decisions(tmp_path: Path, name: str, text: str) -> None:
    """Tables and YAML give the same decisions."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (found,) = load_consensus(path)
    assert (found.study, found.domain, found.level, found.reason, found.by) == (
        "A",
        "D1",
        "High",
        "no sequence",
        "AB and CD",
    )
    assert str(path) in found.where


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("c.csv", CSV.replace("no sequence", ""), ":2: reason is missing (say why it was decided so)"),
        ("c.csv", CSV.replace("AB and CD", " "), ":2: by is missing"),
        ("c.csv", "study,domain,level,by\nA,D1,High,AB\n", "reason is missing"),
        ("c.csv", CSV.replace("reason", "raeson"), "'raeson' means nothing here"),
        ("c.yaml", YAML.replace("no sequence", '""'), "decision 1: reason is missing"),
        ("c.yaml", "- just words\n", "decision 1: is no decision"),
        ("c.yaml", "a: b\n", "holds no list of decisions"),
    ],
)
def test_decisions_without_reason_or_name_are_errors(tmp_path: Path, name: str, text: str, said: str) -> None:
    """A decision needs a reason and a name; the message says in which file and row."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    message = error_of(load_consensus, path)
    assert said in message
    assert str(path) in message


letters = st.text(alphabet="lsh", min_size=5, max_size=5)


@settings(max_examples=60)
@given(st.lists(st.tuples(letters, letters), min_size=1, max_size=4))
def test_settling_is_never_milder_than_both(rows: list[tuple[str, str]]) -> None:
    """Without decisions, the final level of a domain is the worse of the two."""
    both = [
        judged(f"S{place}", levels, assessor)
        for place, pair in enumerate(rows)
        for assessor, levels in zip(("AB", "CD"), pair, strict=True)
    ]
    for one, (first, second) in zip(settle(both), rows, strict=True):
        names = [level.name for level in one.judged.domains.values()]
        assert names == [SHORT[max(pair, key="lsh".index)] for pair in zip(first, second, strict=True)]
        assert len([name for name in one.open if name != "overall"]) == sum(
            a != b for a, b in zip(first, second, strict=True)
        )
