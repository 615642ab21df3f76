"""Oxford CEBM levels of evidence as a grader for bmreport."""

from bmreport import hookimpl
from bmreport.providers import Grader

from bmreport_cebm.grader import CebmGrader


@hookimpl
def bmreport_graders() -> list[Grader]:
    """Offer the grader; nothing is done until somebody asks for it."""
    return [CebmGrader()]
