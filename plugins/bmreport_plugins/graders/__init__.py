"""Built-in graders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.graders.bmlibrarian import BmlibrarianGrader
from bmreport_plugins.graders.cebm import CebmGrader
from bmreport_plugins.graders.grade import GradeGrader

if TYPE_CHECKING:
    from bmreport.providers import Grader


@hookimpl
def bmreport_graders() -> list[Grader]:
    """The grader of BMLibrarian, GRADE, and the Oxford CEBM levels."""
    return [BmlibrarianGrader(), GradeGrader(), CebmGrader()]
