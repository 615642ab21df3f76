"""The claim ledger beside a report: in which formats it is printed, and which files it is written to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.config import merge_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bmreport.cli.outputs import OutputPlan
    from bmreport.cli.settings import Settings
    from bmreport.host import PluginHost, Registered
    from bmreport.models import Report
    from bmreport.providers import Exporter

LEDGER_EXPORTS = ("ledger-csv", "ledger-json")


def with_ledger_options(host: PluginHost, outputs: OutputPlan, settings: Settings) -> Mapping[str, Mapping[str, Any]]:
    """The options of a run; --ledger reaches every exporter that can print the ledger, and gives way to --set."""
    if settings.ledger is None:
        return settings.options
    said: dict[str, dict[str, Any]] = {
        f"exporter:{one.name}": {"ledger": settings.ledger}
        for one in outputs.exporters
        if "ledger" in host.option_names(one) and "ledger" not in settings.options.get(one.name, {})
    }
    return merge_options(said, settings.options)


def ledger_exporters(host: PluginHost, report: Report, wanted: bool | None) -> tuple[Registered[Exporter], ...]:
    """The exporters that write the ledger beside the report: on request, and always when a model wrote."""
    if wanted is False or not (wanted or report.provenance.model):
        return ()
    return tuple(host.exporter(name) for name in LEDGER_EXPORTS if name in host.names("exporter"))
