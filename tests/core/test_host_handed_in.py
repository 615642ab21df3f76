"""Plugins that are handed to a host although they are installed."""

from __future__ import annotations

import bmreport_plugins.graders
from bmreport.testing import fresh_host


def test_an_installed_plugin_may_be_handed_in_as_well() -> None:
    """Authors test with their own package installed: their providers are there once, and nothing fails."""
    host = fresh_host(bmreport_plugins.graders)
    assert host.names("grader").count("bmlibrarian") == 1
    assert host.grader("bmlibrarian").plugin.package == "bmreport"
    assert host.failures == []
