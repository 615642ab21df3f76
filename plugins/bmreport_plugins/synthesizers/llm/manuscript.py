"""Manuscript: the sentences of a report under their headings, before they are numbered and cited."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bmreport_plugins.synthesizers.llm.repetition import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bmreport.lexical import Idf
    from bmreport_plugins.synthesizers.llm.lines import Line

__all__ = ["Chapter", "Manuscript"]


@dataclass(frozen=True)
class Chapter:
    """One section on findings; `closing` sums it up."""

    heading: str
    body: tuple[Line, ...]
    closing: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Manuscript:
    """The parts in the order of the report. `limits` come from all chapters."""

    lead: tuple[Line, ...] = ()
    introduction: tuple[Line, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    limits: tuple[Line, ...] = ()
    conclusion: tuple[Line, ...] = ()
    repeated: int = 0
    """Sentences left out because others said the same."""

    @property
    def lines(self) -> Iterator[Line]:
        """All sentences in reading order."""
        yield from self.lead
        yield from self.introduction
        for chapter in self.chapters:
            yield from chapter.body
            yield from chapter.closing
        yield from self.limits
        yield from self.conclusion

    def without_repetition(self, idf: Idf, likeness: float) -> Manuscript:
        """The same with everything said once, where it comes first; sources united, empty chapters left out.

        The short answer may say in other words what is told in full after it, but not in the same ones.
        """
        short = Said(idf, likeness)
        short.add(self.lead)
        said = Said(idf, likeness)
        places: list[list[int]] = []

        def take(lines: Iterable[Line]) -> int:
            start = len(said.lines)
            said.add(line for line in lines if not short.holds(line))
            places.append(list(range(start, len(said.lines))))
            return len(places) - 1

        introduction = take(self.introduction)
        chapters = [(chapter, take(chapter.body), take(chapter.closing)) for chapter in self.chapters]
        limits, conclusion = take(self.limits), take(self.conclusion)

        def kept(part: int) -> tuple[Line, ...]:
            return tuple(said.lines[place] for place in places[part])

        filled = [Chapter(one.heading, kept(body), kept(closing)) for one, body, closing in chapters]
        return replace(
            self,
            lead=tuple(short.lines),
            introduction=kept(introduction),
            chapters=tuple(chapter for chapter in filled if chapter.body or chapter.closing),
            limits=kept(limits),
            conclusion=kept(conclusion),
            repeated=self.repeated + short.repeated + said.repeated,
        )
