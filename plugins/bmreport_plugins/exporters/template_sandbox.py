"""The Jinja2 environment that report templates run in: no attribute of Python's machinery, no calls that do something.

A template reads data. It may call its own macros, jinja2's helpers, methods of plain values (text, numbers, dates,
lists, mappings) and the functions it was given by name; a method of any other object is refused, so that no template
can write a file through an object that knows how to.

This module imports jinja2 when loaded; only `templating` imports it, when a template is rendered.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import wraps
from typing import TYPE_CHECKING, Any

from jinja2 import StrictUndefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.filters import do_format
from jinja2.runtime import Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import CodeType

    from jinja2.loaders import BaseLoader

_PLAIN = (str, bytes, int, float, bool, list, tuple, dict, set, frozenset, date, datetime)
_LONGEST_REPEAT = 10_000
_LARGEST_POWER_BITS = 1024
_LONGEST_TEXT = 64 * 1024 * 1024
_TOO_WIDE = "a format may not be wider than 9999 characters"
_MOST_STEPS = 5_000_000
_CALL = 10  # a call takes as long as so many turns of a loop
_COUNTED = "counted loop"  # no name that a template can write
# Filters that pad or repeat as often as a number says, or as a format does.
_SIZED_FILTERS = ("batch", "center", "format", "indent", "slice", "truncate", "wordwrap", "xmlattr")
_WIDE_FORMAT = re.compile(r"%[^a-zA-Z%]*(?:\d{5}|\*)")


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """Escapes every `{{ … }}` with `escape` unless its value is a `safe_type`; undefined names are errors.

    Jinja2's own autoescape is off because it knows HTML only: joined with marked-up text by `~` or `+`, a value would
    be escaped for the wrong format. Here such a join is plain text again and escaped as a whole, and what a macro, a
    `{% set %}` block or `super()` returns needs `| safe`.
    """

    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(
        self, loader: BaseLoader, escape: Callable[[str], str], safe_type: type[str], given: Mapping[str, Any]
    ) -> None:
        def finalize(value: object) -> str:
            if isinstance(value, safe_type):
                return str(value)
            return "" if value is None else escape(str(value))

        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            finalize=finalize,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
        )
        self._functions = [value for value in (*self.globals.values(), *given.values()) if callable(value)]
        # Filler text has no place in a report, and its length is what the template asks for.
        self.globals.pop("lipsum", None)
        self._steps = 0
        for name in _SIZED_FILTERS:
            self.filters[name] = _sized(self.filters[name])
        self.filters[_COUNTED] = self._counted
        self.filters["safe"] = safe_type
        self.filters["e"] = self.filters["escape"] = lambda value: safe_type(finalize(value))

    def is_safe_callable(self, obj: Any) -> bool:  # noqa: ANN401  # as jinja2 declares it
        """Whether a template may call this."""
        if not super().is_safe_callable(obj):
            return False
        owner = getattr(obj, "__self__", None)
        return (
            isinstance(obj, Macro)
            or type(obj).__module__ in ("jinja2.runtime", "jinja2.utils")
            or type(owner).__module__ in ("jinja2.runtime", "jinja2.utils")
            or isinstance(owner, _PLAIN)
            or any(obj is function for function in self._functions)
        )

    def compile(self, source: Any, *args: Any, **kwargs: Any) -> CodeType | str:  # type: ignore[override]  # noqa: ANN401  # all overloads at once
        """Compile a template whose loops are counted."""
        if isinstance(source, str):
            source = self.parse(source, *args[:2])
        for loop in list(source.find_all(nodes.For)):
            loop.iter = nodes.Filter(loop.iter, _COUNTED, [], [], None, None, lineno=loop.iter.lineno)
        compiled: CodeType | str = super().compile(source, *args, **kwargs)
        return compiled

    def call(self, context: Any, function: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as jinja2 declares it
        """Call what may be called, with no number that asks for something huge."""
        self._step(_CALL)
        if isinstance(getattr(function, "__self__", None), str | bytes | int):
            _refuse_large_numbers(args, kwargs)
        return super().call(context, function, *args, **kwargs)

    def _counted(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self._step()
            yield item

    def _step(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > _MOST_STEPS:
            raise SecurityError(f"its loops and calls take more than {_MOST_STEPS:,} steps")

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401  # as jinja2 declares it
        """Refuse the operators where they make something huge out of something small."""
        for one, other in ((left, right), (right, left)):
            repeats = operator == "*" and isinstance(one, str | bytes | list | tuple) and isinstance(other, int)
            if repeats and len(one) * other > _LONGEST_REPEAT:
                raise SecurityError(f"a text or list may not be repeated to more than {_LONGEST_REPEAT} parts")
        if operator == "%" and isinstance(left, str) and _WIDE_FORMAT.search(left):
            raise SecurityError(_TOO_WIDE)
        if (
            operator == "+"
            and isinstance(left, str)
            and isinstance(right, str)
            and len(left) + len(right) > _LONGEST_TEXT
        ):
            raise SecurityError(f"a text may not be joined to more than {_LONGEST_TEXT:,} characters")
        powers = operator == "**" and isinstance(left, int) and isinstance(right, int)
        if powers and left.bit_length() * right > _LARGEST_POWER_BITS:
            raise SecurityError(f"a power may not be larger than 2 ** {_LARGEST_POWER_BITS}")
        return super().call_binop(context, operator, left, right)


def _sized(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that refuses to make something huge; what jinja2 notes on a filter is kept."""

    @wraps(function)
    def bounded(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as the filter
        _refuse_large_numbers(args, kwargs)
        if any(isinstance(one, str) and _WIDE_FORMAT.search(one) for one in args[:2]) and function is do_format:
            raise SecurityError(_TOO_WIDE)
        return function(*args, **kwargs)

    return bounded


def _refuse_large_numbers(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    for value in (*args, *kwargs.values()):
        if isinstance(value, int) and abs(value) > _LONGEST_REPEAT:
            raise SecurityError(f"no number above {_LONGEST_REPEAT} may be given to this function")
