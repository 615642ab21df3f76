"""What can go wrong on the net, told apart; all are ServiceError and end a command with exit code 6."""

from __future__ import annotations

from bmreport.errors import ServiceError


class OfflineError(ServiceError):
    """The net was needed while it is forbidden."""


class NoConnectionError(ServiceError):
    """No connection came about, or it broke before a byte of the answer was there. The call may be made again."""


class SilentError(ServiceError):
    """The server took longer than allowed."""


class BrokenAnswerError(ServiceError):
    """An answer began and was cut off, too large, or not what was asked for."""


class StatusError(ServiceError):
    """The server answered with a status other than success; `body` is the beginning of what it said."""

    def __init__(self, message: str, *, status: int, body: str, where: str, remedy: str) -> None:
        super().__init__(message, where=where, remedy=remedy)
        self.status = status
        self.body = body
