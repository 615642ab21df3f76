"""Cites that would look alike are told apart (CSL 1.0.2, "Disambiguation")."""

from __future__ import annotations

from bmreport_csl.areas import CompiledStyle
from bmreport_csl.context import Cite
from bmreport_csl.registry import Registry


def disambiguate(clusters: list[list[Cite]], style: CompiledStyle, registry: Registry) -> None:
    """Fill the registry's hints."""
