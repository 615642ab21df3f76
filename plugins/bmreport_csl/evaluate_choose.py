"""`cs:choose`: the first branch whose conditions hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bmreport_csl.context import Context
from bmreport_csl.numbers import is_numeric
from bmreport_csl.output import Output, join
from bmreport_csl.scope import CompileNodes, Render, Scope
from bmreport_csl.style_nodes import Branch, Choose, Condition

Test: TypeAlias = Callable[[Context], bool]
_POSITIONS = {
    "first": frozenset({"first"}),
    "subsequent": frozenset({"subsequent", "ibid", "ibid-with-locator"}),
    "ibid": frozenset({"ibid", "ibid-with-locator"}),
    "ibid-with-locator": frozenset({"ibid-with-locator"}),
}
"""Which positions make each test true: ibid is also subsequent, and so on (CSL 1.0.2, "Choose")."""
_CITE_VARIABLES = frozenset({"locator", "citation-number", "first-reference-note-number", "year-suffix", "hereinafter"})


def compile_choose(node: Choose, scope: Scope, compile_nodes: CompileNodes) -> Render:
    """Conditions are compiled to predicates; a branch without any (`else`) always holds."""
    delimiter, first_only = scope.delimiter, scope.first_only
    branches = [(_branch_test(branch), compile_nodes(branch.children, scope)) for branch in node.branches]

    def choose(context: Context) -> Output:
        for test, children in branches:
            if test is None or test(context):
                if len(children) == 1:
                    return children[0](context)
                if first_only:
                    return next((output for child in children if (output := child(context))), "")
                return join([output for child in children if (output := child(context))], delimiter)
        return ""

    return choose


def _branch_test(branch: Branch) -> Test | None:
    if branch.match == "else":
        return None
    tests = [test for condition in branch.conditions for test in _tests(condition, branch.match)]
    if len(tests) == 1:
        single = tests[0]
        return (lambda context: not single(context)) if branch.match == "none" else single
    pair = tests if len(tests) == 2 else None
    if branch.match == "any":
        if pair:
            return lambda context: pair[0](context) or pair[1](context)
        return lambda context: any(test(context) for test in tests)
    if branch.match == "none":
        return lambda context: not any(test(context) for test in tests)
    if pair:
        return lambda context: pair[0](context) and pair[1](context)
    return lambda context: all(test(context) for test in tests)


def _tests(condition: Condition, match: str) -> list[Test]:
    """One predicate for each value, as `match` counts them."""
    if condition.kind == "variable" and _CITE_VARIABLES.isdisjoint(condition.values):
        return _item_variable_tests(condition.values, match)
    if condition.kind == "type":
        types = frozenset(condition.values)  # an item has one type, so that several are alternatives
        return [lambda context: context.item.type in types]
    maker = _MAKERS.get(condition.kind)
    if maker is None:
        return [lambda context: False]  # noqa: ARG005
    return [maker(value) for value in condition.values]


def _item_variable_tests(values: tuple[str, ...], match: str) -> list[Test]:
    """Variables of the item, all in one test: its set of filled variables is known."""
    wanted = frozenset(values)
    if len(wanted) == 1:
        value = values[0]
        return [lambda context: value in context.item.present]
    if match in {"any", "none"}:
        return [lambda context: not wanted.isdisjoint(context.item.present)]
    return [lambda context: wanted <= context.item.present]


def _variable_test(value: str) -> Test:
    if value in _CITE_VARIABLES:
        return _cite_variable_test(value)

    return lambda context: value in context.item.present


def _cite_variable_test(value: str) -> Test:
    match value:
        case "locator":
            return lambda context: context.cite is not None and bool(context.cite.locator)
        case "first-reference-note-number":
            return lambda context: context.cite is not None and context.cite.first_note > 0
        case "year-suffix":
            return lambda context: bool(context.year_suffix)
        case "citation-number":
            return lambda context: context.number > 0
    return lambda context: False  # noqa: ARG005


def _numeric_test(value: str) -> Test:
    if value == "locator":
        return lambda context: context.cite is not None and is_numeric(context.cite.locator)
    if value == "citation-number":
        return lambda context: context.number > 0

    def numeric(context: Context) -> bool:
        text = context.variables.get(value)
        return text is not None and is_numeric(text)

    return numeric


def _uncertain_test(value: str) -> Test:
    def uncertain(context: Context) -> bool:
        date = context.dates.get(value)
        return date is not None and date.circa

    return uncertain


def _locator_test(value: str) -> Test:
    wanted = value.replace("-", " ")

    def test(context: Context) -> bool:
        cite = context.cite
        return cite is not None and bool(cite.locator) and cite.label.replace("-", " ") == wanted

    return test


def _position_test(value: str) -> Test:
    if value == "near-note":
        return lambda context: context.cite is not None and context.cite.near_note
    holds = _POSITIONS.get(value, frozenset())
    return lambda context: context.cite is not None and context.cite.position in holds


def _disambiguate_test(value: str) -> Test:
    wanted = value == "true"

    def test(context: Context) -> bool:
        context.conditions_seen += 1
        return (context.conditions_seen <= context.hints.conditions) == wanted

    return test


def _year_only_test(value: str) -> Test:
    def test(context: Context) -> bool:
        date = context.dates.get(value)
        return date is not None and not (date.start.month or date.start.season or date.start.season_name)

    return test


def _day_test(value: str) -> Test:
    def test(context: Context) -> bool:
        date = context.dates.get(value)
        return date is not None and date.start.day > 0

    return test


def _context_test(value: str) -> Test:
    wanted = value == "bibliography"
    return lambda context: context.in_bibliography == wanted


def _plural_test(value: str) -> Test:
    return lambda context: len(context.names.get(value, ())) > 1


_MAKERS: dict[str, Callable[[str], Test]] = {
    "variable": _variable_test,
    "is-numeric": _numeric_test,
    "is-uncertain-date": _uncertain_test,
    "locator": _locator_test,
    "position": _position_test,
    "disambiguate": _disambiguate_test,
    "has-year-only": _year_only_test,
    "has-day": _day_test,
    "context": _context_test,
    "is-plural": _plural_test,
}
