"""An authentication application: a page of another origin that signs users in with JSON requests."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS
from tests.engine.signin.site import PASSWORDS, SignInSite, Visitor

ORIGIN = "https://login.example.com"
URL = f"{ORIGIN}/sign-in"
FLOWS = "/pf-ws/authn/flows"
CREDENTIALS = {"username": "joe", "password": PASSWORDS["joe"]}


def content_type(action: str) -> str:
    return f"application/vnd.pingidentity.{action}+json"


def add_application(site: SignInSite, number: int = 0, **settings: Any) -> str:
    """Add an application, make it the default one, and switch the API on. `settings` are those of the API."""
    url = URL if number == 0 else f"https://login-{number}.example.com/"
    id_ = site.add(API_APPLICATIONS, {"id": f"sign-in-{number}", "name": f"Sign-in {number}", "url": url})
    if number == 0:
        default = {"apiEnabled": True, "defaultApplicationRef": {"id": id_}}
        site.engine.save(API_SETTINGS, {**default, **settings})
    return id_


@dataclass
class Application:
    """The application in one browser. Without a visitor it is a native one, which keeps cookies by itself."""

    visitor: Visitor
    origin: str | None = ORIGIN
    headers: dict[str, str] = field(default_factory=dict)
    flow: str = ""

    def start(self, **changed: Any) -> dict[str, Any]:
        """Have the user sent here by an authorization request, and return the state of the flow."""
        answer = self.visitor.authorize(**changed)
        assert answer.status_code == 303, answer.text
        return self.arrive(answer.headers["location"])

    def arrive(self, location: str) -> dict[str, Any]:
        """Load this page with the flow to which a redirect leads, and return its state."""
        assert location.startswith(f"{URL}?"), location
        self.flow = parse_qs(urlsplit(location).query)["flowId"][0]
        return self.read()

    def read(self) -> dict[str, Any]:
        """Return the state of the flow."""
        answer = self.get()
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def get(self, **headers: str) -> httpx.Response:
        return self.visitor.browser.get(f"{FLOWS}/{self.flow}", **{**self._usual(), **headers})

    def act(self, action: str, **body: Any) -> dict[str, Any]:
        """Perform an action, and return the next state."""
        answer = self.post(action, body)
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def refused(self, action: str, **body: Any) -> dict[str, Any]:
        """Perform an action whose input is not accepted, and return the first detail of the error."""
        answer = self.post(action, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR"), answer.text
        detail: dict[str, Any] = answer.json()["details"][0]
        return detail

    def post(self, action: str, body: Mapping[str, Any], **headers: str) -> httpx.Response:
        return self.send(json.dumps(body).encode(), **{"Content-Type": content_type(action), **headers})

    def send(self, content: bytes, query: str = "", **headers: str) -> httpx.Response:
        """Send any body."""
        return asyncio.run(self._sent(content, query, headers))

    async def sending(self, action: str, body: Mapping[str, Any]) -> httpx.Response:
        """Perform an action from a coroutine."""
        return await self._sent(json.dumps(body).encode(), "", {"Content-Type": content_type(action)})

    async def _sent(self, content: bytes, query: str, headers: Mapping[str, str]) -> httpx.Response:
        browser = self.visitor.browser
        answer = await browser.engine.send(
            "POST",
            f"{FLOWS}/{self.flow}{query}",
            host=browser.host,
            headers={**self._usual(), **headers},
            cookies=browser.cookies,
            content=content,
        )
        return browser.keep(answer)

    def resume(self, state: Mapping[str, Any]) -> httpx.Response:
        """Return the browser to the server."""
        assert state["status"] == "RESUME", state
        target = urlsplit(state["resumeUrl"])
        assert target.netloc == self.visitor.browser.host
        return self.visitor.browser.get(target.path)

    def _usual(self) -> dict[str, str]:
        origin = {} if self.origin is None else {"Origin": self.origin}
        return {"X-XSRF-Header": "test", **origin, **self.headers}
