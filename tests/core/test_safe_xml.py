"""The parser for XML from files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from lxml import etree

from bmreport.safe_xml import safe_elements, safe_parser


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


def test_elements_come_one_by_one_and_leave_memory() -> None:
    """Elements of a name come in order with their content; those that were seen are gone from the tree."""
    document = b"<t xmlns='u'>" + b"".join(b"<r n='%d'><c>x</c></r>" % place for place in range(20_000)) + b"</t>"
    seen = []
    for element in safe_elements(io.BytesIO(document), "{*}r"):
        seen.append((element.get("n"), element[0].text))
        parent = element.getparent()
        assert parent is not None
        assert len(parent) < 5_000
    assert seen == [(str(place), "x") for place in range(20_000)]


def test_elements_of_a_hostile_document(tmp_path: Path) -> None:
    """The streaming reader names no file, expands no entity, and ends on broken or endless nesting."""
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET", encoding="utf-8")
    document = f'<!DOCTYPE r [<!ENTITY f SYSTEM "{secret.as_uri()}"><!ENTITY a "aaaa">]><t><r>&f;&a;</r></t>'
    texts = [etree.tostring(element).decode() for element in safe_elements(io.BytesIO(document.encode()), "r")]
    assert "SECRET" not in texts[0]
    assert "aaaa" not in texts[0]
    for broken in (b"<t><r>", b"<a>" * 100_000, b"nothing"):
        with pytest.raises(etree.XMLSyntaxError):
            list(safe_elements(io.BytesIO(broken), "r"))
