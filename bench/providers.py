"""Requests per second on one core, compared with other providers: tokens, introspection, refresh, and code flows.

Each provider runs on one core over plain HTTP, and the load on another core. Batches to the providers alternate, so
that other load on the machine affects all. "Share" is the rate in percent of bare signatures per second on one core,
measured in the same run. "Hanse is" is the rate of Hanse divided by that of the provider. Hanse stores its state on
disk with synced commits. node-oidc-provider and Keycloak (with its development database `dev-mem`) keep theirs in
memory.

Run `npm ci --ignore-scripts` in `bench/peers/oidc_provider` first. Keycloak is measured if KEYCLOAK_HOME is the folder
of its unpacked distribution.
"""

import argparse
import base64
import json
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from functools import partial
from urllib.parse import parse_qs, urlencode, urlsplit

import psutil
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from bench import http_load
from bench.peers.hanse import hanse
from bench.peers.keycloak import keycloak
from bench.peers.oidc_provider import oidc_provider
from bench.peers.provider import ES256, OPAQUE, REDIRECT, RS256, SECRET, WEB, Provider
from bench.peers.session import VERIFIER, authorization_query

SERVER_CORE, LOAD_CORE = 0, 1
RAW_SECONDS = 1.0
Script = Generator[bytes, http_load.Answer, None]


def _post(provider: Provider, path: str, client: str, form: dict[str, str]) -> bytes:
    body = urlencode({**form, **provider.more}).encode()
    basic = base64.b64encode(f"{client}:{SECRET}".encode()).decode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {provider.host}:{provider.port}\r\nAuthorization: Basic {basic}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _checked(answer: http_load.Answer) -> dict[str, object]:
    if answer.status != 200:  # noqa: PLR2004 - OK (RFC 9110, section 15.3.1).
        raise RuntimeError(f"status {answer.status}: {answer.body[:300]!r}")
    found: dict[str, object] = json.loads(answer.body)
    return found


def tokens(provider: Provider, client: str) -> Script:
    """Client credentials, repeatedly."""
    request = _post(provider, provider.token, client, {"grant_type": "client_credentials"})
    while True:
        answer = yield request
        if answer.status != 200:  # noqa: PLR2004 - as above; parsing every answer would slow the load.
            _checked(answer)


def introspection(provider: Provider) -> Script:
    """One opaque token, introspected repeatedly."""
    issued = _checked((yield _post(provider, provider.token, OPAQUE, {"grant_type": "client_credentials"})))
    request = _post(provider, provider.introspection, OPAQUE, {"token": str(issued["access_token"])})
    while True:
        answer = yield request
        if b'"active":true' not in answer.body:
            raise RuntimeError(f"not active: {answer.body[:300]!r}")


def _code_flow(provider: Provider) -> Generator[bytes, http_load.Answer, dict[str, object]]:
    query = authorization_query(WEB, "openid")
    head = f"GET {provider.authorization}?{query} HTTP/1.1\r\nHost: {provider.host}:{provider.port}\r\n"
    answer = yield f"{head}Cookie: {provider.cookie}\r\n\r\n".encode()
    location = answer.headers.get("location", "")
    if not location.startswith(REDIRECT):
        raise RuntimeError(f"no code: {answer.status} {location} {answer.body[:300]!r}")
    code = parse_qs(urlsplit(location).query)["code"][0]
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT, "code_verifier": VERIFIER}
    return _checked((yield _post(provider, provider.token, WEB, form)))


def code_flow(provider: Provider) -> Script:
    """An authorization request with a session and the exchange of its code: two requests each."""
    while True:
        yield from _code_flow(provider)


def refresh(provider: Provider) -> Script:
    """One grant for each connection, whose refresh token is exchanged for the next one."""
    issued = yield from _code_flow(provider)
    while True:
        form = {"grant_type": "refresh_token", "refresh_token": str(issued["refresh_token"])}
        issued = {**issued, **_checked((yield _post(provider, provider.token, WEB, form)))}


def raw_rate(sign: Callable[[], object]) -> float:
    """Return the number of calls of a function per second."""
    count, end = 0, time.perf_counter() + RAW_SECONDS
    while time.perf_counter() < end:
        sign()
        count += 1
    return count / RAW_SECONDS


def raw_signatures() -> dict[str, float]:
    """Return the bare signatures per second of a core."""
    rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    ec_key = ec.generate_private_key(ec.SECP256R1())
    text = b"x" * 600
    return {
        "RS256": raw_rate(lambda: rsa_key.sign(text, padding.PKCS1v15(), hashes.SHA256())),
        "ES256": raw_rate(lambda: ec_key.sign(text, ec.ECDSA(hashes.SHA256()))),
    }


SCENARIOS: Sequence[tuple[str, str | None, Callable[[Provider], Script]]] = (
    ("client credentials, RS256", "RS256", lambda provider: tokens(provider, RS256)),
    ("client credentials, ES256", "ES256", lambda provider: tokens(provider, ES256)),
    ("introspection, opaque token", None, introspection),
    ("refresh, RS256", "RS256", refresh),
    ("code flow with a session", "RS256", code_flow),
)


def measure(providers: Sequence[Provider], rounds: int, requests: int, only: str) -> None:
    """Print a line for each provider and scenario."""
    raw = raw_signatures()
    print(f"raw signatures a second a core: RS256 {raw['RS256']:.0f}, ES256 {raw['ES256']:.0f}")
    print(f"{'scenario':<30}{'provider':<16}{'requests/s':>11}{'p50 ms':>9}{'p99 ms':>9}{'share':>8}{'Hanse is':>10}")
    for title, algorithm, script in SCENARIOS:
        if only not in title:
            continue
        results: dict[str, list[http_load.Result]] = {each.name: [] for each in providers}
        for turn in range(rounds + 1):
            for provider in providers:
                result = http_load.run(provider.port, partial(script, provider), requests)
                if turn:  # The first batch is a warm-up.
                    results[provider.name].append(result)
        medians = {name: http_load.median(found) for name, found in results.items()}
        ours = medians["Hanse"].requests_per_second
        for name, found in medians.items():
            rate = found.requests_per_second
            share = f"{rate / raw[algorithm]:.0%}" if algorithm else ""
            print(
                f"{title:<30}{name:<16}{rate:>11.0f}{found.quantile(0.5):>9.1f}{found.quantile(0.99):>9.1f}"
                f"{share:>8}{ours / rate:>9.2f}x"
            )
    for provider in providers:
        print(f"memory of {provider.name}: {psutil.Process(provider.pid).memory_info().rss / 2**20:.0f} MB")


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="batches of each scenario and provider (5)")
    parser.add_argument("--only", default="", help="scenarios whose title has this text")
    parser.add_argument("--requests", type=int, default=4000, help="requests of a batch (4000)")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})
    with ExitStack() as running:
        providers = [running.enter_context(hanse(SERVER_CORE)), running.enter_context(oidc_provider(SERVER_CORE))]
        if os.environ.get("KEYCLOAK_HOME"):
            providers.append(running.enter_context(keycloak(SERVER_CORE)))
        measure(providers, chosen.rounds, chosen.requests, chosen.only)


if __name__ == "__main__":
    main()
