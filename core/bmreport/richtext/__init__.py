"""Rich text: one small tree that every style writes and every exporter reads."""

from bmreport.richtext.csl_markup import parse_csl_markup, strip_csl_markup
from bmreport.richtext.nodes import (
    Effect,
    Link,
    Node,
    Note,
    RefLink,
    RichText,
    Styled,
    Text,
    is_rich_text,
    is_superscript,
    joined,
    walk_ref_links,
)
from bmreport.richtext.plain import to_plain

__all__ = [
    "Effect",
    "Link",
    "Node",
    "Note",
    "RefLink",
    "RichText",
    "Styled",
    "Text",
    "is_rich_text",
    "is_superscript",
    "joined",
    "parse_csl_markup",
    "strip_csl_markup",
    "to_plain",
    "walk_ref_links",
]
