"""Kinds of text fields."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from bmreport.models.json_values import as_text, as_text_list


def _not_empty(value: str) -> str:
    if not value:
        raise ValueError("is empty")
    return value


TextField = Annotated[str, BeforeValidator(as_text)]
"""Text, trimmed; a number is taken as it is written, a blank as empty."""
TextList = Annotated[list[str], BeforeValidator(as_text_list)]
"""Texts; one alone is a list of one."""
# pydantic's own `min_length` refuses text with a lone surrogate, and a message may quote a broken file.
FilledText = Annotated[str, AfterValidator(_not_empty), Field(json_schema_extra={"minLength": 1})]
"""Text that may not be empty."""
