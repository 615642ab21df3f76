"""Persons joined to a list: "and", et al., and the delimiters before both (CSL 1.0.2, "Name", "Et-al")."""

from __future__ import annotations

from bmreport_csl.item_names import Name
from bmreport_csl.name_options import NameOptions, base_level
from bmreport_csl.output import Output, Span, Tag, join, plain, wrapper
from bmreport_csl.person import STYLE_LEVEL, compile_person, is_foreign_order
from bmreport_csl.punctuation import glue
from bmreport_csl.scope import Scope
from bmreport_csl.scripts import is_romanesque
from bmreport_csl.style_nodes import Look


class NameList:
    """Renders the names of one variable."""

    def __init__(self, options: NameOptions, scope: Scope) -> None:
        self.options = options
        self.person = compile_person(options, scope.fields, sorting=scope.sorting, strip_periods=scope.strip_periods)
        self.base = base_level(options)
        self.delimiter = options.delimiter
        self.et_al = _et_al(options, scope)
        # A term in a script without spaces follows the name at once.
        self.et_al_space = " " if is_romanesque(plain(self.et_al) or " ") else ""
        self.font = None if scope.sorting else wrapper(Look(formatting=options.look.formatting))
        self.and_word = _and_word(options, scope)
        self.tag_persons = (
            scope.area == "bibliography"
            and scope.options.get("subsequent-author-substitute-rule", "complete-all").startswith(
                ("complete-each", "partial")
            )
            and "subsequent-author-substitute" in scope.options
        )
        self.invert_all = options.sort_order == "all"
        self.invert_first = bool(options.sort_order)

    def render(self, names: tuple[Name, ...], shown: int, levels: tuple[int, ...], *, more: bool = False) -> Output:
        """So many of the names; `levels` may be empty, for the style's own form of given names.

        With `more` there are others that the record does not name.
        """
        count = len(names)
        if shown <= 0:
            return ""
        persons: list[Output] = []
        render = self.person
        for index in range(min(shown, count)):
            level = levels[index] if index < len(levels) and levels[index] > self.base else STYLE_LEVEL
            output = render(names[index], level, self.invert_all or (index == 0 and self.invert_first))
            if output:
                persons.append(Span([output], tag=Tag("person")) if self.tag_persons else output)
        if not persons:
            return ""
        if shown >= count:
            return self._cut(names, persons) if more else self._all(names, persons)
        if self.options.use_last and count > shown + 1:
            last = render(names[-1], STYLE_LEVEL, self.invert_all)
            return self._with_last(persons, last)
        return self._cut(names, persons)

    def _all(self, names: tuple[Name, ...], persons: list[Output]) -> Output:
        count = len(persons)
        if count == 1:
            return persons[0]
        if not self.and_word:
            return join(persons, self.delimiter)
        front = join(persons[:-1], self.delimiter)
        inverted = self._is_inverted(names[min(count, len(names)) - 2], count - 2)
        before = self._precedes(self.options.precedes_last, count - 1, inverted)
        joint = glue(self.delimiter, self.and_word.lstrip()) if before else self.and_word
        return join([front, persons[-1]], joint)

    def _cut(self, names: tuple[Name, ...], persons: list[Output]) -> Output:
        front = join(persons, self.delimiter)
        if not self.et_al:
            return front
        inverted = self._is_inverted(names[len(persons) - 1], len(persons) - 1)
        before = self._precedes(self.options.precedes_et_al, len(persons), inverted)
        output = join([front, self.et_al], self.delimiter if before else self.et_al_space)
        return self.font(output) if self.font is not None else output

    def _with_last(self, persons: list[Output], last: Output) -> Output:
        front = join(persons, self.delimiter)
        before = self.delimiter if len(persons) > 1 or self.options.precedes_last == "always" else " "
        return join([front, last], f"{before if before.endswith(' ') else before + ' '}… ") if last else front

    def _is_inverted(self, name: Name, index: int) -> bool:
        """Bodies, and names that always begin with the family name, are never inverted."""
        if name.literal or is_foreign_order(name):
            return False
        return self.invert_all or (index == 0 and self.invert_first)

    def _precedes(self, rule: str, names_before: int, inverted: bool) -> bool:
        match rule:
            case "always":
                return True
            case "never":
                return False
            case "after-inverted-name":
                return inverted
        return names_before > 1


def _and_word(options: NameOptions, scope: Scope) -> str:
    if scope.sorting or not options.and_word:
        return ""
    if options.and_word == "symbol":
        word = scope.locale.and_sign
    elif options.and_word == "text":
        word = scope.locale.term("and") or ""
    else:
        return ""
    if word and word[-1].isspace() and word[-1] != " ":
        return word  # a term that ends in a special space brings all its spaces along
    return f" {word} "


def _et_al(options: NameOptions, scope: Scope) -> Output:
    if scope.sorting:
        return ""
    node = options.et_al
    term = node.term if node is not None else "et-al"
    text = scope.locale.term(term) or (scope.locale.term(term.replace(" ", "-")) or "")
    if not text:
        return ""
    look = node.look if node is not None else None
    output = scope.fields.read(text, look.text_case if look else "", strip_periods=scope.strip_periods)
    wrap = wrapper(look) if look is not None else None
    return wrap(output) if wrap is not None and output else output
