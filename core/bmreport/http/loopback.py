"""Whether an address leads back to this very machine."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_NAMES = frozenset({"localhost", "localhost.", "ip6-localhost"})


def names_loopback(host: str) -> bool:
    """Whether the host is written as one on this machine: localhost, 127.0.0.0/8 or ::1.

    0.0.0.0 is no address to call (RFC 1122, 3.2.1.3), and a name of one's own may lead elsewhere tomorrow.
    """
    return host.lower() in _NAMES or _is_loopback_number(host)


def is_loopback(host: str, resolve: Callable[[str], Iterable[str]] | None = None) -> bool:
    """Whether the host is written as one on this machine and, looked up, is one: a hosts file can say otherwise.

    Asks no name server about any other name. `resolve` gives the addresses of a name.
    """
    if host.lower() not in _NAMES:
        return _is_loopback_number(host)
    try:
        found = list((resolve or _addresses)(host))
    except OSError:  # a name that leads nowhere leads nothing away
        return True
    return all(_is_loopback_number(address) for address in found)


def _addresses(host: str) -> list[str]:
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, None)]


def _is_loopback_number(text: str) -> bool:
    try:
        address: IPv4Address | IPv6Address = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return False
    # Python before 3.13 does not look into an IPv4 address that is written as IPv6.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
