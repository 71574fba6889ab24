"""Calls of the admin API of the server under test."""

from base64 import b64encode
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import httpx

ADMINISTRATOR: Final = "Administrator"
_API: Final = "/pf-admin-api/v1"
_HEADERS: Final = {"X-XSRF-Header": "conformance"}
_ROLES: Final = ("ADMINISTRATOR", "CRYPTO_ADMINISTRATOR", "USER_ADMINISTRATOR", "EXPRESSION_ADMINISTRATOR")


class RefusedError(Exception):
    """The admin API refused a call; the text has the call and the reason."""


class AdminApi:
    """The admin API, as its first administrator."""

    def __init__(self, address: str, password: str) -> None:
        self._password = password
        self._created_users: set[str] = set()
        # The server under test has a certificate of its own, and runs on this machine.
        self._http = httpx.Client(base_url=address, verify=False, headers=_HEADERS, timeout=30)  # noqa: S501

    def complete_the_setup(self) -> None:
        """Accept the license agreement and create the administrator; a server that is set up stays as it is."""
        agreement = self._http.put(f"{_API}/license/agreement", json={"accepted": True})
        if agreement.is_success:
            account = {"username": ADMINISTRATOR, "password": self._password, "active": True, "roles": _ROLES}
            self._http.post(f"{_API}/administrativeAccounts", json=account)
        self._http.auth = (ADMINISTRATOR, self._password)
        self.get("/version")

    def trust(self, certificate: bytes) -> None:
        """Trust a CA for requests that the engine sends; one that is trusted already stays."""
        body = {"id": "conformance-suite", "fileData": b64encode(certificate).decode()}
        self.create_once("/certificates/ca", body, call="import")

    def create_once(self, path: str, body: dict[str, Any], *, call: str) -> None:
        """Create an item with a call of its collection, such as `import`; an item with the same id stays."""
        if self._http.get(f"{_API}{path}/{body['id']}").status_code == HTTPStatus.NOT_FOUND:
            self._call("POST", f"{path}/{call}", body)

    def replace(self, path: str, body: dict[str, Any]) -> None:
        """Replace a settings document."""
        self._call("PUT", path, body)

    def get(self, path: str) -> Any:
        """Return a document; raise RefusedError where there is none."""
        return self._call("GET", path)

    def change(self, path: str, **members: Any) -> None:
        """Change members of a settings document and keep the others."""
        self._call("PUT", path, {**self.get(path), **members})

    def put(self, path: str, id_: str, body: dict[str, Any]) -> None:
        """Create an item, or replace it where it exists."""
        found = self._http.get(f"{_API}{path}/{id_}")
        if found.status_code == HTTPStatus.NOT_FOUND:
            self._call("POST", path, body)
        else:
            self._call("PUT", f"{path}/{id_}", body)

    def replace_user(self, path: str, name: str, body: Mapping[str, Any]) -> None:
        """Create a user of a local identity profile, instead of one of an earlier run with another password.

        A later plan of the same run keeps the user. Deleting a user ends all their sessions, and the notices of these
        (OpenID Connect Back-Channel Logout 1.0, section 2.5) would reach a module of the next plan.
        """
        if name in self._created_users:
            return
        for each in self.get(path)["items"]:
            if each["username"] == name:
                self._call("DELETE", f"{path}/{each['id']}")
        self._call("POST", path, dict(body))
        self._created_users.add(name)

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._http.request(method, f"{_API}{path}", json=body)
        if not answer.is_success:
            raise RefusedError(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None
