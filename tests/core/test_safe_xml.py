"""The parser for XML from files."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from bmreport.safe_xml import safe_parser


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    """A file named by an entity is not read, and one entity cannot become many."""
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET", encoding="utf-8")
    document = (
        f'<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "{secret.as_uri()}">]><r>&b;&f;</r>'
    )
    root = etree.fromstring(document.encode(), safe_parser())
    written = etree.tostring(root).decode()
    assert "SECRET" not in written
    assert "aaaa" not in written


def test_deep_nesting_is_refused() -> None:
    """Limits of libxml2 hold: a document that is nested without end is an error, not a crash."""
    with pytest.raises(etree.XMLSyntaxError):
        etree.fromstring(b"<a>" * 100_000 + b"</a>" * 100_000, safe_parser())


@pytest.mark.parametrize(("comments", "kept"), [(False, b"<r/>"), (True, b"<r><!--c--><?p q?></r>")])
def test_comments_stay_only_on_request(comments: bool, kept: bytes) -> None:
    """What is only read loses comments and processing instructions; what is written again may keep them."""
    assert etree.tostring(etree.fromstring(b"<r><!--c--><?p q?></r>", safe_parser(comments=comments))) == kept
