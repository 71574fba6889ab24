"""The user's device in a CIBA plan: receives the e-mail with the link, follows it, signs in and decides.

The suite calls an address when it wants the user to decide (`automated_ciba_approval_url` of its configuration).
"""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx
from tests.support.mail import Mailbox, mailbox

from tools.conformance.configuration import USER

_MESSAGE_SECONDS: Final = 15.0
# An older message of a request that nobody answered may be there already: the newest one is the right one.
_SETTLING_SECONDS: Final = 1.5
_LINK: Final = re.compile(r"https://\S+/as/bc-approval\.ciba\?\S+")
_DECISION: Final = "pf.oauth.authz.consent"


class Form(HTMLParser):
    """The first form of a page: its address, and the fields that are sent without the user's input."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action = ""
        self.hidden: list[tuple[str, str]] = []
        self.scopes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the form and its fields."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and not self.action:
            self.action = given.get("action", "")
        elif tag == "input" and given.get("type") == "hidden":
            self.hidden.append((given["name"], given.get("value", "")))
        elif tag == "input" and given.get("type") == "checkbox":
            self.scopes.append((given["name"], given.get("value", "")))


class Device:
    """The device of the user who is named in the requests of the suite."""

    def __init__(self, box: Mailbox, password: str) -> None:
        self.mail_port = box.port
        self._box = box
        self._password = password
        self._answered = 0

    def decide(self, action: str) -> None:
        """Follow the link of the newest message, sign in, and decide: `allow` or `deny`.

        Raises LookupError if no message arrives, and httpx.HTTPStatusError if a page is refused.
        """
        with httpx.Client(verify=False, follow_redirects=True, timeout=30) as browser:  # noqa: S501  # this machine's
            page = browser.get(self._newest_link())
            page = _send(browser, page, [("pf.username", USER), ("pf.pass", self._password), ("pf.ok", "clicked")])
            scopes = Form(page.text).scopes if action == "allow" else []
            _send(browser, page, [*scopes, (_DECISION, action)])

    def _newest_link(self) -> str:
        deadline = time.monotonic() + _MESSAGE_SECONDS
        time.sleep(_SETTLING_SECONDS)
        while len(self._box.messages) == self._answered:
            if time.monotonic() > deadline:
                raise LookupError("No message to the user arrived.")
            time.sleep(0.1)
        self._answered = len(self._box.messages)
        content = self._box.messages[-1].get_payload(decode=True)
        found = _LINK.search(content.decode() if isinstance(content, bytes) else "")
        if found is None:
            raise LookupError("The message to the user has no link.")
        return found[0]


def _send(browser: httpx.Client, page: httpx.Response, fields: list[tuple[str, str]]) -> httpx.Response:
    form = Form(page.text)
    body = httpx.QueryParams([*form.hidden, *fields])
    answer = browser.post(
        urljoin(str(page.url), form.action),
        content=str(body),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    answer.raise_for_status()
    return answer


@contextmanager
def user_device(password: str) -> Iterator[tuple[Device, str]]:
    """Run the user's mail server and device for the duration of the block; returns the device and the suite's URL."""
    with mailbox() as box:
        device = Device(box, password)

        class Decisions(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the name that the base class calls
                action = parse_qs(urlsplit(self.path).query)["action"][0]
                device.decide(action)
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class's name
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Decisions) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                address = f"http://127.0.0.1:{server.server_address[1]}/?auth_req_id={{auth_req_id}}&action={{action}}"
                yield device, address
            finally:
                server.shutdown()
