"""`subsequent-author-substitute`: a mark in place of names that repeat those of the entry before.

CSL 1.0.2, "Reference Grouping", with its four rules.
"""

from __future__ import annotations

from bmreport_csl.output import Output, Span, find, plain, replace


def substitute_subsequent_authors(entries: list[tuple[str, Output]], mark: Output, rule: str) -> list[tuple[str, Output]]:
    """The entries with repeated names exchanged for the mark."""
    out: list[tuple[str, Output]] = []
    before: Span | None = None
    for item_id, output in entries:
        names = next(find(output, "names"), None)
        if names is not None and before is not None:
            new = _substituted(names, before, mark, rule)
            out.append((item_id, replace(output, names, new) if new is not names else output))
        else:
            out.append((item_id, output))
        before = names
    return out


def _substituted(names: Span, before: Span, dash: Output, rule: str) -> Output:
    same = plain(names) == plain(before)
    if rule == "complete-all":
        return names.copy_with([dash] if dash else []) if same else names
    people = list(find_persons(names))
    earlier = list(find_persons(before))
    if rule == "complete-each":
        return _exchange(names, people, dash) if same else names
    equal = 0
    while equal < min(len(people), len(earlier)) and plain(people[equal]) == plain(earlier[equal]):
        equal += 1
    if rule == "partial-first":
        equal = min(equal, 1)
    return _exchange(names, people[:equal], dash) if equal else names


def find_persons(names: Span) -> list[Span]:
    """The persons inside a span of names."""
    return list(find(names, "person")) if names.tag is None or names.tag.kind == "person" else [
        person for child in names.children if not isinstance(child, str) for person in find(child, "person")
    ]  # fmt: skip


def _exchange(names: Span, people: list[Span], dash: Output) -> Output:
    output: Output = names
    for person in people:
        output = replace(output, person, dash)
    return output
