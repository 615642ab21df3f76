"""The command group: default command, help, versions, errors and exit codes."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import bmreport as library
from bmreport.cli import errors, group
from bmreport.cli.group import COMMANDS, bmreport
from bmreport.errors import BmreportError, InputError, PluginError

ROOT = Path(__file__).resolve().parents[2]


def invoke(*arguments: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    result = CliRunner(env=env).invoke(bmreport, list(arguments))
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What `build` is called with, instead of building."""
    calls: list[tuple[str, ...]] = []

    @click.command("build", context_settings={"ignore_unknown_options": True})
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def build(arguments: tuple[str, ...]) -> None:
        calls.append(arguments)

    monkeypatch.setattr(importlib.import_module(COMMANDS["build"]), "command", build)
    return calls


@pytest.mark.parametrize(
    ("arguments", "to_build"),
    [
        (["trials.nbib", "-q", "?"], ("trials.nbib", "-q", "?")),
        (["--style", "vancouver", "--export", "pdf"], ("--style", "vancouver", "--export", "pdf")),
        (["build", "trials.nbib"], ("trials.nbib",)),
        (["-"], ("-",)),
        ([], ()),
        (["./check"], ("./check",)),
        (["build", "check"], ("check",)),
        (["a.ris", "check"], ("a.ris", "check")),
    ],
)
def test_build_needs_no_name(arguments: list[str], to_build: tuple[str, ...], heard: list[tuple[str, ...]]) -> None:
    """Arguments that begin with no command's name go to `build` as they are."""
    assert CliRunner().invoke(bmreport, arguments).exit_code == 0
    assert heard == [to_build]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    """`--help` of each command has a sentence and examples, and the table knows the command by its name."""
    code, out, err = invoke(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: bmreport {name}")
    assert "Examples:" in out
    command = bmreport.get_command(click.Context(bmreport), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(80).endswith((".", ")."))


def test_help_lists_commands_and_the_options_of_build() -> None:
    """Somebody who asks for help finds --style without knowing about `build`."""
    code, out, _err = invoke("--help")
    assert code == 0
    for word in (*COMMANDS, "--style", "--export", "--version"):
        assert word in out


def test_the_version_is_printed() -> None:
    """`--version` prints name and version on one line."""
    assert invoke("--version") == (0, f"bmreport {library.__version__}\n", "")


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a line of Python in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (
            ["--version"],
            {"pydantic", "rich", "pluggy", "jinja2", "httpx", "lxml", "bmreport_plugins", "bmreport.cli.build"},
        ),
        (["--help"], {"pydantic", "rich", "pluggy", "bmreport_plugins"}),
        (["build", "--help"], {"pydantic", "rich", "pluggy", "bmreport_plugins"}),
        (["cite", "--help"], {"pydantic", "bmreport_plugins", "bmreport.cli.build"}),
        (["plugins"], {"lxml", "typst", "pypandoc", "citeproc", "httpx"}),
    ],
)
def test_commands_load_no_more_than_they_need(arguments: list[str], unwanted: set[str]) -> None:
    """Start-up stays quick because heavy modules are left alone until they are used."""
    code = (
        "import sys\nfrom bmreport.cli.group import bmreport\n"
        "try:\n    bmreport.main(sys.argv[1:], prog_name='bmreport')\n"
        "except SystemExit as end:\n    assert end.code == 0, end.code\n"
        "print('MODULES', *sys.modules)"
    )
    done = run_python(code, *arguments)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.rpartition("MODULES ")[2].split())
    assert not loaded & unwanted


def test_the_entry_point_ends_with_the_exit_code() -> None:
    """The installed program runs `main`, which exits with the code and without a traceback."""
    done = run_python(
        "import sys; from bmreport.cli import main; sys.argv[0] = 'x'; main()", "check", "no-such-file.json"
    )
    assert done.returncode == InputError.exit_code
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


OWN_ERRORS: list[type[BmreportError]] = [
    BmreportError,
    *(error for error in BmreportError.__subclasses__() if "__init__" not in vars(error)),
]


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        *((error("it failed"), error.exit_code) for error in OWN_ERRORS),
        (PluginError("p", "grader", "it failed"), 7),
        (click.UsageError("It failed."), 2),
        (click.ClickException("It failed."), 2),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (ValueError("it failed"), 1),
        (RecursionError("it failed"), 1),
        (MemoryError("it failed"), 1),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
@pytest.mark.parametrize("debug", [False, True], ids=["plain", "debug"])
def test_errors_become_messages_and_codes(
    raised: BaseException, code: int, debug: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each error has its exit code and a message on stderr; a traceback is printed for --debug alone."""

    def run() -> None:
        raise raised

    assert errors.exit_code_of(run, debug=debug) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "error: " in err
    assert ("Traceback" in err) is debug
    assert "it failed" in err.lower() or code == 130


def test_where_and_remedy_stand_on_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """A message says what, where and what to do."""

    def run() -> None:
        raise InputError("there is no such file", where="a.ris", remedy="check the path")

    assert errors.exit_code_of(run, debug=False) == 3
    assert capsys.readouterr().err == "error: there is no such file\n  where:  a.ris\n  remedy: check the path\n"


@pytest.mark.parametrize("message", ["is empty", "holds no RIS record", "has no end", "cannot be read: it is locked"])
def test_a_message_about_a_place_is_a_whole_sentence(capsys: pytest.CaptureFixture[str], message: str) -> None:
    """`error: is empty` makes the reader look for what is empty."""

    def run() -> None:
        raise InputError(message, where="a.ris", remedy="export it again")

    assert errors.exit_code_of(run, debug=False) == 3
    assert capsys.readouterr().err == f"error: a.ris {message}\n  remedy: export it again\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--no-such-option"], "no such option"),
        (["x.ris", "--min-citations", "0"], "--min-citations"),
        (["check"], "missing argument"),
        (["schema", "draft"], "'draft'"),
    ],
)
def test_errors_of_usage_point_to_the_help(arguments: list[str], message: str) -> None:
    """A wrong option or argument ends with code 2 and names the command's help."""
    code, out, err = invoke(*arguments)
    assert (code, out) == (2, "")
    assert message in err.lower()
    assert "remedy: see bmreport" in err
    assert "--help" in err


def test_completion_knows_commands_and_options_of_build() -> None:
    """The shell offers commands, and options that need no command."""
    offered = {item.value for item in bmreport.shell_complete(click.Context(bmreport), "--st")}
    assert {"--style", "--strict"} <= offered
    assert "check" in {item.value for item in bmreport.shell_complete(click.Context(bmreport), "ch")}


def test_every_module_of_the_command_line_is_used() -> None:
    """Commands in the table have a file, and no file named like a command is missing from the table."""
    for name, module in COMMANDS.items():
        assert (ROOT / "core" / Path(*module.split("."))).with_suffix(".py").is_file(), name
    assert list(COMMANDS) == group.LazyGroup("x").list_commands(click.Context(bmreport))
