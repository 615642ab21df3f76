"""Fixtures for authors of plugins; pytest loads this by itself where bmreport is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from bmreport.host import PluginHost
    from bmreport.models import Citation

# bmreport itself loads inside the fixtures: every pytest run on the machine imports this module.


@pytest.fixture
def bmreport_host() -> PluginHost:
    """A fresh host with every installed plugin."""
    from bmreport.testing import fresh_host

    return fresh_host()


@pytest.fixture
def bmreport_citations() -> list[Citation]:
    """Six made-up citations from four made-up papers."""
    from bmreport.testing import sample_citations

    return sample_citations()
