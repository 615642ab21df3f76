"""What can go wrong in a meta-analysis.

MetaError
├── ImplausibleInputError    a number of one study that cannot be true
├── ImplausibleInputsError   several of them, found in one pass
├── UnknownNameError         a measure, method or option that does not exist, or does not fit the data
├── TooFewStudiesError       fewer studies than the statistic needs
├── NotEstimableError        the data do not determine the statistic
└── NotConvergedError        an iteration did not settle
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class MetaError(Exception):
    """Base of all errors of this package."""


class ImplausibleInputError(MetaError):
    """A number of a study that cannot be true; `study`, `field` and `value` say where it stands."""

    def __init__(self, study: str, field: str, value: object, problem: str) -> None:
        self.study = study
        self.field = field
        self.value = value
        self.problem = problem
        super().__init__(f"study {study!r}, {field} = {value}: {problem}")


class ImplausibleInputsError(MetaError):
    """All implausible numbers that one pass over the studies found, as `faults`."""

    def __init__(self, faults: Sequence[ImplausibleInputError]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class UnknownNameError(MetaError):
    """A name that is none of the known ones, or that does not fit the data given."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        super().__init__(f"unknown {kind} {name!r}; choose one of: {', '.join(self.known)}")


class TooFewStudiesError(MetaError):
    """A statistic needs more studies than there are."""

    def __init__(self, statistic: str, needed: int, given: int) -> None:
        self.statistic = statistic
        self.needed = needed
        self.given = given
        studies = "study" if needed == 1 else "studies"
        super().__init__(f"{statistic} needs at least {needed} {studies} with an estimate; there are {given}")


class NotEstimableError(MetaError):
    """The data do not determine the statistic, for the reason given."""

    def __init__(self, statistic: str, reason: str) -> None:
        self.statistic = statistic
        self.reason = reason
        super().__init__(f"{statistic} cannot be estimated: {reason}")


class NotConvergedError(MetaError):
    """An iteration did not settle within its steps."""

    def __init__(self, statistic: str, steps: int) -> None:
        self.statistic = statistic
        self.steps = steps
        super().__init__(f"{statistic} did not settle in {steps} steps; try another estimator, such as DL or PM")
