"""The words of the boxes: those of PRISMA 2020, and what other kinds of reviews call the same."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bmreport_plugins.figures.prisma.flow import Flow

__all__ = ["PRESETS", "word"]

_PRISMA_2020: Final = MappingProxyType({
    "databases": "Identification of new studies via databases and registers",
    "databases alone": "Identification of studies via databases and registers",
    "other": "Identification of new studies via other methods",
    "other beside": "Identification of studies via other methods",
    "previous": "Previous studies",
    "identification": "Identification",
    "screening": "Screening",
    "inclusion": "Included",
    "identified": "Records identified from:",
    "removed": "Records removed before screening:",
    "titles": "Titles screened",
    "titles out": "Records excluded by title",
    "screened": "Records screened",
    "screened out": "Records excluded",
    "sought": "Reports sought for retrieval",
    "sought out": "Reports not retrieved",
    "assessed": "Reports assessed for eligibility",
    "assessed out": "Reports excluded:",
    "included studies": "Studies included in review",
    "included new studies": "New studies included in review",
    "included reports": "Reports of included studies",
    "included new reports": "Reports of new included studies",
    "previous studies": "Studies included in previous version of review",
    "previous reports": "Reports of studies included in previous version of review",
    "total studies": "Total studies included in review",
    "total reports": "Reports of total included studies",
})  # fmt: skip
_SCOPING: Final = _PRISMA_2020 | {
    "databases alone": "Identification of sources of evidence via databases and registers",
    "other beside": "Identification of sources of evidence via other methods",
    "screened": "Sources of evidence screened",
    "screened out": "Sources of evidence excluded",
    "sought": "Sources of evidence sought for retrieval",
    "sought out": "Sources of evidence not retrieved",
    "assessed": "Sources of evidence assessed for eligibility",
    "assessed out": "Sources of evidence excluded:",
    "included studies": "Studies included in scoping review",
    "included reports": "Sources of evidence included in scoping review",
}
_UMBRELLA: Final = _PRISMA_2020 | {
    "databases alone": "Identification of reviews via databases and registers",
    "other beside": "Identification of reviews via other methods",
    "included studies": "Systematic reviews included",
    "included reports": "Reports of included systematic reviews",
}
_BMREPORT: Final = _PRISMA_2020 | {
    "databases alone": "Records given to bmreport",
    "removed": "Records removed before screening:",
    "screened": "Documents read",
    "screened out": "Documents not used in the answer",
    "included studies": "Studies with figures",
    "included reports": "Documents cited in the answer",
}

PRESETS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "prisma-2020": _PRISMA_2020,
    "prisma-scr": MappingProxyType(_SCOPING),
    "umbrella": MappingProxyType(_UMBRELLA),
    "bmreport": MappingProxyType(_BMREPORT),
})  # fmt: skip
"""Preset -> box -> words."""


def word(flow: Flow, name: str) -> str:
    """What a box is called in this flow."""
    return flow.words.get(name) or PRESETS[flow.preset][name]
