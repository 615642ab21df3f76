"""The one way in which YAML is read: plain text, lists and mappings; nothing in it makes objects or grows.

Every scalar is text, so that `No` stays the word and `1.10` the version that somebody wrote; whoever wants a number
reads it. Aliases are refused, because a few lines of them stand for gigabytes. A key may stand once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.decoding import decode
from bmreport.errors import InputError
from bmreport.regular_files import read_regular

if TYPE_CHECKING:
    import yaml

__all__ = ["MAX_YAML_BYTES", "read_yaml", "read_yaml_file"]

MAX_YAML_BYTES = 1024 * 1024
"""What people write by hand is smaller than 1 MiB."""


def read_yaml_file(path: Path) -> object:
    """The content of a file. Raises InputError naming the file, and the line where it can."""
    try:
        data = read_regular(path, MAX_YAML_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", where=str(path), remedy="check the path") from error
    if len(data) > MAX_YAML_BYTES:
        raise InputError("is larger than 1 MiB", where=str(path), remedy="name the right file")
    return read_yaml(decode(data).text, str(path))


def read_yaml(text: str, where: str) -> object:
    """Text, lists and mappings with text as keys; None for an empty document. Raises InputError naming the line."""
    import yaml  # costs more to load than most runs have use for

    try:
        loader = _loader_class()(text)
        try:
            return loader.get_single_data()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
        reason = " ".join(part for part in (error.context, error.problem) if part)
        raise InputError(f"is not valid YAML: {reason}", where=place, remedy="correct that place") from error
    except (yaml.YAMLError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error).split("\n", 1)[0]
        raise InputError(f"is not valid YAML: {reason}", where=where, remedy="correct the file") from error


@cache
def _loader_class() -> type[yaml.BaseLoader]:
    import yaml  # as above

    class _Loader(yaml.BaseLoader):
        """PyYAML's loader of text alone, without aliases and without keys that stand twice."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                raise yaml.MarkedYAMLError(
                    problem="an alias (*name) is not allowed; write the content out",
                    problem_mark=self.peek_event().start_mark,  # type: ignore[no-untyped-call]  # its stubs leave it out,
                )
            return super().compose_node(parent, index)

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            seen: set[str] = set()
            for key, _value in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    raise yaml.MarkedYAMLError(problem="a key must be text", problem_mark=key.start_mark)
                if key.value in seen:
                    raise yaml.MarkedYAMLError(
                        problem=f"the key {key.value!r:.60} stands twice", problem_mark=key.start_mark
                    )
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    return _Loader
