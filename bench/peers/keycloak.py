"""Keycloak from the distribution in the folder KEYCLOAK_HOME."""

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil

from bench.peers.process import free_port, pinned, until_ready
from bench.peers.provider import ES256, OPAQUE, PASSWORD, REDIRECT, RS256, SECRET, USER, WEB, Provider
from bench.peers.session import Browser

REALM = "bench"
_PROTOCOL = f"/realms/{REALM}/protocol/openid-connect"


def _machine(client: str, algorithm: str) -> Mapping[str, Any]:
    return {
        "clientId": client,
        "secret": SECRET,
        "serviceAccountsEnabled": True,
        "standardFlowEnabled": False,
        "attributes": {"access.token.signed.response.alg": algorithm},
    }


def _realm() -> Mapping[str, Any]:
    keys = [
        {"name": "rsa", "providerId": "rsa-generated", "config": {"priority": ["100"], "algorithm": ["RS256"]}},
        {
            "name": "ec",
            "providerId": "ecdsa-generated",
            "config": {"priority": ["100"], "ecdsaEllipticCurveKey": ["P-256"]},
        },
    ]
    web = {
        "clientId": WEB,
        "secret": SECRET,
        "redirectUris": [REDIRECT],
        "attributes": {"pkce.code.challenge.method": "S256"},
    }
    user = {
        "username": USER,
        "enabled": True,
        "email": "joe@example.com",
        "firstName": "Joe",
        "lastName": "Doe",
        "credentials": [{"type": "password", "value": PASSWORD}],
    }
    return {
        "realm": REALM,
        "enabled": True,
        "sslRequired": "none",
        "revokeRefreshToken": True,
        "refreshTokenMaxReuse": 0,
        "components": {"org.keycloak.keys.KeyProvider": keys},
        "clients": [_machine(RS256, "RS256"), _machine(ES256, "ES256"), _machine(OPAQUE, "RS256"), web],
        "users": [user],
    }


@contextlib.contextmanager
def keycloak(core: int) -> Iterator[Provider]:
    """Run it in production mode on one core, with its in-memory database."""
    home = Path(os.environ["KEYCLOAK_HOME"])
    imported = home / "data" / "import"
    imported.mkdir(parents=True, exist_ok=True)
    (imported / "bench.json").write_text(json.dumps(_realm()))
    port = free_port()
    options = [
        f"--http-port={port}",
        "--http-enabled=true",
        "--hostname-strict=false",
        "--import-realm",
        "--db=dev-mem",
    ]
    process = subprocess.Popen(
        pinned(core, "bash", str(home / "bin" / "kc.sh"), "start", *options),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until_ready(process, f"http://localhost:{port}/realms/{REALM}/.well-known/openid-configuration", 300)
        browser = Browser(f"http://localhost:{port}")
        page = browser.follow(browser.authorize(f"{_PROTOCOL}/auth", WEB, "openid"))
        if not browser.submit(page, {"username": USER, "password": PASSWORD}).startswith(REDIRECT):
            raise RuntimeError("Keycloak did not sign the user in")
        java = next((each.pid for each in psutil.Process(process.pid).children()), process.pid)
        yield Provider(
            "Keycloak",
            port,
            java,
            f"{_PROTOCOL}/token",
            f"{_PROTOCOL}/token/introspect",
            f"{_PROTOCOL}/auth",
            browser.cookie("KEYCLOAK", "AUTH_SESSION"),
        )
    finally:
        for each in psutil.Process(process.pid).children(recursive=True):
            each.kill()
        process.kill()
        process.wait()
