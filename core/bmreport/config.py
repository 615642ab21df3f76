"""`bmreport.toml`: the settings of a project, and `--set provider.option=value`.

    question = "Does aspirin prevent a first heart attack?"
    sources = ["trials.nbib", "cohort.ris"]
    studies = ["trials.csv"]
    style = "vancouver"
    export = ["pdf", "docx"]

    [llm]
    model = "ollama:gpt-oss:20b"

    [options.extractive]
    max_sentences = 6

Every setting may be left out; what the command line says comes before what stands here.
"""

from __future__ import annotations

import difflib
import json
import math
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, ValidationError

from bmreport.decoding import decode
from bmreport.errors import ConfigError
from bmreport.paths import exists, expanded, is_file
from bmreport.regular_files import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CONFIG_NAME = "bmreport.toml"
MAX_CONFIG_BYTES = 1024 * 1024
"""A configuration of more than 1 MiB is none."""

ProviderOptions = dict[str, dict[str, Any]]
"""Provider (or `kind:name`) -> option -> value."""

_SYNTAX_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")
_HEAD = re.compile(r"^[ \t]*\[", re.MULTILINE)
_DOT = r"[ \t]*\.[ \t]*"
_LIKE_A_PATH = re.compile(r"[/\\]|[^\s.]\.\w{1,8}$")
_PLAIN_TYPES = {
    "string_type": "must be text in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list of texts",
    "dict_type": "must be a table",
    "greater_than_equal": "must not be below {ge}",
}


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


TextList = Annotated[list[str], BeforeValidator(_listed)]


class LlmTable(BaseModel):
    """The table `llm`: which language model writes, and how it is asked. See `bmreport.LlmSettings`."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

    model: str | None = None
    temperature: Annotated[float | None, Field(ge=0, le=2)] = None
    seed: int | None = None
    concurrency: int | None = Field(default=None, ge=1, le=64)
    timeout: Annotated[float | None, Field(gt=0)] = None
    context_tokens: int | None = Field(default=None, ge=256)
    cache: bool | None = None

    def given(self) -> dict[str, Any]:
        """What the table says, and nothing else."""
        return {name: value for name, value in self if value is not None}


class ProjectConfig(BaseModel):
    """The settings of one bmreport.toml; None and empty lists mean that it says nothing.

    `set` holds options as `--set` gives them (`"provider.option" = value`), `options` the same as tables; where both
    name an option `set` wins. `provider_options` has them together.
    """

    # Built when a file is read: most runs have none, and start-up counts.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

    question: str | None = None
    title: str | None = None
    sources: TextList = Field(default_factory=list)
    studies: TextList = Field(default_factory=list)
    style: str | None = None
    locale: str | None = None
    export: TextList = Field(default_factory=list)
    output: str | None = None
    grader: TextList = Field(default_factory=list)
    synthesizer: str | None = None
    csl_engine: str | None = None
    min_citations: int | None = Field(default=None, ge=0)
    template: str | None = None
    strict: bool | None = None
    offline: bool | None = None
    further_reading: bool | None = None
    llm: LlmTable = Field(default_factory=LlmTable)
    set_: dict[str, Any] = Field(default_factory=dict, alias="set")
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)

    _path: Path | None = PrivateAttr(default=None)

    @property
    def path(self) -> Path | None:
        """The file that was read; None for settings made in memory."""
        return self._path

    @property
    def folder(self) -> Path:
        """The folder of the file: names of files in it are relative to this."""
        return self._path.parent if self._path else Path()

    @property
    def provider_options(self) -> ProviderOptions:
        """`options` and `set` together. Raises ConfigError for a key of `set` that names no provider or no option.

        A value that looks like a path (it has a separator or an ending) and is there beside bmreport.toml is that file.
        """
        where = str(self._path or CONFIG_NAME)
        given: ProviderOptions = {}
        for key, value in self.set_.items():
            if isinstance(value, dict):  # a bare dotted key makes a table
                given.setdefault(key, {}).update({_option_name(name): inner for name, inner in value.items()})
            else:
                provider, option = _split_option(key, where=f"{where}: set", text=key)
                given.setdefault(provider, {})[option] = value
        tables = {
            name: {_option_name(option): value for option, value in table.items()}
            for name, table in self.options.items()
        }
        merged = merge_options(tables, given)
        return {
            name: {option: self._resolved(value) for option, value in table.items()} for name, table in merged.items()
        }

    def _resolved(self, value: object) -> object:
        if isinstance(value, list):
            return [self._resolved(one) for one in value]
        return self.resolve(value) if isinstance(value, str) and _LIKE_A_PATH.search(value) else value

    def resolve(self, name: str) -> str:
        """A file that the configuration names, as a path that works from anywhere; any other text comes back as it is.

        A style, a template or a source may be the name of a file beside bmreport.toml or a name of another sort.
        """
        if not self._path or not name or name == "-":
            return name
        beside = self.folder / expanded(name)
        return str(beside) if exists(beside) else name


def find_config(folder: Path) -> Path | None:
    """The bmreport.toml of a folder, if it has one; folders above it are not searched."""
    path = folder / CONFIG_NAME
    return path if is_file(path) else None


def load_config(path: Path) -> ProjectConfig:
    """Read a bmreport.toml. Raises ConfigError naming file, line, key, and what may stand there."""
    text = _read(path)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(error, path, text) from error
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ConfigError(f"cannot be read: {reason}", where=str(path), remedy="correct the file") from error
    try:
        config = ProjectConfig.model_validate(values)
    except ValidationError as error:
        raise _value_error(error, path, text) from error
    config._path = path  # our own; pydantic sets private attributes after validation only
    config.provider_options  # noqa: B018  # raises ConfigError for a wrong key
    return config


def parse_set_options(settings: Iterable[str]) -> ProviderOptions:
    """Options from `--set provider.option=value`, or `kind:name.option=value`; the last of several wins.

    A value is read as TOML (`5`, `0.3`, `true`, `["a", "b"]`, `"5"` for the text) or as JSON (`null`); anything else is
    text as it stands. Raises ConfigError for a setting without provider, option or `=`.
    """
    options: ProviderOptions = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise _wrong_setting("has no '='", "--set", setting)
        provider, option = _split_option(key.strip(), where="--set", text=setting)
        options.setdefault(provider, {})[option] = parse_value(value.strip())
    return options


def merge_options(*layers: Mapping[str, Mapping[str, Any]]) -> ProviderOptions:
    """Options of several layers as one; later layers win, option by option."""
    merged: ProviderOptions = {}
    for layer in layers:
        for provider, values in layer.items():
            merged.setdefault(provider, {}).update(values)
    return merged


def parse_value(text: str) -> object:
    """A value as TOML or JSON, else the text itself. Dates and numbers that are not finite stay text."""
    if "\n" in text:
        return text
    for read in (_toml_value, json.loads):
        try:
            value: object = read(text)
        except (ValueError, RecursionError):
            continue
        if value is None or isinstance(value, str | bool | int | list | dict):
            return value
        if isinstance(value, float) and math.isfinite(value):
            return value
    return text


def _toml_value(text: str) -> object:
    return tomllib.loads(f"value = {text}")["value"]


def _split_option(key: str, *, where: str, text: str) -> tuple[str, str]:
    provider, dot, option = key.partition(".")
    if not dot or not provider.strip() or not option.strip():
        raise _wrong_setting("names no option of a provider", where, text)
    return provider.strip(), _option_name(option)


def _option_name(text: str) -> str:
    """Options are Python names; a hyphen is as good as an underscore."""
    return text.strip().replace("-", "_")


def _wrong_setting(problem: str, where: str, text: str) -> ConfigError:
    return ConfigError(
        f"{text[:80]!r} {problem}", where=where, remedy="write provider.option=value, such as pdf.paper=a4"
    )


def _read(path: Path) -> str:
    try:
        data = read_regular(path, MAX_CONFIG_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"cannot be read: {reason}", where=str(path), remedy="check the path") from error
    if len(data) > MAX_CONFIG_BYTES:
        raise ConfigError("is larger than 1 MiB and so no configuration", where=str(path), remedy="name the right file")
    decoded = decode(data)
    if decoded.encoding == "cp1252" or "\ufffd" in decoded.text:
        raise ConfigError("is not UTF-8", where=str(path), remedy="save it as UTF-8; " + "; ".join(decoded.notes))
    return decoded.text


def _syntax_error(error: tomllib.TOMLDecodeError, path: Path, text: str) -> ConfigError:
    message = str(error)
    found = _SYNTAX_PLACE.search(message)
    line = found[1] if found and found[1] else str(text.rstrip().count("\n") + 1)
    column = f":{found[2]}" if found and found[2] else ""
    return ConfigError(
        f"is not valid TOML: {_SYNTAX_PLACE.sub('', message)}",
        where=f"{path}:{line}{column}",
        remedy='write key = "value"; text stands in double quotes',
    )


def _value_error(error: ValidationError, path: Path, text: str) -> ConfigError:
    first = error.errors(include_url=False)[0]
    keys = [str(part) for part in first["loc"]]
    key = ".".join(part for part in keys if not part.isdigit())
    line = _line_of(text, keys)
    where = f"{path}:{line}" if line else str(path)
    if first["type"] == "extra_forbidden":
        return ConfigError(f"{key!r} is no setting", where=where, remedy=_nearest(key))
    reason = _PLAIN_TYPES.get(first["type"], first["msg"]).format(**first.get("ctx", {}))
    return ConfigError(f"{key!r} {reason} (given: {first['input']!r:.60})", where=where, remedy="correct the value")


def _nearest(key: str) -> str:
    names = [field.alias or name for name, field in ProjectConfig.model_fields.items()]
    near = difflib.get_close_matches(key.lower().replace("-", "_"), names, n=2, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else f"settings: {', '.join(names)}"


def _line_of(text: str, keys: list[str]) -> int:
    """The line of a setting: of its key in its own table, else of the table's head; 0 when neither is found."""
    names = [rf"[\"']?{re.escape(key)}[\"']?" for key in keys if not key.isdigit()]
    for size in range(len(names), -1, -1):
        start = 0
        if size:
            deeper = r"(?:[ \t]*\.[^\]\n]*)?" if size == len(names) else ""
            head = rf"^[ \t]*\[+[ \t]*{_DOT.join(names[:size])}[ \t]*{deeper}\]"
            found = re.search(head, text, re.MULTILINE)
            if not found:
                continue
            start = found.end()
        following = _HEAD.search(text, start)
        table = text[start : following.start() if following else len(text)]
        key = re.search(rf"^[ \t]*{names[size]}[ \t]*[.=]", table, re.MULTILINE) if size < len(names) else None
        if size or key:
            return text.count("\n", 0, start + (key.end() if key else 0)) + 1
    return 0
