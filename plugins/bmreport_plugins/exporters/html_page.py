"""The web page: the parts of a report, what a template may call, and the policy that keeps the page to itself."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bmreport.resources import data_text
from bmreport.richtext.html import HtmlOptions, escape_html, to_html
from bmreport_plugins.exporters.ledger_content import shortened
from bmreport_plugins.exporters.report_content import counted, finding_text, shown_figures, step_text
from bmreport_plugins.exporters.templating import render_template

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.richtext import RichText
    from bmreport_plugins.exporters.report_content import ReportContent

_TEMPLATE = "report.html.j2"
_STYLESHEET = "report.css"
_LEDGER_STYLESHEET = "ledger.css"
_LONGEST_STATEMENT = 180
# From here on a reader has to scroll far enough to want a list of what is there.
_LONG_IN_SECTIONS = 4
_LONG_IN_REFERENCES = 20


class HtmlText(str):
    """Text that is HTML already."""

    __slots__ = ()


@dataclass(frozen=True)
class PageSetup:
    """What the person who makes the page chooses; `contents` is `auto`, `yes` or `no`."""

    contents: str
    other_links: bool
    fragment: bool
    id_prefix: str


def page(content: ReportContent, setup: PageSetup, template: Path | None) -> str:
    """The page, or the fragment. Raises TemplateError naming file and line."""
    # A house template may have a picture of its own, such as a logo.
    pictures = content.shows_pictures or template is not None
    return render_template(_TEMPLATE, template, _context(content, setup, pictures=pictures), escape_html, HtmlText)


def content_security_policy(css: str, pictures: bool = False) -> str:
    """A policy (CSP 3) that lets a page use this one style element, `pictures` inside the page, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(css.encode("utf-8")).digest()).decode("ascii")
    images = "img-src data:; " if pictures else ""
    return f"default-src 'none'; style-src 'sha256-{digest}'; {images}base-uri 'none'; form-action 'none'"


def _context(content: ReportContent, setup: PageSetup, *, pictures: bool) -> dict[str, Any]:
    prefix = setup.id_prefix or (_own_prefix(content) if setup.fragment else "")
    listed = (*content.references, *content.further_reading)
    # Reference ids come from outside and may hold anything; ids in the page are counted.
    reference_ids = {entry.reference.id: f"{prefix}ref-{place}" for place, entry in enumerate(listed, start=1)}
    options = HtmlOptions(reference_ids, prefix, document=True)

    def html(rich: RichText) -> HtmlText:
        return HtmlText(to_html(rich, options))

    return {
        "report": content,
        "html": html,
        "figures": shown_figures,
        "finding": finding_text,
        "step_text": step_text,
        "counted": counted,
        "policy": content_security_policy,
        "pictures": pictures,
        "ref_id": reference_ids.__getitem__,
        "short": partial(shortened, longest=_LONGEST_STATEMENT),
        "cards": content.ledger is not None and bool(content.ledger.rows),
        "stylesheet": HtmlText(_stylesheet(content)),
        "fragment": setup.fragment,
        "prefix": prefix,
        "other_links": setup.other_links,
        "contents": _contents(content) if _wants_contents(content, setup) else [],
    }


def _stylesheet(content: ReportContent) -> str:
    judged = content.ledger is not None
    return "".join(data_text("templates", name) for name in (_STYLESHEET, *([_LEDGER_STYLESHEET] if judged else [])))


def _own_prefix(content: ReportContent) -> str:
    """The same for the same report, and different for two reports that end up on one page."""
    text = "\x00".join([content.title, content.question, content.created.isoformat(), *dict(content.metadata).values()])
    return f"bm-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:8]}-"


def _wants_contents(content: ReportContent, setup: PageSetup) -> bool:
    if setup.contents != "auto":
        return setup.contents == "yes"
    return len(content.body) >= _LONG_IN_SECTIONS or len(content.references) >= _LONG_IN_REFERENCES


def _contents(content: ReportContent) -> list[dict[str, str]]:
    """Id and heading of every part, as the template names them."""
    body = [(f"section-{place}", part.heading) for place, part in enumerate(content.body, start=1) if part.heading]
    graded = any(grade.steps for grade in content.grades)
    ends = [
        ("notes", "Notes", content.notes),
        ("references", "References", content.references),
        ("further-reading", "Further reading", content.further_reading),
        ("methodology", "Methodology", content.methodology or graded or content.left_out),
        ("checks", "Checks", content.checks or content.remarks),
        ("metadata", "Report metadata", content.metadata),
        ("ledger", "Claim ledger", content.ledger is not None and content.ledger.rows),
        ("evidence", "Evidence", content.evidence),
    ]
    found = [*body, *((identifier, heading) for identifier, heading, there in ends if there)]
    return [{"id": identifier, "heading": heading} for identifier, heading in found]
