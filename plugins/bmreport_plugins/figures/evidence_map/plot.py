"""What a map of the evidence shows: how many studies and people there are for each pair of outcome and design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.figures.inputs import value_of
from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.study_pooling.outcome import count_people, count_studies

if TYPE_CHECKING:
    from bmreport import Study

__all__ = ["NOT_GIVEN", "Cell", "EvidenceMap", "map_of_studies"]

NOT_GIVEN = "Not given"


@dataclass(frozen=True)
class Cell:
    """One pair with evidence."""

    down: str
    across: str
    studies: int
    participants: int | None = None


@dataclass(frozen=True)
class EvidenceMap:
    """A whole map. `down` and `across` name what the lines and columns are; `certainty` is by line, as `⊕⊕⊕◯ Moderate`.

    `lines` and `columns` may hold names without any evidence, which is what a map is for.
    """

    title: str
    cells: tuple[Cell, ...]
    lines: tuple[str, ...]
    columns: tuple[str, ...]
    down: str = "Outcome"
    across: str = "Design"
    certainty: tuple[tuple[str, str], ...] = ()
    heading: str = ""
    text_size: float = 9.0
    name: str = "evidence-map"
    notes: tuple[str, ...] = ()
    reference_ids: tuple[str, ...] = ()

    @property
    def by_people(self) -> bool:
        """Whether bubbles are sized by people: where these are known everywhere."""
        return all(cell.participants is not None for cell in self.cells)

    def size_of(self, cell: Cell) -> int:
        """What the area of a bubble stands for."""
        return (cell.participants or 0) if self.by_people else cell.studies

    def cell(self, line: str, column: str) -> Cell | None:
        """The evidence at a crossing."""
        return next((one for one in self.cells if (one.down, one.across) == (line, column)), None)


def map_of_studies(
    studies: Sequence[Study],
    *,
    down: str = "outcome",
    across: str = "design",
    certainty: Mapping[str, str] | None = None,
    columns: Sequence[str] = (),
    title: str = "",
) -> EvidenceMap:
    """The map of study rows by two of their fields or moderators; `columns` are shown even when they are empty.

    `certainty` is by the names of lines. Lines stand in the order in which they first appear, columns by their size.
    """
    found: dict[tuple[str, str], list[Study]] = {}
    names: dict[tuple[int, str], str] = {}
    for study in studies:
        pair = []
        for axis, field in enumerate((down, across)):
            said = " ".join(value_of(study, field).split()) or NOT_GIVEN
            pair.append(names.setdefault((axis, name_key(said)), said))
        found.setdefault((pair[0], pair[1]), []).append(study)
    cells = tuple(Cell(*pair, count_studies(rows), _people(rows)) for pair, rows in found.items())
    lines = list(dict.fromkeys(cell.down for cell in cells))
    totals = {
        name: sum(cell.studies for cell in cells if cell.across == name) for cell in cells for name in [cell.across]
    }
    ordered = sorted(totals, key=lambda name: (name == NOT_GIVEN, -totals[name], name))
    given = {name_key(name): text for name, text in (certainty or {}).items()}
    return EvidenceMap(
        title=title or f"Evidence by {down.replace('_', ' ')} and {across.replace('_', ' ')}",
        cells=cells,
        lines=tuple(lines),
        columns=tuple(dict.fromkeys([*columns, *ordered])),
        down=_head(down),
        across=_head(across),
        certainty=tuple((line, given[name_key(line)]) for line in lines if name_key(line) in given),
        reference_ids=tuple(study.reference_id for study in studies if study.reference_id),
    )


def _people(rows: Sequence[Study]) -> int | None:
    """People of the studies of a cell; of a study with several rows the largest, as they are mostly the same people."""
    largest: dict[str, int] = {}
    for row in rows:
        people = count_people([row])
        if people is None:
            return None
        largest[name_key(row.study)] = max(people, largest.get(name_key(row.study), 0))
    return sum(largest.values())


def _head(field: str) -> str:
    words = field.replace("_", " ")
    return words[:1].upper() + words[1:]
