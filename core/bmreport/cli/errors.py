"""The one place where errors become messages on stderr and exit codes.

0 done   1 unexpected   2 usage   3 input rejected   4 not enough evidence   5 checks failed under --strict
6 a service was unreachable   7 a plugin failed   130 interrupted   141 the reader of our output went away
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from bmreport.cli.messages import show
from bmreport.errors import BmreportError

if TYPE_CHECKING:
    from collections.abc import Callable

UNEXPECTED = 1
USAGE = 2
INTERRUPTED = 130
# `is empty`, said of a file, is half a sentence without the file.
_PREDICATES = ("is ", "holds ", "has ", "cannot be ")


def exit_code_of(run: Callable[[], object], *, debug: bool) -> int:
    """Call `run`; an integer it returns is the exit code, an exception becomes a message and its code."""
    try:
        returned = run()
    except BmreportError as error:
        _trace(debug)
        show_error(error)
        return error.exit_code
    except click.UsageError as error:
        _trace(debug)
        command = error.ctx.command_path if error.ctx else "bmreport"
        show("error", _sentence(error.format_message()), remedy=f"see {command} --help")
        return USAGE
    except click.ClickException as error:
        _trace(debug)
        show("error", _sentence(error.format_message()))
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        _trace(debug)
        show("error", "interrupted; nothing half-written is left behind")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001  # the last line of defence: no traceback for a clinician
        _trace(debug)
        remedy = "" if debug else "run it again with --debug and report what it prints"
        show("error", f"unexpected {type(error).__name__}: {error}", remedy=remedy)
        return UNEXPECTED
    return returned if isinstance(returned, int) else 0


def show_error(error: BmreportError) -> None:
    """An error of ours: what, where, what to do. Where the message speaks of the place, they make one sentence."""
    if error.where and "\n" not in error.where and error.message.startswith(_PREDICATES):
        show("error", f"{error.where} {error.message}", remedy=error.remedy)
    else:
        show("error", error.message, where=error.where, remedy=error.remedy)


def _trace(debug: bool) -> None:
    """The traceback, for --debug only."""
    if debug:
        import traceback

        traceback.print_exc(file=sys.stderr)


def _sentence(message: str) -> str:
    """Messages of click start with a capital and end with a full stop; ours do not."""
    text = message.strip().removesuffix(".")
    return text[:1].lower() + text[1:]
