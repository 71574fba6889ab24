"""The targets of invalid requests, and the ways to send them."""

from typing import Any

from tests.flows.server import API, Client

HOSTS = f"{API}/virtualHostNames"

SETTINGS = f"{API}/serverSettings"

ACCOUNTS = f"{API}/administrativeAccounts"

CONNECTIONS = f"{API}/pingOneConnections"

BODIES = [("PUT", HOSTS), ("PUT", SETTINGS), ("POST", ACCOUNTS), ("POST", CONNECTIONS), ("PUT", f"{API}/license")]

JSON = {"Content-Type": "application/json"}

MEBIBYTE = 1024 * 1024


def send(client: Client, method: str, path: str, text: str | bytes, **headers: str | bytes) -> Any:
    return client.request(method, path, content=text, headers={**JSON, **headers})
