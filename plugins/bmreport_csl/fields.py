"""A field of a record as output: mark-up parsed, text case applied."""

from __future__ import annotations

from bmreport_csl.output import Output
from bmreport_csl.rich_fields import has_markup, parse_markup
from bmreport_csl.text_case import apply as apply_case
from bmreport_csl.text_case_runs import apply_to_runs


def field_output(text: str, case: str = "", language: str = "en", *, strip_periods: bool = False) -> Output:
    """The text with its rich-text tags and quotes resolved, in the given `text-case`; language decides on title case."""
    if strip_periods and "." in text:
        text = text.replace(".", "")
    output = parse_markup(text) if has_markup(text) else text
    if not case:
        return output
    if isinstance(output, str):
        return apply_case(case, output, language)
    return apply_to_runs(case, output, language)
