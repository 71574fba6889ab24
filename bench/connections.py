"""The costs of 10,000 connections of each kind on SQLite: start time, memory, lists, and the time until a save applies.

Run with `python -m bench.connections [--connections N]` from the top of the repository. The goals are: ready within
3 s, a saved connection applied within 100 ms, and pages of lists within 50 ms at the 95th percentile. The columns of
the lists are explained in `bench.scopes`.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import structlog
from tests.engine.saml.identity_provider import saml_connection
from tests.engine.server import EngineServer, engine_server
from tests.flows.connection_calls import IDP_CONNECTIONS as IDP_PATH
from tests.flows.connection_calls import SP_CONNECTIONS as SP_PATH
from tests.flows.server import API, Client, flow_server
from tests.support.certified_keys import pair
from tests.support.configurations import AUTHOR, create, replace
from tests.support.idp_connections import credentials_until
from tests.support.mappings import contract
from tests.support.sp_connections import sp_connection

from bench.admin_api import HANSE
from bench.clients import PATIENCE, line, starts
from bench.running_server import serving
from bench.scopes import table
from hanse.admin.frames.api_calls import COUNTED
from hanse.app.core import ProcessEnvironment, opened
from hanse.config.change.change import BulkReplacement
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.kit.clock import SystemClock
from hanse.kit.options import EMBEDDED_DATABASE, Options
from hanse.kit.randomness import SystemRandomness
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS

READY_SECONDS, IN_FORCE_SECONDS, PAGE_MILLISECONDS = 3.0, 0.1, 50.0
SAVES: Final = 20
KEY: Final = "rsa-1"
CHOICE: Final = random.Random(1241)  # noqa: S311 - the same connections each time.


def sample(connection: dict[str, Any]) -> dict[str, Any]:
    """Return an active connection that signs."""
    certificates = saml_connection()["credentials"]["certs"]
    signing = {"signingSettings": {"signingKeyPairRef": {"id": KEY}}}
    return {**connection, "active": True, "credentials": {"certs": certificates, **signing}}


SAMPLES: Final[dict[Resource[Any], Callable[[], dict[str, Any]]]] = {
    SP_CONNECTIONS: lambda: sample(sp_connection()),
    IDP_CONNECTIONS: lambda: sample(saml_connection()),
}


def name(number: int) -> str:
    """Return the ID of a connection."""
    return f"partner-{number:05}"


def fill(configuration: Configuration, connections: int) -> None:
    """Store connections of both kinds; every tenth is inactive, and every seventh has no certificate."""
    create(configuration, SIGNING_KEY_PAIRS, pair(KEY))
    create(configuration, POLICY_CONTRACTS, contract())
    # Both are created first, because the license of a new server would refuse more.
    firsts = {resource: create(configuration, resource, made()).body for resource, made in SAMPLES.items()}
    # The ends of the partners' certificates, in days from now; some partners have none.
    now, stored = SystemClock().now(), firsts[IDP_CONNECTIONS]["credentials"]["certs"][0]
    made = (credentials_until(now + timedelta(days=days))["certs"][0] for days in (-10, 20, 60, 400, 500, 600))
    certificates = [
        [],
        *([{**stored, **each, "x509File": {**stored["x509File"], **each["x509File"]}}] for each in made),
    ]
    for resource, first in firsts.items():
        bodies = {
            name(number): {
                **first,
                "id": name(number),
                "name": f"Name of {name(number)}",
                "entityId": f"https://{name(number)}.example.com/saml",
                "active": number % 10 != 0,
                "credentials": {**first["credentials"], "certs": certificates[number % len(certificates)]},
            }
            for number in range(connections)
        }
        with configuration.changing(AUTHOR) as change:
            change.overwrite(BulkReplacement(resource, {}, bodies))


def pages(client: Client, connections: int) -> dict[str, Callable[[int], object]]:
    """Return the measured requests; each takes the number of its run."""
    queries: dict[str, Callable[[int], str]] = {
        "first page": lambda _: "",
        "a page somewhere": lambda n: f"&page={1 + n * 7919 % max(1, connections // 20)}",
        "search, one hit": lambda n: f"&filter={name(n * 7919 % connections)}",
        "search, many hits": lambda _: "&filter=partner",
        "search, no hit": lambda n: f"&filter=nothing{n}",
        "active": lambda _: "&active=true",
        "inactive": lambda _: "&active=false",
        "inactive, search": lambda n: f"&active=false&filter={name(n * 7919 % connections)[:-1]}",
        "certificate expired": lambda _: "&certificateExpiry=EXPIRED",
        "certificate expires soon": lambda _: "&certificateExpiry=WITHIN_30_DAYS&active=false",
        "no certificate": lambda _: "&certificateExpiry=NO_CERTIFICATE",
        "by expiry": lambda _: "&sortBy=certificateExpiry",
        "by expiry, a page somewhere": lambda n: (
            f"&sortBy=certificateExpiry&page={1 + n * 7919 % max(1, connections // 20)}"
        ),
        "by expiry, inactive": lambda _: "&sortBy=certificateExpiry&active=false&sortOrder=DESC",
        "one entity ID": lambda n: f"&entityId=https://{name(n * 7919 % connections)}.example.com/saml",
    }

    def by_protocol(member: str, other: str) -> dict[str, Callable[[int], str]]:
        return {
            "protocol, all": lambda _: f"&{member}.protocol=SAML20",
            "protocol, none": lambda _: f"&{member}.protocol={other}",
            "protocol and inactive": lambda _: f"&{member}.protocol=SAML20&active=false",
        }

    def get(path: str, query: Callable[[int], str]) -> Callable[[int], object]:
        def call(number: int) -> None:
            answer = client.get(f"{API}{path}?numberPerPage=20&countUpTo={COUNTED}{query(number)}")
            assert answer.is_success, answer.text

        return call

    lists = {
        "SP": (SP_PATH, queries | by_protocol("spBrowserSso", "WSFED")),
        "IdP": (IDP_PATH, queries | by_protocol("idpBrowserSso", "OIDC")),
    }
    return {f"{side}: {what}": get(path, query) for side, (path, each) in lists.items() for what, query in each.items()}


def saves(server: EngineServer, resource: Resource[Any], connections: int) -> list[float]:
    """Return the time from the end of each save until the engine had applied it."""
    took = []
    made = SAMPLES[resource]()
    for number in CHOICE.sample(range(connections), min(SAVES, connections)):
        own = {"id": name(number), "name": f"Saved {number}", "entityId": f"https://{name(number)}.example.com/saml"}
        replace(server.core.configuration, resource, name(number), {**made, **own})
        committed = time.perf_counter()
        with server.core.configuration.reading() as view:
            newest = view.revision()
        assert server.follower.wait_for(newest, PATIENCE)
        took.append(time.perf_counter() - committed)
    return sorted(took)


def main() -> int:
    """Print the figures; return 1 if the start, a save or a page of a list misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=10_000, help="number of connections of each kind (10,000)")
    parser.add_argument("--starts", type=int, default=3, help="number of starts (3)")
    parser.add_argument("--times", type=int, default=100, help="number of requests of each kind (100)")
    parser.add_argument("--no-goals", action="store_true", help="do not fail when a goal is missed")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory(prefix="hanse-bench-") as folder:
        data = Path(folder) / "data"
        with serving(HANSE, data):
            pass
        empty = starts(data, given.starts)
        with opened(Options(data=data), ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
            fill(core.configuration, given.connections)
        full = starts(data, given.starts)
        line("ready, s", f"{full.seconds:.2f}", f"without {empty.seconds:.2f}; goal {READY_SECONDS}")
        line("busiest process until then, s of the CPU", f"{full.busiest:.2f}", f"without {empty.busiest:.2f}")
        line("ratio of these", f"{full.busiest / empty.busiest:.2f}", f"{given.connections} connections of each kind")
        line("largest process, MB", f"{full.largest:.0f}", f"without {empty.largest:.0f}")
        url = f"sqlite:///{data / EMBEDDED_DATABASE}"
        slowest = 0.0
        with engine_server(url, data) as server:
            for resource in SAMPLES:
                took = saves(server, resource, given.connections)
                slowest = max(slowest, took[-1])
                figures = f"{statistics.median(took) * 1000:.1f} / {took[-1] * 1000:.1f}"
                goal = f"goal {IN_FORCE_SECONDS * 1000:.0f}"
                line(f"{resource.kind}, ms until applied, median / worst", figures, goal)
        with flow_server(url, data) as flow:
            longest = table(pages(flow.set_up(), given.connections), given.times)
    line("slowest list, ms of the CPU, 95 %", f"{longest:.1f}", f"goal {PAGE_MILLISECONDS:.0f}")
    is_met = full.seconds <= READY_SECONDS and slowest <= IN_FORCE_SECONDS and longest <= PAGE_MILLISECONDS
    return 0 if is_met or given.no_goals else 1


if __name__ == "__main__":
    sys.exit(main())
