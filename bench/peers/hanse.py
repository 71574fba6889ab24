"""Hanse itself, with the demo's configuration and a few additional clients like those of the peers."""

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.peers.process import free_port, pinned, until_ready
from bench.peers.provider import ES256, OPAQUE, PASSWORD, REDIRECT, RS256, SECRET, USER, WEB, Provider
from bench.peers.session import Browser
from hanse.app.core import ProcessEnvironment, opened
from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.demo.in_process_api import InProcessApi
from hanse.demo.record import DemoRecord
from hanse.demo.setup import create
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness

_JWT = "com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin"
_REFERENCE = "org.sourceid.oauth20.token.plugin.impl.ReferenceBearerAccessTokenManagementPlugin"
Body = Mapping[str, Any]


def _manager(id_: str, plugin: str, **settings: str) -> tuple[str, Body]:
    fields = [{"name": name.replace("_", " "), "value": value} for name, value in settings.items()]
    return "/oauth/accessTokenManagers", {
        "id": id_,
        "name": id_,
        "pluginDescriptorRef": {"id": plugin},
        "configuration": {"fields": fields},
        "attributeContract": {"extendedAttributes": [{"name": "sub"}]},
    }


def _mapping(manager: str) -> tuple[str, Body]:
    return "/oauth/accessTokenMappings", {
        "context": {"type": "CLIENT_CREDENTIALS"},
        "accessTokenManagerRef": {"id": manager},
        "attributeContractFulfillment": {"sub": {"source": {"type": "CONTEXT"}, "value": "ClientId"}},
    }


def _machine(client: str, manager: str, *grants: str) -> tuple[str, Body]:
    return "/oauth/clients", {
        "clientId": client,
        "name": client,
        "grantTypes": ["CLIENT_CREDENTIALS", *grants],
        "clientAuth": {"type": "SECRET", "secret": SECRET},
        "defaultAccessTokenManagerRef": {"id": manager},
    }


def objects() -> Sequence[tuple[str, Body]]:
    """Return the configuration beside the demo, as collections and bodies."""
    central = {"Use_Centralized_Signing_Key": "true", "Token_Lifetime": "5"}
    return (
        _manager("rs256", _JWT, JWS_Algorithm="RS256", **central),
        _manager("es256", _JWT, JWS_Algorithm="ES256", **central),
        _manager("opaque", _REFERENCE),
        *(_mapping(each) for each in ("rs256", "es256", "opaque")),
        _machine(RS256, "rs256"),
        _machine(ES256, "es256"),
        _machine(OPAQUE, "opaque", "ACCESS_TOKEN_VALIDATION"),
        (
            "/oauth/clients",
            {
                "clientId": WEB,
                "name": WEB,
                "grantTypes": ["AUTHORIZATION_CODE", "REFRESH_TOKEN"],
                "redirectUris": [REDIRECT],
                "clientAuth": {"type": "SECRET", "secret": SECRET},
                "requireProofKeyForCodeExchange": True,
                "bypassApprovalPage": True,
                "oidcPolicy": {"policyGroup": {"id": "demo-openid"}},
            },
        ),
    )


def configure(change: Change, issuer: str) -> None:
    """Apply the demo's plan and create the additional clients, for an issuer at this address."""
    api = InProcessApi(change)
    status, settings = api("GET", "/serverSettings")
    status, _ = api("PUT", "/serverSettings", {**settings, "federationInfo": {"baseUrl": issuer}})
    create(api, DemoRecord(issuer, 9032, SECRET, {USER: PASSWORD}), lambda _line: None)
    for path, body in objects():
        status, answer = api("POST", path, body)
        if status >= 400:  # noqa: PLR2004 - a refusal (RFC 9110, section 15.5).
            raise RuntimeError(f"{path}: {answer}")


@contextlib.contextmanager
def hanse(core: int, *options: str) -> Iterator[Provider]:
    """Run it on one core, over plain HTTP, in one process, with the default log and metrics."""
    port, admin = free_port(), free_port()
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as name:
        data = Path(name) / "data"
        with opened(Options(data=data), ProcessEnvironment(SystemClock(), SystemRandomness())) as made:
            made.configuration.change(Author("bench"), lambda change: configure(change, f"http://localhost:{port}"))
        with _process(core, data, admin, port, *options) as pid:
            browser = Browser(f"http://localhost:{port}")
            page = browser.follow(browser.authorize("/as/authorization.oauth2", WEB, "openid"))
            browser.submit(page, {"pf.username": USER, "pf.pass": PASSWORD, "pf.ok": "clicked"})
            yield Provider(
                "Hanse",
                port,
                pid,
                "/as/token.oauth2",
                "/as/introspect.oauth2",
                "/as/authorization.oauth2",
                browser.cookie("hanse", "__Host-"),
            )


@contextlib.contextmanager
def _process(core: int, data: Path, admin: int, port: int, *options: str) -> Iterator[int]:

    command = ["hanse", "serve", "--data", str(data), "--host", "127.0.0.1", "--no-tls", "--admin-port", str(admin)]
    # One process, like the peers.
    command += ["--engine-workers", "0"]
    with subprocess.Popen(
        pinned(core, *command, "--engine-port", str(port), *options),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            until_ready(process, f"http://localhost:{port}/.well-known/openid-configuration")
            listening = json.loads((data / "listening.json").read_text())
            yield int(listening["pid"])
        finally:
            process.terminate()
