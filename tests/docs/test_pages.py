"""The documentation is complete: hooks, commands, options of the example packages, links to files."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from bmreport import errors, hookspecs
from bmreport.cli.group import COMMANDS
from bmreport.errors import BmreportError

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "examples" not in path.parts and "_build" not in path.parts)


def test_every_hook_has_a_heading_with_its_signature() -> None:
    """The page of hooks lists each hook with what it takes and returns, in the order of the specifications."""
    page = (DOCS / "plugins" / "hooks.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## `(.+)`$", page, re.MULTILINE)
    specified = [
        f"{name}{inspect.signature(hook)}".replace("'", "")
        for name, hook in vars(hookspecs).items()
        if name.startswith("bmreport_")
    ]
    assert headings == specified


@pytest.mark.parametrize("error", [BmreportError, *BmreportError.__subclasses__()], ids=lambda error: error.__name__)
def test_every_exit_code_is_explained(error: type[BmreportError]) -> None:
    """The page of exit codes has a row for the code of each error."""
    page = (DOCS / "guide" / "exit-codes.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| {error.exit_code} \| \w", page, re.MULTILINE)
    assert error.__name__ in vars(errors)


def test_every_page_is_in_the_table_of_contents() -> None:
    """No page is written that nobody can find."""
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^([a-z/-]+)$", index, re.MULTILINE))
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in PAGES} - {"index"}
    assert listed == written


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_included_files_exist(page: Path) -> None:
    """What a page includes or links to in the checkout is there."""
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\{literalinclude\} (\S+)", text)
    targets += [target for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) if "://" not in target]
    for target in targets:
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_page_names_a_machine(page: Path) -> None:
    """Pages hold no path of somebody's machine."""
    assert not re.search(r"/(?:home|Users|tmp|work)/", page.read_text(encoding="utf-8"))


def test_the_command_line_page_is_made_from_the_group() -> None:
    """All commands come into the manual through the group, so that none can be forgotten."""
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert "bmreport.cli.group:bmreport" in page
    assert ":nested: full" in page
    assert len(COMMANDS) >= 8
