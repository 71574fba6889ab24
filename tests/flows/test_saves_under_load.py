"""Saves under constant load, with real processes: no request fails because of a save, and each save is applied soon."""

import json
import shutil
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import httpx
import jwt
import pytest

from hanse.app.core import ProcessEnvironment, opened
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from tests.cli.test_serve import running
from tests.engine.server import BASE_URL, DISCOVERY, HOST, JWKS
from tests.flows.server import ALL_ROLES, API, account
from tests.flows.test_process import browser, sign_in
from tests.support.certified_keys import pair
from tests.support.configurations import create

SAVES = 50
CALLERS = 3
WITHIN_SECONDS = 1.0
BRAND = "brand.example:9031"
OAUTH_KEYS = f"{API}/keyPairs/oauthOpenIdConnect"
KEY_SET = f"{OAUTH_KEYS}/additionalKeySets"


class Caller:
    """A persistent connection. Requests fail if the server closes it."""

    def __init__(self, address: str, trust: Path) -> None:
        context = ssl.create_default_context(cafile=trust)
        self._connection = HTTPSConnection("localhost", urlsplit(address).port or 0, timeout=30, context=context)
        self._connection.connect()
        self._connection.auto_open = 0

    def get(self, path: str, host: str = HOST) -> tuple[int, Any]:
        """Return an answer's status and its JSON."""
        self._connection.request("GET", path, headers={"Host": host})
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def read_until(stop: threading.Event, caller: Caller) -> list[int]:
    """Request metadata and keys until stopped, and return the number of the signing key in each answer."""
    numbers = []
    with closing(caller):
        while not stop.is_set():
            (status, metadata), (keys_status, jwks) = caller.get(DISCOVERY), caller.get(JWKS)
            assert (status, keys_status) == (200, 200)
            token = metadata["signed_metadata"]
            keys = {int(key["kid"]): key for key in jwks["keys"]}
            signed_by, newest = int(jwt.get_unverified_header(token)["kid"]), max(keys)
            # The previous key is still published. A key is missing only after two more saves.
            if newest - signed_by <= 1:
                jwt.decode(token, jwt.PyJWK(keys[signed_by], "RS256"), ["RS256"])
            numbers += [signed_by, newest]
    return numbers


def own_keys(number: int) -> dict[str, Any]:
    """Return settings whose active key has the number as its ID, and the previous key the number before it."""
    return {
        "staticJwksEnabled": True,
        "rsaActiveCertRef": {"id": f"rsa-{1 + number % 2}"},
        "rsaActiveKeyId": str(number),
        "rsaPreviousCertRef": {"id": f"rsa-{2 - number % 2}"},
        "rsaPreviousKeyId": str(number - 1),
    }


def key_set(number: int) -> dict[str, Any]:
    """Return the key set of the virtual issuer `brand`, with the number in the key ID."""
    keys = {"rsaActiveCertRef": {"id": "rsa-1"}, "rsaActiveKeyId": f"brand-{number}"}
    return {"id": "set", "name": "Brand", "issuers": [{"id": "brand"}], "signingKeys": keys}


def save(admin: httpx.Client, number: int) -> Callable[[Caller], bool]:
    """Make one of three kinds of saves in turn, and return a function that is true once the save is applied."""
    if number % 3 == 0:
        turn = number // 3
        assert admin.put(OAUTH_KEYS, json=own_keys(turn)).status_code == 200
        return lambda caller: str(turn) in {key["kid"] for key in caller.get(JWKS)[1]["keys"]}
    if number % 3 == 1:
        assert admin.put(f"{KEY_SET}/set", json=key_set(number)).status_code == 200
        return lambda caller: [key["kid"] for key in caller.get(JWKS, BRAND)[1]["keys"]] == [f"brand-{number}"]
    body = {"name": f"Issuer {number}", "host": "sso.example.com", "path": f"/{number}"}
    assert admin.post(f"{API}/oauth/issuers", json=body).status_code == 201
    return lambda caller: caller.get(f"/{number}{DISCOVERY}")[1].get("issuer") == f"{BASE_URL}/{number}"


@dataclass(frozen=True)
class Running:
    """An administrator at one listener, the engine's address, and the certificate to trust.

    On SQLite both are one process. On PostgreSQL they are two, and the engine has what is replicated.
    """

    admin: httpx.Client
    engine: str
    trust: Path
    clustered: bool

    def replicate(self) -> None:
        """Replicate saved changes to the engine, in a cluster."""
        if self.clustered:
            assert self.admin.post(f"{API}/cluster/replicate").status_code == 200


@pytest.fixture
def server(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    data, engine_data = tmp_path / "data", tmp_path / "engine"
    database = None if database_kind == "sqlite" else request.getfixturevalue("database_url")
    with opened(Options(data=data, database=database), ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
        for name in ("rsa-1", "rsa-2"):
            create(core.configuration, SIGNING_KEY_PAIRS, pair(name))
    with ExitStack() as running_ones:
        if database is None:
            _, listening = running_ones.enter_context(running(data))
            admin, engine, trust = listening["admin"], listening["engine"], data / "tls" / "server.crt"
        else:
            shared = ["--database", database]
            _, console = running_ones.enter_context(running(data, "--mode", "console", *shared))
            engine_data.mkdir()
            shutil.copy(data / "master.key", engine_data)
            _, listening = running_ones.enter_context(running(engine_data, "--mode", "engine", *shared))
            admin, engine, trust = console["admin"], listening["engine"], engine_data / "tls" / "server.crt"
        client = running_ones.enter_context(browser(data, admin))
        assert client.post(f"{API}/administrativeAccounts", json=account("Administrator", ALL_ROLES)).status_code == 200
        sign_in(client)
        yield Running(client, engine, trust, clustered=database is not None)


@pytest.mark.slow
def test_fifty_saves_under_constant_requests(server: Running) -> None:
    admin, address, trust = server.admin, server.engine, server.trust
    settings = {"federationInfo": {"baseUrl": BASE_URL}}
    assert admin.put(f"{API}/serverSettings", json=settings).status_code == 200
    assert admin.put(OAUTH_KEYS, json=own_keys(0)).status_code == 200
    brand = {"id": "brand", "name": "Brand", "host": "brand.example"}
    assert admin.post(f"{API}/oauth/issuers", json=brand).status_code == 201
    assert admin.post(KEY_SET, json=key_set(0)).status_code == 201
    server.replicate()
    with closing(Caller(address, trust)) as reader:
        wait_for(lambda caller: caller.get(JWKS, BRAND)[0] == 200, reader)
        stop = threading.Event()
        with ThreadPoolExecutor(CALLERS) as pool:
            reading = [pool.submit(read_until, stop, Caller(address, trust)) for _ in range(CALLERS)]
            try:
                took = [wait_for(save_and_replicate(server, number), reader) for number in range(1, SAVES + 1)]
            finally:
                stop.set()
            numbers = [each.result() for each in reading]
    # The median is checked and not each save, as a busy machine may delay single ones.
    assert median(took) < WITHIN_SECONDS
    for seen in numbers:
        # Every connection saw most keys, in order: no answer was older than the one before it.
        assert seen == sorted(seen)
        assert len(set(seen)) > SAVES // 3 // 2


def save_and_replicate(server: Running, number: int) -> Callable[[Caller], bool]:
    """Make a save, replicate it, and return a function that is true once it is applied."""
    is_applied = save(server.admin, number)
    server.replicate()
    return is_applied


def wait_for(is_applied: Callable[[Caller], bool], reader: Caller) -> float:
    """Poll until a save is applied, and return how many seconds that took."""
    began = time.monotonic()
    while not is_applied(reader):
        assert time.monotonic() - began < 30
    return time.monotonic() - began
