"""Settings of one run: the command line over bmreport.toml over the defaults."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bmreport.config import CONFIG_NAME, ProjectConfig, find_config, load_config, merge_options, parse_set_options
from bmreport.context import RunContext
from bmreport.errors import ConfigError, UsageError
from bmreport.folders import STUDIES
from bmreport.llm.settings import LlmSettings
from bmreport.paths import expanded, is_file
from bmreport.pipeline import DEFAULT_GRADER, DEFAULT_SYNTHESIZER, MIN_CITATIONS
from bmreport.rendering import DEFAULT_ENGINE, DEFAULT_STYLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport.events import Listener

LLM_SYNTHESIZER = "llm"
LLM_VARIABLE = "BMREPORT_LLM"
"""The user's own default for `--llm`; it says which model is asked, not that one is."""
T = TypeVar("T")
# A file with such a name can be given as ./name.
_SERVER = re.compile(r"\s*(?:(?:ollama\+)?https?:|openai:|ollama:.*[:-]cloud\s*$)", re.IGNORECASE)
_THIS_MACHINE = re.compile(
    r"\s*(?:ollama\+)?https?://(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/#]|\s*$)", re.IGNORECASE
)
_FORMAT_AND_FILE = re.compile(r"(?P<format>[a-z0-9-]+)=(?P<file>.+)", re.DOTALL)


@dataclass(frozen=True)
class Given:
    """What the command line says; None where it says nothing."""

    question: str | None = None
    style: str | None = None
    exports: tuple[str, ...] | None = None
    output: str | None = None
    title: str | None = None
    graders: tuple[str, ...] | None = None
    synthesizer: str | None = None
    csl_engine: str | None = None
    min_citations: int | None = None
    templates: tuple[str, ...] | None = None
    locale: str | None = None
    settings: tuple[str, ...] = ()
    further_reading: bool | None = None
    strict: bool | None = None
    offline: bool | None = None
    llm: str | None = None
    llm_concurrency: int | None = None
    fallback: bool | None = None
    allow_identifiers: bool | None = None
    ledger: bool | None = None
    studies: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Settings:
    """What a run works with.

    `exports_named` says that the formats go with `output`, and no file chose them. `templates` maps formats to files;
    the empty format stands for all others. `ledger` says whether the claim ledger is printed in every format and
    written beside the report; None leaves it to the formats, and to whether a model wrote.
    """

    sources: tuple[str, ...]
    question: str = ""
    style: str = DEFAULT_STYLE
    exports: tuple[str, ...] = ()
    exports_named: bool = False
    output: str | None = None
    title: str = ""
    graders: tuple[str, ...] = (DEFAULT_GRADER,)
    synthesizer: str = DEFAULT_SYNTHESIZER
    csl_engine: str = DEFAULT_ENGINE
    min_citations: int = MIN_CITATIONS
    templates: Mapping[str, Path] = field(default_factory=dict)
    locale: str = ""
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    further_reading: bool = False
    strict: bool = False
    offline: bool = False
    llm: LlmSettings = field(default_factory=LlmSettings)
    ledger: bool | None = None
    notes: tuple[str, ...] = ()
    config: Path | None = field(default=None, compare=False)

    @property
    def files(self) -> list[Path]:
        """Files that the settings name, which no output may overwrite: bmreport.toml, style, templates."""
        named = [*self.templates.values(), Path(self.style), *([self.config] if self.config else [])]
        return [path for path in named if is_file(path)]

    def context(self, emit: Listener) -> RunContext:
        """What the run allows, and who hears of its progress."""
        return RunContext(offline=self.offline, strict=self.strict, locale=self.locale, emit=emit, llm=self.llm)

    def template_for(self, export: str) -> Path | None:
        """The template of one format; None means the built-in one."""
        return self.templates.get(export) or self.templates.get("")


def resolve(sources: Sequence[str], given: Given) -> Settings:
    """Settings from the command line and the bmreport.toml that applies. Raises UsageError, ConfigError.

    That of the first folder among the sources applies; without sources, that of the current folder.
    """
    tables = tuple(map(_as_studies, given.studies or ()))
    # Tables of study data alone are no evidence to write from, which is told when they have been read.
    used = (*(tuple(sources) or (() if tables and find_config(Path()) is None else _current_folder())), *tables)
    configs = [path for source in used if source != "-" and (path := find_config(expanded(source)))]
    config = load_config(configs[0]) if configs else ProjectConfig.model_construct()
    synthesizer = _synthesizer(given, config)
    notes = [f"settings come from {configs[0]}; those of {path} do not count" for path in configs[1:]]
    return Settings(
        sources=used,
        question=_first(given.question, config.question, ""),
        style=_first(given.style, config.resolve(config.style) if config.style else None, DEFAULT_STYLE),
        exports=_first(given.exports, tuple(config.export) or None, ()),
        exports_named=given.exports is not None or given.output is None,
        output=_first(given.output, _output_of(config), None),
        title=_first(given.title, config.title, ""),
        graders=_first(given.graders, tuple(config.grader) or None, (DEFAULT_GRADER,)),
        synthesizer=synthesizer,
        csl_engine=_first(given.csl_engine, config.csl_engine, DEFAULT_ENGINE),
        min_citations=_first(given.min_citations, config.min_citations, MIN_CITATIONS),
        templates=_templates(given, config),
        locale=_first(given.locale, config.locale, ""),
        options=merge_options(
            config.provider_options, _fallback_option(given, synthesizer), parse_set_options(given.settings)
        ),
        further_reading=bool(_first(given.further_reading, config.further_reading)),
        strict=bool(_first(given.strict, config.strict)),
        offline=bool(_first(given.offline, config.offline)),
        llm=llm_settings(given, config),
        ledger=given.ledger,
        notes=tuple(notes),
        config=config.path,
    )


def _as_studies(table: str) -> str:
    """A table of study data as a source: the flag says what it is, whatever its content looks like."""
    return table if table.startswith(STUDIES) else f"{STUDIES}{table}"


def llm_settings(given: Given, config: ProjectConfig) -> LlmSettings:
    """The language model of the command line over that of bmreport.toml. Raises UsageError, ConfigError."""
    table = config.llm.given()
    named = given.llm or os.environ.get(LLM_VARIABLE, "").strip() or None
    if named is None and _SERVER.match(table.get("model", "")) and not _THIS_MACHINE.match(table["model"]):
        # A folder that came from elsewhere must not choose to whom passages and keys are sent.
        raise ConfigError(
            "names a server on the net, which only the command line may do",
            where=f"{config.path or CONFIG_NAME}: llm.model",
            remedy=f"give it as --llm {table['model']}, or in the environment as {LLM_VARIABLE}",
        )
    said = {"model": named, "concurrency": given.llm_concurrency, "allow_identifiers": given.allow_identifiers}
    return LlmSettings(**{**table, **{name: value for name, value in said.items() if value is not None}})


def _synthesizer(given: Given, config: ProjectConfig) -> str:
    """Who writes; to name a model and no synthesizer is to ask for the one that asks models."""
    asked = _first(given.synthesizer, LLM_SYNTHESIZER if given.llm else None, config.synthesizer, None)
    return asked or (LLM_SYNTHESIZER if config.llm.model else DEFAULT_SYNTHESIZER)


def _fallback_option(given: Given, synthesizer: str) -> dict[str, dict[str, Any]]:
    return {} if given.fallback is None else {f"synthesizer:{synthesizer}": {"fallback": given.fallback}}


def _current_folder() -> tuple[str, ...]:
    if find_config(Path()) is None:
        raise UsageError(
            f"there is nothing to work on: no SOURCES were given, and there is no {CONFIG_NAME} here",
            remedy='name a file, as in `bmreport trials.nbib -q "Why?"`, or begin with `bmreport init example`',
        )
    return (".",)


def _templates(given: Given, config: ProjectConfig) -> dict[str, Path]:
    """Templates by format, from `FILE` or `FORMAT=FILE`; those in a bmreport.toml stand beside it."""
    templates: dict[str, Path] = {}
    for text in [config.template] if config.template else []:
        export, file = _split_template(text)
        templates[export] = Path(config.resolve(file))
    for text in given.templates or ():
        export, file = _split_template(text)
        templates[export] = Path(file)
    return templates


def _split_template(text: str) -> tuple[str, str]:
    found = _FORMAT_AND_FILE.fullmatch(text)
    return (found["format"], found["file"]) if found else ("", text)


def _output_of(config: ProjectConfig) -> str | None:
    """Where a bmreport.toml wants its files; a relative place starts from its folder, as all names in it do."""
    if not config.output or config.output == "-":
        return config.output
    place = str(config.folder / expanded(config.output))
    return f"{place}/" if config.output.endswith(("/", "\\")) else place


def _first(*values: T | None) -> T:
    """The first value that somebody gave; the last one is the default and counts even if it is None."""
    for value in values:
        if value is not None:
            return value
    return values[-1]  # type: ignore[return-value]  # only where the default itself is None
