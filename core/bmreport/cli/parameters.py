"""Options that several commands share, declared once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
Decorator = Callable[[F], F]


def split_commas(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...] | None:
    """The values of an option that may be repeated or hold several values, each once; None when it was not given."""
    values = (part.strip() for value in given for part in value.split(","))
    return tuple(dict.fromkeys(value for value in values if value)) or None


def sources_argument(command: F) -> F:
    """SOURCES: files, folders, `-`, or `format:path`."""
    # A path for the sake of shell completion only; what it names is the sources' business.
    return click.argument("sources", nargs=-1, type=click.Path(allow_dash=True))(command)


def style_option(command: F) -> F:
    """--style."""
    return click.option(
        "-s",
        "--style",
        metavar="STYLE",
        help="Citation style: a name such as vancouver, apa or nature, or a .csl file.  [default: vancouver]",
    )(command)


def locale_option(command: F) -> F:
    """--locale."""
    return click.option("--locale", metavar="LANG", help="Language of the references, such as en-GB, de-DE or fr-FR.")(
        command
    )


def engine_option(command: F) -> F:
    """--csl-engine."""
    return click.option(
        "--csl-engine", metavar="NAME", help="CSL processor: bmreport, citeproc-py, pandoc.  [default: bmreport]"
    )(command)


def set_option(command: F) -> F:
    """--set."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME.OPTION=VALUE",
        help="Set an option of a source, grader, exporter … (repeatable). `bmreport plugins --options` lists them.",
    )(command)


def template_option(command: F) -> F:
    """--template."""
    return click.option(
        "--template",
        "templates",
        multiple=True,
        metavar="[FORMAT=]FILE",
        help="Template instead of the built-in one, for all formats or for one (repeatable).",
    )(command)


def offline_option(command: F) -> F:
    """--offline."""
    return click.option("--offline", is_flag=True, default=None, help="Never touch the network.")(command)


def quiet_option(command: F) -> F:
    """--quiet."""
    return click.option("--quiet", is_flag=True, help="Print nothing but results and errors.")(command)


def debug_option(command: F) -> F:
    """--debug; read by `group.LazyGroup.main`, so that it works for errors of usage as well."""
    return click.option(
        "--debug", is_flag=True, expose_value=False, help="Print the full traceback when something fails."
    )(command)


def json_option(command: F) -> F:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def llm_option(command: F) -> F:
    """--llm."""
    return click.option(
        "--llm",
        metavar="MODEL",
        help="Language model: ollama:gpt-oss:20b, openai:gpt-4o, http://host:port#model. Without --synthesizer it "
        "writes the answer.",
    )(command)


def llm_concurrency_option(command: F) -> F:
    """--llm-concurrency."""
    return click.option(
        "--llm-concurrency", type=click.IntRange(1, 64), metavar="N", help="Questions asked at once.  [default: 1]"
    )(command)


def fallback_option(command: F) -> F:
    """--fallback/--no-fallback."""
    return click.option(
        "--fallback/--no-fallback",
        default=None,
        help="Whether the passages' own sentences stand in where the model fails.  [default: yes; no with --strict]",
    )(command)


def identifiers_option(command: F) -> F:
    """--allow-identifiers."""
    return click.option(
        "--allow-identifiers",
        is_flag=True,
        default=None,
        help="Send passages to another machine even if they seem to name a patient.",
    )(command)


def ledger_option(command: F) -> F:
    """--ledger/--no-ledger."""
    return click.option(
        "--ledger/--no-ledger",
        default=None,
        help="Print the claim ledger in every format, and write it as CSV and JSON beside the report.  [default: in "
        "HTML; the files when a model wrote]",
    )(command)


def model_options(command: F) -> F:
    """All options on the language model."""
    for decorate in (identifiers_option, fallback_option, llm_concurrency_option, llm_option):
        command = decorate(command)
    return command


def figures_option(command: F) -> F:
    """--figures/--no-figures."""
    return click.option(
        "--figures/--no-figures", default=None, help="Whether figures are drawn.  [default: yes; no for text alone]"
    )(command)


def workflow_options(command: F) -> F:
    """What the commands that run a workflow have in common: question, title, style, formats, places."""
    decorators: tuple[Decorator[F], ...] = (
        click.option("-q", "--question", metavar="TEXT", help="The question that the studies answer."),
        click.option("--title", metavar="TEXT", help="Title of the report."),
        style_option,
        click.option(
            "-e",
            "--export",
            "exports",
            multiple=True,
            callback=split_commas,
            metavar="FORMAT",
            help="Format to write: pdf, docx, html, markdown, json … (repeatable, or with commas).  [default: text, "
            "printed]",
        ),
        click.option(
            "-o", "--output", metavar="PATH", help="File to write, or a folder (ending in /); - for standard output."
        ),
        engine_option,
        template_option,
        locale_option,
        set_option,
        click.option("--strict", is_flag=True, default=None, help="Exit with code 5 when the checks find an error."),
        offline_option,
        quiet_option,
        debug_option,
    )
    for decorate in reversed(decorators):
        command = decorate(command)
    return command
