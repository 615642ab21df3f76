"""Built-in graders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.graders.bmlibrarian import BmlibrarianGrader

if TYPE_CHECKING:
    from bmreport.providers import Grader


@hookimpl
def bmreport_graders() -> list[Grader]:
    """The grader of BMLibrarian."""
    return [BmlibrarianGrader()]
