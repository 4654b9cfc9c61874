"""A headless Chromium, driven through the pipe of its DevTools protocol.

    with Browser(Path(profile)) as browser:
        page = browser.open(Path("f.html"), width=390, scheme="dark")
        page.evaluate("document.title")

Messages are JSON, each ended by a zero byte: the browser reads file descriptor 3 and writes 4.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from select import select
from types import TracebackType
from typing import Any

SECONDS = 60
"""The time limit of a command."""

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-pipe",
)  # fmt: skip
_TOLD = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")


class BrowserError(Exception):
    """The browser is missing, ended, or refused a command."""


def find_browser() -> str:
    """Return the path of the browser, `CHROMIUM` of the environment first. Raises BrowserError."""
    names = (os.environ.get("CHROMIUM", ""), *_NAMES)
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise BrowserError(
            f"none of {', '.join(_NAMES)} is installed; install Chromium, or set CHROMIUM"
        )
    return found


class Browser(AbstractContextManager["Browser"]):
    """A process of the browser, with an empty profile."""

    def __init__(self, profile: Path) -> None:
        command = (find_browser(), *_OPTIONS, f"--user-data-dir={profile}", "about:blank")
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        # Bash moves the ends of the pipes to 3 and 4, which this process may use itself.
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{read} 4>&{write}', "bash", *command],
            pass_fds=(read, write),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self._received = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with contextlib.suppress(BrowserError, BrokenPipeError):
            self.call("Browser.close")
        os.close(self._write)
        os.close(self._read)
        try:
            self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Return the result of a command; events that come before it are kept. Raises
        BrowserError."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        for answer in self._messages():
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)
        raise BrowserError(f"{method}: no answer")

    def wait_for(self, method: str) -> None:
        """Wait until the browser reports an event."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(next(self._messages()))

    def _messages(self) -> Iterator[dict[str, Any]]:
        while True:
            message, end, rest = self._received.partition(b"\0")
            if end:
                self._received = rest
                yield json.loads(message)
                continue
            ready, _, _ = select([self._read], [], [], SECONDS)
            new = os.read(self._read, 1 << 20) if ready else b""
            if not new:
                raise BrowserError("the browser ended" if ready else "the browser hangs")
            self._received += new

    def open(self, file: Path, width: int, scheme: str) -> Page:
        """Open a file in a window of this width, in a `light` or `dark` colour scheme."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, attached["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=800, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        page.call("Emulation.setEmulatedMedia", features=features)
        self.events.clear()
        page.call("Page.navigate", url=file.as_uri())
        self.wait_for("Page.loadEventFired")
        return page


class Page:
    """An open page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the result of a command for this page. Raises BrowserError."""
        return self._browser.call(method, self._session, **parameters)

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression of JavaScript. Raises BrowserError."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in found:
            raise BrowserError(f"{script}: {found['exceptionDetails']['exception']['description']}")
        return found["result"].get("value")

    @property
    def requested(self) -> list[str]:
        """The addresses that the page requested."""
        sent = [e for e in self._browser.events if e["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    @property
    def complaints(self) -> list[dict[str, Any]]:
        """Return the events of console messages and exceptions."""
        return [event for event in self._browser.events if event["method"] in _TOLD]

    def click(self, selector: str) -> None:
        """Click on an element, which is scrolled into view."""
        box = self.evaluate(
            f"""(() => {{
                const element = document.querySelector({json.dumps(selector)});
                element.scrollIntoView({{block: "center"}});
                const box = element.getClientRects()[0];
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"""
        )
        self._mouse("mousePressed", box)
        self._mouse("mouseReleased", box)

    def _mouse(self, kind: str, box: list[float]) -> None:
        x, y = box
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, selector: str, key: str, code: int) -> None:
        """Press a key on an element that has the focus."""
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")
        for kind in ("keyDown", "keyUp"):
            pressed = {"key": key, "code": key, "windowsVirtualKeyCode": code}
            text = {"text": "\r"} if kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, **pressed, **text)

    def save(self, path: Path) -> None:
        """Write a picture of the whole page."""
        found = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(found["data"]))
