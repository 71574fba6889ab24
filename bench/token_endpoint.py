"""Client credentials requests per second of the engine application, compared with bare signatures.

Introspection is measured as well, without a comparison. Requests pass the whole application: host check, log, metrics,
form, client authentication, scopes, mapping and token (see `bench.engine_requests`). Each request uses a random client,
first among 10 clients and then among the given number. Batches of requests and of bare signatures alternate. The
percentage is the rate of requests divided by that of signatures.

    python -m bench.token_endpoint [--clients 100000] [--rounds 9]
"""

import argparse
import asyncio
import gc
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog
import uvloop
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from tests.engine.oauth.token.deployment import Deployment, basic, central_manager, reference_manager, service
from tests.engine.server import engine_server
from tests.support.configurations import AUTHOR, create
from tests.support.mappings import token_mapping

from bench.clients import name, secret
from bench.engine_requests import EngineRequests, PreparedRequest
from hanse.config.change.change import BulkReplacement
from hanse.crypto.key_pairs import EC, RSA, PrivateKey, generate_key
from hanse.engine.oauth.paths import INTROSPECTION_PATH, TOKEN_PATH
from hanse.engine.snapshot.clients import SECRET_USE
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS

BATCH: Final = 200
KEYS: Final = {"RS256": (RSA, 2048), "ES256": (EC, 256)}
MANAGER_OF: Final = {"RS256": "manager-0", "ES256": "manager-1", "reference": "manager-2"}
CHOICE: Final = random.Random(1358)  # noqa: S311 - the same clients each time.


def bare_signature(key: PrivateKey) -> Callable[[], bytes]:
    """Return a function that only makes a signature, for the upper bound of one core."""
    content, hash_ = b"x" * 500, hashes.SHA256()
    if isinstance(key, rsa.RSAPrivateKey):
        scheme = padding.PKCS1v15()
        return lambda: key.sign(content, scheme, hash_)
    algorithm = ec.ECDSA(hash_)
    return lambda: key.sign(content, algorithm)


def signatures(sign: Callable[[], bytes]) -> float:
    """Return the signatures per second of one batch."""
    began = time.process_time()
    for _ in range(BATCH):
        sign()
    return BATCH / (time.process_time() - began)


@contextmanager
def deployed(folder: Path, clients: int) -> Iterator[Deployment]:
    """Serve an engine with this many clients, each with its own secret."""
    with engine_server(f"sqlite:///{folder / 'hanse.db'}", folder) as engine:
        deployment = Deployment(engine)
        deployment.add(MANAGERS, central_manager(1, "ES256"))
        deployment.add(MANAGERS, reference_manager(2))
        for number in (1, 2):
            deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(number))
        sample = service("sample", "CLIENT_CREDENTIALS", "ACCESS_TOKEN_VALIDATION")
        first = create(engine.core.configuration, OAUTH_CLIENTS, sample).body
        bodies = {}
        for number in range(clients):
            sealed = {**first["clientAuth"], "encryptedSecret": engine.core.keyring.seal(secret(number), SECRET_USE)}
            bodies[name(number)] = {**first, "clientId": name(number), "name": name(number), "clientAuth": sealed}
        with engine.core.configuration.changing(AUTHOR) as change:
            change.overwrite(BulkReplacement(OAUTH_CLIENTS, {}, bodies))
        engine.caught_up()
        yield deployment


class RandomClients:
    """Sends batches of requests, each of a randomly chosen client."""

    def __init__(self, app: object, clients: int) -> None:
        self.clients, self._requests = clients, EngineRequests(app)

    async def answer(self, path: str, form: bytes) -> bytes:
        """Return the body of the answer to one request."""
        return await self._requests.answer(self._prepared(path, form))

    async def rate(self, path: str, form: bytes) -> float:
        """Return the requests per second of one batch."""
        return await self._requests.rate([self._prepared(path, form) for _ in range(BATCH)])

    def _prepared(self, path: str, form: bytes) -> PreparedRequest:
        number = CHOICE.randrange(self.clients)
        return PreparedRequest(path, basic(name(number), secret(number)), form)


async def compare(clients: RandomClients, rounds: int) -> dict[str, float]:
    """Print a line for each kind of token and return the requests per second."""
    medians = {}
    # As the server does when it is ready (`app/serving.py`).
    gc.collect()
    gc.freeze()
    for kind, manager in MANAGER_OF.items():
        form = f"grant_type=client_credentials&scope=read&access_token_manager_id={manager}".encode()
        sign = bare_signature(generate_key(*KEYS[kind])) if kind in KEYS else None
        await clients.rate(TOKEN_PATH, form)
        figures = []
        for _ in range(rounds):
            bare = signatures(sign) if sign is not None else float("nan")
            figures.append((bare, await clients.rate(TOKEN_PATH, form)))
        medians[kind] = statistics.median(each[1] for each in figures)
        share = 100 * statistics.median(each[1] / each[0] for each in figures)
        bare = statistics.median(each[0] for each in figures)
        said = "" if sign is None else f"{bare:10,.0f}/s bare  {share:5.1f} %"
        print(f"{clients.clients:7,} clients  token {kind:9}  {medians[kind]:8,.0f}/s  {said}")
    await introspect(clients, rounds)
    return medians


async def introspect(clients: RandomClients, rounds: int) -> None:
    """Print the rate of introspection, of a JWT and of a reference token."""
    for kind, manager in MANAGER_OF.items():
        asked = f"grant_type=client_credentials&scope=read&access_token_manager_id={manager}".encode()
        token = (await clients.answer(TOKEN_PATH, asked)).split(b'"')[3]
        form = b"token=" + token + b"&access_token_manager_id=" + manager.encode()
        median = statistics.median([await clients.rate(INTROSPECTION_PATH, form) for _ in range(rounds)])
        print(f"{clients.clients:7,} clients  introspection of {kind:9}  {median:8,.0f}/s")


def main() -> None:
    """Measure with 10 clients and with many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("WARNING"))
    found = []
    for clients in dict.fromkeys((10, given.clients)):
        with (
            tempfile.TemporaryDirectory() as folder,
            deployed(Path(folder), clients) as deployment,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            found.append(runner.run(compare(RandomClients(deployment.engine.app, clients), given.rounds)))
    for kind in MANAGER_OF if len(found) > 1 else ():
        print(f"{kind:9}  {100 * found[1][kind] / found[0][kind] - 100:+.1f} % with {given.clients:,} clients")


if __name__ == "__main__":
    main()
