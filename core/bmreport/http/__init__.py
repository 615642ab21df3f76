"""The one door to the net.

    with HttpDoor() as door:
        work = door.get_json("https://api.crossref.org/works/10.1000/1", max_age=86_400)

httpx is loaded with the first call, not with this package.
"""

from bmreport.http.door import HttpDoor
from bmreport.http.failures import (
    BrokenAnswerError,
    NoConnectionError,
    OfflineError,
    SilentError,
    StatusError,
)
from bmreport.http.limits import ONCE, Limits, Retry
from bmreport.http.loopback import is_loopback
from bmreport.http.secret import Secret

__all__ = [
    "ONCE",
    "BrokenAnswerError",
    "HttpDoor",
    "Limits",
    "NoConnectionError",
    "OfflineError",
    "Retry",
    "Secret",
    "SilentError",
    "StatusError",
    "is_loopback",
]
