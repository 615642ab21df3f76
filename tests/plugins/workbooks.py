"""Excel workbooks made by hand for tests: the least that the format asks for, and what real ones have beside it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def relationships(*targets: tuple[str, str, str]) -> str:
    """A part of relationships: id, kind, target."""
    lines = "".join(f'<Relationship Id="{one}" Type="{RELATED}/{kind}" Target="{to}"/>' for one, kind, to in targets)
    return f'<Relationships xmlns="{PACKAGE}">{lines}</Relationships>'


def cell(value: object, place: str = "") -> str:
    """A cell: text inline, numbers as they are; a string that begins with `<c` is taken as it stands."""
    where = f' r="{place}"' if place else ""
    if isinstance(value, str):
        return value if value.startswith("<c") else f'<c{where} t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    if isinstance(value, bool):
        return f'<c{where} t="b"><v>{int(value)}</v></c>'
    return "" if value is None else f"<c{where}><v>{value}</v></c>"


def sheet(rows: Sequence[Sequence[object]], first: int = 1) -> str:
    """The part of a sheet, with a reference in every cell."""
    lines = []
    for number, row in enumerate(rows, start=first):
        cells = "".join(cell(value, f"{chr(65 + place)}{number}") for place, value in enumerate(row))
        lines.append(f'<row r="{number}">{cells}</row>')
    return f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def workbook(
    sheets: Mapping[str, str], *, texts: Sequence[str] = (), styles: str = "", hidden: Sequence[str] = (),
    more: Mapping[str, str | bytes] | None = None,
) -> bytes:  # fmt: skip
    """A workbook of these sheets by name; `more` adds or replaces parts."""
    tabs, targets, parts = [], [], {}
    for number, (name, content) in enumerate(sheets.items(), start=1):
        state = ' state="hidden"' if name in hidden else ""
        tabs.append(f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"{state}/>')
        targets.append((f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml"))
        parts[f"xl/worksheets/sheet{number}.xml"] = content
    if texts:
        targets.append(("rIdT", "sharedStrings", "sharedStrings.xml"))
        items = "".join(text if text.startswith("<si>") else f"<si><t>{escape(text)}</t></si>" for text in texts)
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{items}</sst>'
    if styles:
        targets.append(("rIdS", "styles", "styles.xml"))
        parts["xl/styles.xml"] = styles
    parts["xl/workbook.xml"] = (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>{"".join(tabs)}</sheets></workbook>'
    )
    parts["xl/_rels/workbook.xml.rels"] = relationships(*targets)
    parts["_rels/.rels"] = relationships(("rId1", "officeDocument", "xl/workbook.xml"))
    parts["[Content_Types].xml"] = "<Types/>"
    return zipped({**parts, **(more or {})})


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip of parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()
