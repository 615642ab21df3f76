"""Format a library with one Python processor and print, as JSON, the seconds that took and how long the style took.

python csl_worker.py bmreport|citeproc-py STYLE.csl ITEMS.json
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from pathlib import Path
from typing import Any


def main() -> None:
    """Load what is needed, then time the style and the work apart."""
    engine, style, file = sys.argv[1:]
    items = json.loads(Path(file).read_bytes())
    run = _bmreport if engine == "bmreport" else _citeproc_py
    style_seconds, seconds, listed = run(Path(style), items)
    print(json.dumps({"style": style_seconds, "seconds": seconds, "listed": listed}))


def _bmreport(style: Path, items: list[dict[str, Any]]) -> tuple[float, float, int]:
    from bmreport_csl import Style, process

    Style.load(style).compiled()  # imports and the locale file, which a program pays once
    start = time.perf_counter()
    loaded = Style.load(style)
    loaded.compiled()
    ready = time.perf_counter()
    cited = [{"citationItems": [{"id": item["id"]}], "properties": {"noteIndex": n}} for n, item in enumerate(items, 1)]
    result = process(loaded, items, cited)
    return ready - start, time.perf_counter() - ready, len(result.bibliography or ())


def _citeproc_py(style: Path, items: list[dict[str, Any]]) -> tuple[float, float, int]:
    warnings.simplefilter("ignore")
    from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
    from citeproc.source.json import CiteProcJSON

    start = time.perf_counter()
    loaded = CitationStylesStyle(str(style), validate=False)
    ready = time.perf_counter()
    bibliography = CitationStylesBibliography(loaded, CiteProcJSON(items), formatter.html)
    cited = [Citation([CitationItem(item["id"].lower())]) for item in items]
    for citation in cited:
        bibliography.register(citation)
    bibliography.sort()
    for citation in cited:
        bibliography.cite(citation, lambda _item: None)
    listed = [str(entry) for entry in bibliography.bibliography()]
    return ready - start, time.perf_counter() - ready, len(listed)


if __name__ == "__main__":
    main()
