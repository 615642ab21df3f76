"""Running pandoc: where it is, and a call that is bounded, sandboxed and explained when it fails."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.errors import ServiceError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

TIME_LIMIT = 300.0
"""Seconds that one run may take; a report of 5,000 references takes a few."""
_REMEDY = "pip install pypandoc-binary, or put pandoc 3 on the PATH"
_LONGEST_REASON = 500
# DOCX and ODT are ZIP files, whose dates end with the year 2107 (APPNOTE.TXT, 4.4.6).
_LATEST = 4_354_819_199


class PandocError(ServiceError):
    """Pandoc ran and refused what it was given."""


def pandoc_path() -> Path:
    """The pandoc that comes with pypandoc-binary; one on the PATH only where that is absent.

    Raises ServiceError when there is none.
    """
    # The folder is all that is needed of pypandoc: importing it would search the machine for other pandocs.
    spec = find_spec("pypandoc")
    if spec is not None and spec.origin:
        bundled = Path(spec.origin).parent / "files" / ("pandoc.exe" if os.name == "nt" else "pandoc")
        if bundled.is_file():
            return bundled
    found = shutil.which("pandoc")
    if found is None:
        raise ServiceError("pandoc is not there", remedy=_REMEDY)
    return Path(found)


def default_data_file(name: str) -> bytes:
    """A file that pandoc carries inside, such as `reference.docx`. Raises ServiceError."""
    return run_pandoc([f"--print-default-data-file={name}"], b"", _stamp(0))


def _stamp(moment: int) -> dict[str, str]:
    """The environment that gives pandoc its clock, whatever the caller's own says."""
    return {"SOURCE_DATE_EPOCH": str(min(max(0, moment), _LATEST))}


def convert(
    tree: Mapping[str, Any], to: str, *, created: datetime, reference: bytes | None = None, options: Sequence[str] = ()
) -> bytes:
    """The document `tree` (pandoc's JSON) in format `to`; `reference` is the style model of Word or ODT.

    Pandoc reads nothing but what it is given: no file, no network, no data folder of the user. Raises PandocError with
    what pandoc says, and ServiceError when it cannot run.
    """
    source = json.dumps(tree, separators=(",", ":")).encode("ascii")
    with tempfile.TemporaryDirectory(prefix="bmreport-") as folder:
        given = [f"--data-dir={folder}"]
        if reference is not None:
            model = Path(folder) / f"reference.{to}"
            try:
                model.write_bytes(reference)
            except OSError as error:
                raise ServiceError(
                    f"cannot write a temporary file: {error.strerror or error}",
                    where=tempfile.gettempdir(),
                    remedy="make room there, or name another place with TMPDIR",
                ) from error
            given.append(f"--reference-doc={model}")
        return run_pandoc(
            ["--sandbox", "--from=json", f"--to={to}", "--output=-", *given, *options],
            source,
            _stamp(int(created.timestamp())),
        )


def run_pandoc(arguments: Sequence[str], source: bytes, environment: Mapping[str, str] | None = None) -> bytes:
    """What pandoc prints. Raises PandocError with what pandoc says, and ServiceError when it cannot run."""
    program = pandoc_path()
    try:
        done = subprocess.run(
            [str(program), *arguments],
            input=source,
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
            env={**os.environ, **(environment or {})},
        )
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"pandoc took longer than {TIME_LIMIT:.0f} s", remedy="split the report") from error
    except OSError as error:
        raise ServiceError(
            f"pandoc cannot be started: {error.strerror or error}", where=str(program), remedy=_REMEDY
        ) from error
    if done.returncode != 0 or not done.stdout:
        reason = " ".join(done.stderr.decode("utf-8", "replace").split())[:_LONGEST_REASON]
        raise PandocError(f"pandoc failed (exit code {done.returncode}): {reason}", where=str(program), remedy=_REMEDY)
    return done.stdout
