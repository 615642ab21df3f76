"""`subsequent-author-substitute`: a mark in place of names that repeat those of the entry before.

CSL 1.0.2, "Reference Grouping", with its four rules. Labels beside the names stay.
"""

from __future__ import annotations

from bmreport_csl.output import Output, Span, find, plain, replace


def substitute_subsequent_authors(
    entries: list[tuple[str, Output]], mark: Output, rule: str
) -> list[tuple[str, Output]]:
    """The entries with repeated names exchanged for the mark."""
    out: list[tuple[str, Output]] = []
    before: list[Span] = []
    for item_id, output in entries:
        lists = _name_lists(output)
        changed = _substituted(output, lists, before, mark, rule) if lists and before else output
        out.append((item_id, changed))
        before = lists
    return out


def _name_lists(output: Output) -> list[Span]:
    """The lists in the first names of an entry; what was substituted for names counts as one list."""
    names = next(find(output, "names"), None)
    if names is None:
        return []
    inside = [span for child in names.children for span in find(child, "name-list")]
    return inside or [names]


def _substituted(output: Output, lists: list[Span], before: list[Span], mark: Output, rule: str) -> Output:
    same = [plain(span) for span in lists] == [plain(span) for span in before]
    persons, earlier = _persons(lists), _persons(before)
    if rule == "complete-all" or (same and not persons):
        if not same:
            return output
        for span in lists[1:]:
            output = replace(output, span, "")
        return replace(output, lists[0], Span([mark], tag=lists[0].tag) if mark else "")
    if rule == "complete-each":
        return _exchange(output, persons, mark) if same else output
    equal = 0
    while equal < min(len(persons), len(earlier)) and plain(persons[equal]) == plain(earlier[equal]):
        equal += 1
    if rule == "partial-first":
        equal = min(equal, 1)
    return _exchange(output, persons[:equal], mark)


def _persons(lists: list[Span]) -> list[Span]:
    return [person for span in lists for child in span.children for person in find(child, "person")]


def _exchange(output: Output, persons: list[Span], mark: Output) -> Output:
    for person in persons:
        output = replace(output, person, mark)
    return output
