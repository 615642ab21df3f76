"""Typst source to PDF in process, with no file within reach and no character lost without a word."""

from __future__ import annotations

import re
import tempfile
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from bmreport.errors import BmreportError, TemplateError
from bmreport_plugins.exporters.typst_fonts import font_library

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from typst import Compiler, PDFStandard, TypstError

    from bmreport_plugins.exporters.typst_fonts import FontChoice

# PDF/UA-1 (ISO 14289-1) makes the file accessible and forbids text without a glyph, so that the compiler names it.
# A template of the user's own may break its other rules; PDF/A-2u keeps the rule about glyphs.
# Typst 0.15 cannot tag some links whose text runs in two directions over a line's end ("expected link ancestor in
# logical tree"): such a report comes without tags rather than not at all.
_ATTEMPTS: tuple[tuple[list[PDFStandard], bool], ...] = (
    (["ua-1"], True),
    (["a-2u"], True),
    ([], True),
    (["a-2u"], False),
    ([], False),
)
_COMPILER_FAULT = "internal error"
# What a fault inside the compiler becomes in Python; it is no Exception, and the class cannot be imported.
_PANIC = "PanicException"
# Text from outside stands in string literals, where a quotation mark is escaped: this finds code only.
_PACKAGE = re.compile(r"\b(?:import|include)\s*\(*\s*\"@")
_STANDARD_ERROR = re.compile(r"^error: PDF/\S+ error: ", re.MULTILINE)
_NO_GLYPH = re.compile(r"^error: PDF/\S+ error: the text `\"(.*)\"` could not be displayed", re.MULTILINE)
_RUST_ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]+)\}|\\(.)")
_ANY_ERROR = re.compile(r"^error: ", re.MULTILINE)
# Anything up to here is in every text font.
_LAST_LATIN = "\u024f"


class NoGlyph(Exception):  # noqa: N818  # a signal between two modules, never shown
    """The fonts lack some characters, which are in `characters`."""

    def __init__(self, characters: frozenset[str]) -> None:
        super().__init__(characters)
        self.characters = characters


def compile_pdf(source: str, fonts: FontChoice, created: datetime, template: str) -> bytes:
    """The PDF, with `created` as its only time stamp. `template` names the user's template, if there is one.

    Raises NoGlyph when the fonts lack characters, and TemplateError when the user's template makes wrong Typst.
    """
    # typst is a compiler of 60 MB; formats that need none of it must not wait for it.
    from typst import TypstError

    _refuse_packages(source, template)
    error: TypstError | None = None
    untaggable = False
    with _compiler(fonts) as compiler:
        for standards, tags in _ATTEMPTS:
            if tags is untaggable:
                continue
            try:
                made = compiler.compile(
                    source.encode(),
                    format="pdf",
                    pdf_standards=standards,
                    timestamp=int(created.timestamp()),
                    pdf_tags=tags,
                )
            except TypstError as raised:
                error = raised
                untaggable = untaggable or _COMPILER_FAULT in error.diagnostic
            else:
                return made  # type: ignore[return-value]  # a PDF is one piece of bytes
            if missing := _missing(error.diagnostic):
                raise NoGlyph(missing)
            if _is_wrong_source(error.diagnostic):
                break
    raise _source_error(error, source, template)


def compile_alone(source: str, fonts: FontChoice, made: Literal["pdf", "png"], density: float = 72) -> bytes:
    """A document of ours of one page, as PDF or in so many pixels to the inch; empty when it cannot be made."""
    from typst import TypstError

    with _compiler(fonts) as compiler:
        try:
            pages = compiler.compile(source.encode(), format=made, ppi=density, timestamp=0)
        except TypstError:
            return b""
        except BaseException as error:
            if type(error).__name__ != _PANIC:
                raise
            return b""
    return pages[0] if isinstance(pages, list) else pages or b""


@contextmanager
def _compiler(fonts: FontChoice) -> Iterator[Compiler]:
    """A compiler that finds no file and no package."""
    from typst import Compiler

    with tempfile.TemporaryDirectory(prefix="bmreport-typst-") as empty:
        yield Compiler(
            root=empty,
            font_paths=font_library(system=fonts.system),
            ignore_system_fonts=True,
            package_path=empty,
            package_cache_path=empty,
        )


def _refuse_packages(source: str, template: str) -> None:
    """Packages would be fetched from the network, which is not for a template to ask."""
    found = _PACKAGE.search(source) if template else None
    if found:
        raise TemplateError(
            f"a template cannot use packages: {source[found.start() :].splitlines()[0][:80]}",
            where=template,
            remedy="nothing is fetched; copy what you need into the template",
        )


def _is_wrong_source(diagnostic: str) -> bool:
    """Whether something else than a rule of the standard, or the compiler itself, is at fault."""
    errors = len(_ANY_ERROR.findall(diagnostic)) - len(_STANDARD_ERROR.findall(diagnostic))
    return errors > 0 and _COMPILER_FAULT not in diagnostic


def _missing(diagnostic: str) -> frozenset[str]:
    """The characters of those clusters that could not be drawn.

    A cluster is a base with its marks and joiners, which other clusters may need: they are named only when nothing
    else in the cluster could be at fault.
    """
    missing: set[str] = set()
    for found in _NO_GLYPH.finditer(diagnostic):
        # A space is at fault for what clings to it, such as a joiner, which the compiler names besides.
        drawn = set(_RUST_ESCAPE.sub(_unescaped, found[1])) - {" "}
        cluster = {one for one in drawn if one > _LAST_LATIN} or drawn
        bases = {one for one in cluster if unicodedata.category(one) not in ("Mn", "Mc", "Me", "Cf")}
        marks = {one for one in cluster if unicodedata.category(one) != "Cf"}
        missing |= bases or marks or cluster
    return frozenset(missing)


def _unescaped(escape: re.Match[str]) -> str:
    if escape[1]:
        return chr(int(escape[1], 16))
    return {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}.get(escape[2], escape[2])


def _source_error(error: TypstError | None, source: str, template: str) -> BmreportError:
    reason = error.message if error else "no reason given"
    if not template:
        return BmreportError(f"the PDF cannot be set: {reason}", where="exporter pdf", remedy="please report this")
    line = re.search(r"__typst_py_bytes__\.typ:(\d+)", error.diagnostic) if error else None
    shown = source.split("\n")[int(line[1]) - 1].strip()[:120] if line else ""
    hint = "; ".join(error.hints) if error else ""
    if "does not exist in the document" in reason:
        hint = "a template that shows sections must show the references too, or the links have nowhere to lead"
    return TemplateError(
        f"makes Typst that does not compile: {reason}{f', near: {shown}' if shown else ''}", where=template, remedy=hint
    )
