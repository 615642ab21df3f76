"""One request, as the door hands it on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from bmreport.errors import UsageError
from bmreport.http.failures import BrokenAnswerError
from bmreport.http.loopback import names_loopback
from bmreport.http.shown import shown_url

if TYPE_CHECKING:
    from bmreport.http.secret import Secret


@dataclass(frozen=True)
class Call:
    """One request. `key` goes into the Authorization header as a bearer token.

    Raises UsageError for an address that is not http or https, names no host, or holds a user name.
    """

    method: str
    url: str
    accept: str
    body: bytes | None = None
    key: Secret | None = None

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            sound = parts.scheme in {"http", "https"} and parts.hostname and (parts.port or 1)
        except ValueError:
            sound = False
        if not sound:
            raise UsageError(f"{shown_url(self.url)!r} is no address of the web", remedy="write http:// or https://")
        if "@" in parts.netloc:
            raise UsageError(
                f"the address of {parts.hostname} holds a user name or a key",
                remedy="take it out; keys come from the environment or the keyring",
            )

    @property
    def where(self) -> str:
        """The address as it may be printed."""
        return shown_url(self.url)

    @property
    def host(self) -> str:
        """The host alone, by which rates are kept."""
        return urlsplit(self.url).hostname or ""

    @property
    def origin(self) -> str:
        """Scheme, host and port: what one server is."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.lower()}"

    def moved_to(self, location: str) -> Call:
        """The same call at the place a server points to.

        Raises BrokenAnswerError for a place that it must not go to: from https to http, from another host onto this
        machine, from this machine to another, and to any other server with a key.
        """
        target = location
        try:
            target = urljoin(self.url, location)  # ValueError: brackets that do not close
            moved = Call(self.method, target, self.accept, self.body, self.key)
        except (UsageError, ValueError):
            raise _refused(self.where, target, "which is no place to go to") from None
        if self.url.startswith("https:") and not target.startswith("https:"):
            raise _refused(self.where, target, "which is not encrypted")
        if self.key is not None and moved.origin != self.origin:
            raise _refused(self.where, target, "to which the key does not belong")
        if names_loopback(moved.host) and not names_loopback(self.host):
            raise _refused(self.where, target, "which is this machine")
        if names_loopback(self.host) and not names_loopback(moved.host):
            # Whoever names a server of this machine has asked nobody else.
            raise _refused(self.where, target, "which is another machine")
        return moved


def _refused(where: str, target: str, why: str) -> BrokenAnswerError:
    return BrokenAnswerError(
        f"points to {shown_url(target)}, {why}", where=where, remedy="give the right address yourself"
    )
