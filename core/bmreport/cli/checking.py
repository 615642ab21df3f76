"""The work of `bmreport check`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bmreport.cli.findings import counted
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_line, write_text
from bmreport.config import parse_set_options
from bmreport.context import RunContext
from bmreport.errors import ChecksFailedError
from bmreport.ledger import worth_telling
from bmreport.llm.settings import LlmSettings
from bmreport.models import Finding, Report, Severity
from bmreport.pipeline import check_report

if TYPE_CHECKING:
    from pathlib import Path


def check_saved_report(
    path: Path, *, strict: bool, settings: tuple[str, ...], offline: bool, llm: str, as_json: bool, quiet: bool
) -> int:
    """Print the findings and return 0. Raises InputError for a file that is no report, ChecksFailedError if strict."""
    messages = Messages(quiet)
    report = Report.load(path)
    host = open_host(messages)
    options = parse_set_options(settings)
    host.check_option_names(options)
    with plugins_at_work():
        context = RunContext(offline=offline, strict=strict, llm=LlmSettings(model=llm))
        fresh = worth_telling(check_report(report, host, context, options))
    verifiers = set(host.names("verifier"))
    findings = [*(finding for finding in report.findings if finding.verifier not in verifiers), *fresh]
    if as_json:
        data = [finding.model_dump(mode="json") for finding in findings]
        write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        _print(findings, path, messages)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if strict and errors:
        raise ChecksFailedError(f"{counted(len(errors), 'error')} in the report", where=str(path))
    return 0


def _print(findings: list[Finding], path: Path, messages: Messages) -> None:
    for severity in Severity:
        for finding in findings:
            if finding.severity is severity:
                write_line(str(finding))
    if not findings:
        messages.note(f"{path}: nothing found")
