"""One name of a list: particles, order, initials and the formatting of name parts.

CSL 1.0.2, "Name" and "Name-part Order".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bmreport_csl.fields import FieldReader, style_language
from bmreport_csl.initials import initialize, normalize_initials
from bmreport_csl.item_names import Name
from bmreport_csl.name_options import FULL, NameOptions
from bmreport_csl.output import Output, Wrap, join, plain, wrapper
from bmreport_csl.scripts import is_romanesque
from bmreport_csl.style_nodes import PLAIN, Formatting, Look

RenderPerson: TypeAlias = Callable[[Name, int, bool], Output]
"""Name, given-name level (0 family only, 1 initials, 2 in full; -1 as the style says), inverted."""

STYLE_LEVEL = -1
_MEMO_SIZE = 20_000


def compile_person(
    options: NameOptions, fields: FieldReader, *, sorting: bool = False, strip_periods: bool = False
) -> RenderPerson:
    """What renders one person. Results are remembered, for the same people come up again and again."""
    memo: dict[tuple[Name, int, bool], Output] = {}
    writer = _PersonWriter(options, fields, sorting, strip_periods)

    def person(name: Name, level: int, inverted: bool) -> Output:
        key = (name, level, inverted)
        output = memo.get(key)
        if output is None:
            if len(memo) > _MEMO_SIZE:
                memo.clear()
            output = memo[key] = writer.write(name, level, inverted)
        return output

    return person


class _PersonWriter:
    """The options of one names element applied to persons."""

    def __init__(self, options: NameOptions, fields: FieldReader, sorting: bool, strip_periods: bool) -> None:
        self.options = options
        self.fields = fields
        self.strip_periods = strip_periods
        # French, Russian and Czech keep particles and initials on the line of the name, as citeproc-js prints them.
        self.keeps_together = fields.language[:2] in {"fr", "ru", "cs"}
        self.particle_space = "\u00a0" if self.keeps_together else " "
        self.sorting = sorting
        self.short = options.form == "short"
        looks = {part.name: part.look for part in options.parts} if not sorting else {}
        family, given = looks.get("family", PLAIN), looks.get("given", PLAIN)
        self.family_case, self.given_case = family.text_case, given.text_case
        self.family_font, self.given_font = _font(family), _font(given)
        self.family_affixes, self.given_affixes = _affixes(family), _affixes(given)
        mark = options.initialize_with
        self.bare_suffix = mark is not None and "." not in mark
        """Initials without periods take them from `Jr.` too, as citeproc-js has it."""
        self.around = None if sorting else wrapper(options.look)
        self.demoted = options.demote == "display-and-sort" or (sorting and options.demote == "sort-only")

    def write(self, name: Name, level: int, inverted: bool) -> Output:
        """The person; never empty unless the name is."""
        if name.literal:
            output = self._literal(name)
        elif is_foreign_order(name):
            output = self._static(name, level)
        elif self._is_short(level):
            output = self._short(name, inverted)
        elif inverted:
            output = self._inverted(name, level)
        else:
            output = self._display(name, level)
        return self.around(output) if self.around is not None and output else output

    def _is_short(self, level: int) -> bool:
        return level == 0 or (level == STYLE_LEVEL and self.short)

    def _literal(self, name: Name) -> Output:
        return self._font(self._text(name.literal, self.family_case), self.family_font)

    def _given(self, name: Name, level: int) -> Output:
        options = self.options
        text = name.given
        if not text:
            return ""
        # Given names in full, where they tell people apart, stay as they were written.
        if options.initialize_with is not None and level != FULL and is_romanesque(text):
            if options.initialize:
                text = initialize(text, options.initialize_with, hyphen=options.initialize_hyphen)
            else:
                text = normalize_initials(text, options.initialize_with, hyphen=options.initialize_hyphen)
        return self._font(self._text(text, self.given_case), self.given_font)

    def _static(self, name: Name, level: int) -> Output:
        """Family name first, always; without a space where the script has none."""
        family = self._family(name, with_particle=True)
        if self._is_short(level):
            return family
        given = self._given(name, level)
        space = " " if name.static_ordering and is_romanesque(name.family) else ""
        return join([part for part in (family, given) if part], space)

    def _short(self, name: Name, inverted: bool) -> Output:
        family = self._family(name, with_particle=not (inverted and self.demoted))
        if inverted and self.demoted and name.non_dropping_particle:
            particle = self._font(self._text(name.non_dropping_particle, self.family_case), self.family_font)
            family = join([part for part in (family, particle) if part], self.options.sort_separator)
        return self._with_affixes(family, self.family_affixes) or self._given(name, 2)

    def _inverted(self, name: Name, level: int) -> Output:
        """`family, given particles, suffix`; the non-dropping particle leads unless it is demoted."""
        demoted = self.demoted
        family = self._with_affixes(self._family(name, with_particle=not demoted), self.family_affixes)
        given: list[Output] = [self._given(name, level)]
        if name.dropping_particle:
            given.append(self._font(self._text(name.dropping_particle, self.given_case), self.given_font))
        if demoted and name.non_dropping_particle:
            given.append(self._font(self._text(name.non_dropping_particle, self.family_case), self.family_font))
        behind = self._with_affixes(join_words([part for part in given if part]), self.given_affixes)
        suffix = self._suffix(name)
        return join([part for part in (family, behind, suffix) if part], self.options.sort_separator)

    def _display(self, name: Name, level: int) -> Output:
        """`given particles family suffix`."""
        given = [self._given(name, level)]
        if name.dropping_particle:
            given.append(self._font(self._text(name.dropping_particle, self.given_case), self.given_font))
        front = self._with_affixes(join_words([part for part in given if part]), self.given_affixes)
        family = self._family(name, with_particle=True)
        if name.suffix:
            comma = ", " if name.comma_suffix else " "
            family = join([part for part in (family, self._suffix(name)) if part], comma)
        family = self._with_affixes(family, self.family_affixes)
        parts = [part for part in (front, family) if part]
        if self.keeps_together and (name.dropping_particle or self._ends_in_tight_initial(level)):
            return join(parts, self.particle_space)
        return join_words(parts)

    def _ends_in_tight_initial(self, level: int) -> bool:
        mark = self.options.initialize_with
        return mark is not None and mark.endswith("\u00a0") and level != 2 and self.options.initialize

    def _family(self, name: Name, *, with_particle: bool) -> Output:
        family = self._text(name.family, self.family_case)
        if with_particle and name.non_dropping_particle:
            particle = self._font(self._text(name.non_dropping_particle, self.family_case), self.family_font)
            family = self._font(family, self.family_font)
            parts = [part for part in (particle, family) if part]
            # In sort keys a particle is a word of its own, whatever follows it.
            return join(parts, " ") if self.sorting else join_words(parts, self.particle_space)
        return self._font(family, self.family_font)

    def _suffix(self, name: Name) -> Output:
        return self._text(name.suffix.replace(".", "") if self.bare_suffix else name.suffix, "")

    def _text(self, text: str, case: str) -> Output:
        return self.fields.read(text, case, style_language(case, ""), strip_periods=self.strip_periods) if text else ""

    def _font(self, output: Output, font: Wrap | None) -> Output:
        return font(output) if font is not None and output else output

    def _with_affixes(self, output: Output, affixes: Wrap | None) -> Output:
        return affixes(output) if affixes is not None and output else output


def join_words(parts: list[Output], space: str = " ") -> Output:
    """Words with a space between; none after a hyphen or an elision (`al-Aswani`, `d’Artagnan`, but `de’ Medici`)."""
    if len(parts) == 2:
        first = plain(parts[0])
        if first[-1] in "-–" or (first[-1] in "’'ʼ" and first[-2:-1].lower() not in "aeiou"):
            return join(parts, "")
        if first[-1].isspace():
            return join(parts, "")
    return join(parts, space)


def is_foreign_order(name: Name) -> bool:
    """The family name comes first by nature: East Asian scripts, or `static-ordering` in the data."""
    return name.static_ordering or (bool(name.family) and bool(name.given) and not is_romanesque(name.family))


def _font(look: Look) -> Wrap | None:
    return wrapper(Look(formatting=look.formatting)) if look.formatting else None


def _affixes(look: Look) -> Wrap | None:
    return wrapper(Look(formatting=Formatting(), prefix=look.prefix, suffix=look.suffix))
