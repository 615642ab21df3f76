"""A flow as rows of a table: the data file of the diagram, and what people write themselves.

stream,box,label,count
databases,database,MEDLINE,812
databases,removed,Duplicate records,412
databases,screened,,1434
databases,screened out,,1390
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bmreport import InputError
from bmreport_plugins.figures.looks import TEXT_SIZES
from bmreport_plugins.figures.prisma.flow import STAGES, Count, Flow, Stage, Stream
from bmreport_plugins.figures.prisma.presets import PRESETS
from bmreport_plugins.figures.sheet import Sheet, exact

if TYPE_CHECKING:
    from bmreport_plugins.figures.sheet import Line

__all__ = ["BOXES", "KIND", "flow_of_counts", "flow_of_sheet", "known_words", "sheet_of_flow"]

KIND = "prisma"
HEADER = ("stream", "box", "label", "count")
_SOURCES = {"database": "databases", "register": "registers", "source": "others", "removed": "removed"}
_ENDS = (
    "studies",
    "reports",
    "previous studies",
    "previous reports",
    "total studies",
    "total reports",
)
BOXES = (*_SOURCES, *(name for stage in STAGES for name in (stage, f"{stage} out")), *_ENDS, "synthesis")
"""Every name that a row may have."""
_MEANT = {
    "identified": "source",
    "databases": "database",
    "registers": "register",
    "other": "source",
    "website": "source",
    "duplicates": "removed",
    "records screened": "screened",
    "records excluded": "screened out",
    "excluded": "screened out",
    "reports sought": "sought",
    "not retrieved": "sought out",
    "reports not retrieved": "sought out",
    "eligible": "assessed",
    "reports assessed": "assessed",
    "reports excluded": "assessed out",
    "not eligible": "assessed out",
    "included": "studies",
    "included studies": "studies",
    "included reports": "reports",
}
_COLUMNS = {
    "stream": ("method", "via"),
    "box": ("step", "stage"),
    "label": ("reason", "source", "remark"),
    "count": ("n", "number", "records", "reports", "studies"),
}
_LABELS = {"duplicates": "Duplicate records removed"}


def sheet_of_flow(flow: Flow) -> Sheet:
    """Everything that is drawn."""
    settings: list[tuple[str, ...]] = [
        ("title", flow.title),
        ("heading", flow.heading),
        ("preset", flow.preset),
        ("text size", exact(flow.text_size)),
        *(("word", name, text) for name, text in flow.words.items()),
        *(("note", note) for note in flow.notes),
    ]
    return Sheet.of(KIND, settings, HEADER, list(_rows(flow)))


def flow_of_sheet(sheet: Sheet) -> Flow:
    """The flow of a data file, or of a table that people wrote, not yet balanced. Raises InputError with the line."""
    names = {column: _column(sheet, column) for column in HEADER}
    counts = [
        (line.text(names["stream"]), line.text(names["box"]), _count_of(line, names["label"], names["count"]))
        for line in sheet.lines
    ]
    preset = sheet.setting("preset") or "prisma-2020"
    flow = flow_of_counts(counts, sheet.where, preset)
    words = {values[0]: values[1] for values in sheet.all_of("word") if len(values) > 1}
    return replace(
        flow,
        title=sheet.setting("title") or flow.title,
        heading=sheet.setting("heading"),
        text_size=sheet.number("text size", *TEXT_SIZES) or 9.0,
        words=known_words(words, sheet.where),
        notes=tuple(values[0] for values in sheet.all_of("note")),
    )


def flow_of_counts(counts: Sequence[tuple[str, str, Count]], where: str, preset: str) -> Flow:
    """The flow of triples: stream, box, number. Raises InputError for a box that does not exist, or stands twice."""
    if preset not in PRESETS:
        raise InputError(f"{preset!r:.40} is no preset", where=where, remedy=f"choose one of {', '.join(PRESETS)}")
    found: dict[tuple[str, str], list[Count]] = {}
    for stream, box, number in counts:
        name = _box(box, number.where or where)
        kind = "other" if stream.strip().casefold().startswith("other") or _is_other(box) else "databases"
        label = number.label or _LABELS.get(box.strip().casefold(), "")
        found.setdefault((kind if name not in (*_ENDS, "synthesis") else "end", name), []).append(
            replace(number, label=label)
        )
    other = _stream(found, "other", where)
    ends: dict[str, Any] = {name.replace(" ", "_"): _one(found, "end", name, where) for name in _ENDS}
    return Flow(
        title="Flow of records through the review",
        databases=_stream(found, "databases", where),
        other=other if other.sources or other.stages else None,
        synthesis=tuple(found.get(("end", "synthesis"), ())),
        preset=preset,
        **ends,
    )


def _rows(flow: Flow) -> Iterator[list[str]]:
    for name, stream in (("databases", flow.databases), ("other", flow.other)):
        if stream is None:
            continue
        for box, field in _SOURCES.items():
            yield from ([name, box, one.label, str(one.count)] for one in getattr(stream, field))
        for stage in stream.stages:
            if stage.entered:
                yield [name, stage.name, "", str(stage.entered.count)]
            yield from ([name, f"{stage.name} out", one.label, str(one.count)] for one in stage.out or ())
    for end in _ENDS:
        number: Count | None = getattr(flow, end.replace(" ", "_"))
        if number:
            yield ["", end, "", str(number.count)]
    yield from (["", "synthesis", one.label, str(one.count)] for one in flow.synthesis)


def _column(sheet: Sheet, name: str) -> str:
    """What the table calls a column; people have names of their own for them. Raises InputError for one that lacks."""
    known = {column.strip().casefold(): column for column in sheet.header}
    found = next((known[one] for one in (name, *_COLUMNS[name]) if one in known), "")
    if not found and name in ("box", "count"):
        sheet.expect("box", "count")
    return found


def _count_of(line: Line, label: str, column: str) -> Count:
    number = line.count(column)
    if number is None:
        raise line.fault(column, "is empty", "give the number, 0 if there was none")
    return Count(line.text(label).strip(), number, line.where)


def _box(name: str, where: str) -> str:
    plain = " ".join(name.casefold().replace("_", " ").replace("-", " ").split())
    known = _MEANT.get(plain, plain)
    if known in BOXES:
        return known
    near = difflib.get_close_matches(plain, (*BOXES, *_MEANT), n=2, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    raise InputError(
        f"{name!r:.40} is no box of the diagram",
        where=f"{where}: column box",
        remedy=f"{hint}boxes: {', '.join(BOXES)}",
    )


def _is_other(box: str) -> bool:
    return " ".join(box.casefold().split()) in ("source", "website")


def _stream(found: dict[tuple[str, str], list[Count]], kind: str, where: str) -> Stream:
    parts = {field: tuple(found.get((kind, box), ())) for box, field in _SOURCES.items()}
    stages = []
    for name in STAGES:
        entered, out = _one(found, kind, name, where), found.get((kind, f"{name} out"))
        if entered is not None or out is not None:
            stages.append(Stage(name, entered, None if out is None else tuple(out)))
    return Stream(**parts, stages=tuple(stages))


def _one(found: dict[tuple[str, str], list[Count]], kind: str, name: str, where: str) -> Count | None:
    counts = found.get((kind, name), [])
    if len(counts) > 1:
        raise InputError(
            f"the box {name!r} has two numbers, {counts[0].count} and {counts[1].count}",
            where=counts[1].where or where,
            remedy="keep one of them",
        )
    return counts[0] if counts else None


def known_words(words: dict[str, str], where: str) -> dict[str, str]:
    """The words of boxes. Raises InputError for a box that has none."""
    for name in words:
        if name not in PRESETS["prisma-2020"]:
            raise InputError(
                f"{name!r:.40} is no box that has words",
                where=where,
                remedy=f"name one of {', '.join(PRESETS['prisma-2020'])}",
            )
    return words
