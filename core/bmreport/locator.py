"""What a user names as evidence: a file, a folder, standard input, or `source:query`."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bmreport.errors import InputError
from bmreport.paths import exists, is_file, is_folder
from bmreport.regular_files import read_regular

MAX_BYTES = 1024 * 1024 * 1024
"""No input may be larger than 1 GiB."""
HEAD_BYTES = 64 * 1024
_SCHEME = re.compile(r"(?P<scheme>[a-z][a-z0-9_-]+):(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True)
class SourceLocator:
    """`text` as the user gave it; `scheme` when it starts with the name of a source (`pubmed:aspirin`, `ris:refs.txt`).

    `content` holds bytes that are already in memory; otherwise they are read from `path` or standard input, once.
    """

    text: str
    scheme: str = ""
    content: bytes | None = None

    @classmethod
    def parse(cls, text: str, schemes: frozenset[str] = frozenset()) -> SourceLocator:
        """Split off a scheme when a source of that name exists, so that `C:\\x.ris` stays a path."""
        found = _SCHEME.match(text)
        if found and found["scheme"] in schemes:
            return cls(found["rest"], scheme=found["scheme"])
        return cls(text)

    @property
    def is_stdin(self) -> bool:
        """Whether the input is standard input."""
        return self.text == "-"

    @property
    def path(self) -> Path:
        """The locator as a path; it need not exist. A leading `~` is the shell's business."""
        return Path(self.text)

    @property
    def is_folder(self) -> bool:
        """Whether it names an existing folder."""
        return not self.is_stdin and self.content is None and is_folder(self.path)

    @property
    def is_file(self) -> bool:
        """Whether there are bytes to read: a file that exists, standard input, or content in memory."""
        return self.is_stdin or self.content is not None or is_file(self.path)

    @property
    def exists(self) -> bool:
        """Whether it names anything in the file system, be it a pipe or a device."""
        return not self.is_stdin and self.content is None and exists(self.path)

    @property
    def suffix(self) -> str:
        """The file name's ending in lower case, such as `.ris`."""
        return "" if self.is_stdin else self.path.suffix.lower()

    @property
    def label(self) -> str:
        """How messages name this input."""
        return "standard input" if self.is_stdin else self.text

    @cached_property
    def head(self) -> bytes:
        """The first 64 KiB, to tell the format by content; empty when there is nothing to read."""
        if self.content is not None or self.is_stdin:
            return self.data[:HEAD_BYTES]
        try:
            return read_regular(self.path, HEAD_BYTES)[:HEAD_BYTES]
        except (OSError, ValueError):
            return b""

    @cached_property
    def data(self) -> bytes:
        """All bytes. Raises InputError naming the file when it cannot be read or is larger than 1 GiB."""
        if self.content is not None:
            return self.content
        try:
            data = sys.stdin.buffer.read(MAX_BYTES + 1) if self.is_stdin else read_regular(self.path, MAX_BYTES)
        except (OSError, ValueError) as error:
            raise self._unreadable(error) from error
        if len(data) > MAX_BYTES:
            raise InputError("is larger than 1 GiB", where=self.label, remedy="split the file")
        return data

    def _unreadable(self, error: OSError | ValueError) -> InputError:
        reason = getattr(error, "strerror", None) or str(error)
        special = self.exists and not self.is_folder and not self.is_file
        remedy = "name a file, or give it on standard input with -" if special else "check the path"
        return InputError(f"cannot be read: {reason}", where=self.label, remedy=remedy)
