"""A real browser for tests: Debian's Chromium without a window, driven over its DevTools pipe.

The protocol is JSON with a NUL after each message (Chromium's `--remote-debugging-pipe`), so that neither a port nor
another package is needed.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
_PATIENCE = 60.0
_FIRST_FREE = 20
# DevTools reads from descriptor 3 and writes to 4; a child cannot be given numbers of our choice otherwise.
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32}


class BrowserError(Exception):
    """The browser refused a command, or did not answer."""


class Page:
    """One tab."""

    def __init__(self, pipe: _Pipe, session: str) -> None:
        self._pipe = pipe
        self._session = session

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Any command of the DevTools protocol. Raises BrowserError."""
        return self._pipe.call(method, parameters, self._session)

    def open(
        self, path: Path, *, width: int = 1000, height: int = 800, dark: bool = False, touch: bool = False
    ) -> None:
        """Load a file in a window of this size."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", media="", features=[scheme])
        self.send("Page.navigate", url=path.resolve().as_uri())
        self.wait("document.readyState === 'complete'")
        self.send("Page.bringToFront")

    def value(self, script: str) -> Any:
        """What an expression of JavaScript gives; the page's own policy does not bind DevTools."""
        given = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in given:
            raise BrowserError(str(given["exceptionDetails"].get("exception", {}).get("description")))
        return given["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until an expression is true. Raises BrowserError."""
        until = time.monotonic() + _PATIENCE
        while not self.value(script):
            if time.monotonic() > until:
                raise BrowserError(f"never came true: {script}")
            time.sleep(0.05)

    def point(self, x: float, y: float) -> None:
        """Move the mouse."""
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x: float, y: float) -> None:
        """Press and let go of the mouse's first button."""
        self.point(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x: float, y: float) -> None:
        """Touch with a finger and lift it."""
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key, such as `Tab`."""
        given = {"key": key, "code": key, "windowsVirtualKeyCode": _KEYS[key], "modifiers": 8 if shift else 0}
        text = {"text": "\r"} if key == "Enter" else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **given, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **given)

    def screenshot(self) -> bytes:
        """The window as PNG."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])

    def pdf(self) -> bytes:
        """The page as it is printed."""
        return base64.b64decode(self.send("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A browser with one tab; its profile lies in `folder`."""
    commands, answers = os.pipe(), os.pipe()
    inner = [fcntl.fcntl(end, fcntl.F_DUPFD, _FIRST_FREE) for end in (commands[0], answers[1])]
    arguments = [
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
        *(f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe", "about:blank"),
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", _LAUNCH, *map(str, inner), CHROMIUM, *arguments],
        pass_fds=inner,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for end in (*inner, commands[0], answers[1]):
        os.close(end)
    pipe = _Pipe(commands[1], answers[0])
    try:
        target = next(one for one in pipe.call("Target.getTargets", {})["targetInfos"] if one["type"] == "page")
        session = pipe.call("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})["sessionId"]
        page = Page(pipe, session)
        page.send("Page.enable")
        yield page
        pipe.call("Browser.close", {})
    finally:
        pipe.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class _Pipe:
    """Commands out, answers in; events are left aside."""

    def __init__(self, out: int, into: int) -> None:
        self._out, self._into = out, into
        self._number = 0
        self._buffer = b""

    def call(self, method: str, parameters: dict[str, Any], session: str = "") -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        data = json.dumps({**message, "sessionId": session} if session else message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        while True:
            answer = self._next(method)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                result: dict[str, Any] = answer["result"]
                return result

    def close(self) -> None:
        os.close(self._out)
        os.close(self._into)

    def _next(self, method: str) -> dict[str, Any]:
        parts = [self._buffer]
        while b"\0" not in parts[-1]:
            if not select.select([self._into], [], [], _PATIENCE)[0]:
                raise BrowserError(f"no answer to {method} within {_PATIENCE:.0f} s")
            parts.append(os.read(self._into, 1 << 16))
            if not parts[-1]:
                raise BrowserError(f"the browser ended during {method}")
        message, self._buffer = b"".join(parts).split(b"\0", 1)
        found: dict[str, Any] = json.loads(message)
        return found
