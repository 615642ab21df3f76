"""The house's citation styles for bmreport: one from a CSL file, one written in Python."""

from importlib.resources import files

from bmreport import CslStyle, hookimpl
from bmreport.providers import Style

from bmreport_house_style.label_style import LabelStyle


@hookimpl
def bmreport_styles() -> list[Style]:
    """Offer both styles; the CSL file is read when somebody asks for it."""
    return [
        CslStyle.from_file(files(__name__) / "house.csl", name="house", summary="The house's numbered style"),
        LabelStyle(),
    ]
