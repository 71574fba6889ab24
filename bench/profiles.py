"""The cost of DPoP, pushed authorization requests, the device grant and token exchange, compared with plain requests.

In each round, one batch of each row is measured. A ratio is the median of the rounds' ratios to the plain row of the
same kind of request: tokens for a client itself to `client credentials`, tokens for a user to
`authorization code`. Requests are prepared before the clock starts, so that the work of clients, such as signing
proofs, is not included. How requests are sent and timed is described in `bench.engine_requests`.

    python -m bench.profiles [--rounds 9]
"""

import argparse
import asyncio
import gc
import json
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import structlog
import uvloop
from joserfc import jwt
from joserfc.jwk import ECKey
from tests.engine.oauth.token.deployment import (
    CALLBACK,
    CHALLENGE,
    ISSUER,
    VERIFIER,
    Application,
    Deployment,
    basic,
    context,
    secret_of,
)
from tests.engine.server import engine_server
from tests.support.dpop import ProvingKey
from tests.support.key_pairs import ec_key
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    JWT,
    PARTNER,
    access_token_processor,
    exchange_mapping,
    jwt_processor,
    processor_mapping,
    processor_policy,
)

from bench.engine_requests import EngineRequests, PreparedRequest
from hanse.engine.oauth.contracts import AuthorizationCode
from hanse.engine.oauth.paths import DEVICE_AUTHORIZATION_PATH, PUSHED_REQUEST_PATH, TOKEN_PATH
from hanse.engine.oauth.token.grants.polled_grant import DEVICE_CODE
from hanse.engine.oauth.token.grants.token_exchange import TokenExchangeGrant
from hanse.engine.state.contracts import PendingAuthorization, PendingKind, PendingStatus, digest
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.token_exchange.processor_policies import (
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
)
from hanse.resources.applications.token_exchange.processors import PROCESSORS

BATCH: Final = 200
CLIENT: Final = "web"
GRANTS: Final = ("AUTHORIZATION_CODE", "CLIENT_CREDENTIALS", "DEVICE_CODE", "REFRESH_TOKEN", "TOKEN_EXCHANGE")
TOKEN_URL: Final = f"{ISSUER}{TOKEN_PATH}"
OWN, CODE = "client credentials", "authorization code"
Batch = list[PreparedRequest]


class Profiles:
    """Prepares a batch of each kind of request."""

    def __init__(self, deployment: Deployment) -> None:
        self.engine = deployment.engine
        self._key, self._partner = ProvingKey(), ECKey.import_key(ec_key(1), {"kid": "one"})
        self._numbers = iter(range(1_000_000_000))
        Application(deployment, CLIENT, grantTypes=list(GRANTS))
        keys = json.dumps({"keys": [self._partner.as_dict(private=False)]})
        deployment.add(PROCESSORS, jwt_processor(0, **{"JWKS Endpoint URI": "", "JWKS": keys}))
        deployment.add(PROCESSORS, access_token_processor(1))
        mappings = (processor_mapping("processor-0"), processor_mapping("processor-1", ACCESS_TOKEN))
        deployment.add(TOKEN_EXCHANGE_POLICIES, processor_policy(0, *mappings))
        deployment.add(TOKEN_EXCHANGE_SETTINGS, {"defaultProcessorPolicyRef": {"id": "exchange-0"}})
        deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping())
        self._own_token = str(deployment.client_credentials(basic(CLIENT, secret_of(CLIENT))).json()["access_token"])

    @property
    def rows(self) -> dict[str, tuple[str, Callable[[], Awaitable[Batch]]]]:
        """The kinds of requests, each with the row that it is compared with."""
        return {
            OWN: (OWN, self._own),
            "client credentials, DPoP": (OWN, self._own_bound),
            "pushed authorization request": (OWN, self._pushed),
            "device authorization request": (OWN, self._device),
            "token exchange, own access token": (OWN, self._own_exchange),
            "token exchange, JWT of a partner": (OWN, self._partner_exchange),
            CODE: (CODE, self._code),
            "authorization code, DPoP": (CODE, self._code_bound),
            "device code": (CODE, self._device_code),
        }

    async def _own(self) -> Batch:
        return [self._request(TOKEN_PATH, grant_type="client_credentials", scope="read") for _ in range(BATCH)]

    async def _own_bound(self) -> Batch:
        return [self._bound(each) for each in await self._own()]

    async def _pushed(self) -> Batch:
        challenge = {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
        form = {"response_type": "code", "redirect_uri": CALLBACK, "scope": "read", "state": "af0ifjsldkj", **challenge}
        return [self._request(PUSHED_REQUEST_PATH, **form) for _ in range(BATCH)]

    async def _device(self) -> Batch:
        return [self._request(DEVICE_AUTHORIZATION_PATH, scope="read") for _ in range(BATCH)]

    async def _own_exchange(self) -> Batch:
        form = {"subject_token": self._own_token, "subject_token_type": ACCESS_TOKEN}
        return [self._request(TOKEN_PATH, grant_type=TokenExchangeGrant.name, **form) for _ in range(BATCH)]

    async def _partner_exchange(self) -> Batch:
        now = int(self.engine.now())
        claims = {"iss": PARTNER, "aud": ISSUER, "sub": "joe", "iat": now, "exp": now + 300}
        # In practice, each request presents a token of its own.
        tokens = [
            jwt.encode({"alg": "ES256", "kid": "one"}, {**claims, "jti": self._text()}, self._partner)
            for _ in range(BATCH)
        ]
        form = {"grant_type": TokenExchangeGrant.name, "subject_token_type": JWT}
        return [self._request(TOKEN_PATH, subject_token=each, **form) for each in tokens]

    async def _code(self) -> Batch:
        form = {"grant_type": "authorization_code", "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
        texts = [self._text() for _ in range(BATCH)]
        for each in texts:
            await self.engine.state.grants.put_code(digest(each), self._granted(), self.engine.now() + 60)
        return [self._request(TOKEN_PATH, code=each, **form) for each in texts]

    async def _code_bound(self) -> Batch:
        return [self._bound(each) for each in await self._code()]

    async def _device_code(self) -> Batch:
        texts, now = [self._text() for _ in range(BATCH)], self.engine.now()
        state = self.engine.state.pending
        for each in texts:
            key = digest(each)
            pending = PendingAuthorization(
                key=key, kind=PendingKind.DEVICE, client_id=CLIENT, interval=0, ends=now + 60, user_code=key
            )
            assert await state.create(pending, now)
            assert await state.decide(key, PendingStatus.APPROVED, self._granted(), now, until=now + 60)
        return [self._request(TOKEN_PATH, grant_type=DEVICE_CODE, device_code=each) for each in texts]

    def _granted(self) -> bytes:
        code = AuthorizationCode(
            client_id=CLIENT,
            issuer=ISSUER,
            redirect_uri=CALLBACK,
            scopes=("read", "write"),
            context=context(),
            code_challenge=CHALLENGE,
            code_challenge_method="S256",
            refresh_token=True,
        )
        return code.encode()

    def _request(self, path: str, **form: str) -> PreparedRequest:
        return PreparedRequest(path, basic(CLIENT, secret_of(CLIENT)), urlencode(form).encode())

    def _bound(self, request: PreparedRequest) -> PreparedRequest:
        proof = self._key.proof("POST", TOKEN_URL, self.engine.now())
        return PreparedRequest(request.path, request.authorization, request.form, ((b"dpop", proof.encode()),))

    def _text(self) -> str:
        return f"text-{next(self._numbers)}"


async def compare(profiles: Profiles, rounds: int) -> None:
    """Measure all rows and print a line for each."""
    requests = EngineRequests(profiles.engine.app)
    for _, prepare in profiles.rows.values():
        await requests.rate(await prepare())
    # The server does the same when it is ready (`app/serving.py`).
    gc.collect()
    gc.freeze()
    figures: dict[str, list[float]] = {title: [] for title in profiles.rows}
    for _ in range(rounds):
        for title, (_, prepare) in profiles.rows.items():
            figures[title].append(await requests.rate(await prepare()))
    for title, (plain, _) in profiles.rows.items():
        ratios = [one / other for one, other in zip(figures[title], figures[plain], strict=True)]
        print(
            f"{title:34}{statistics.median(figures[title]):8,.0f}/s  {statistics.median(ratios):5.2f} of {plain}"
            f" ({min(ratios):.2f} to {max(ratios):.2f})"
        )


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description="Compare requests of OAuth profiles with plain requests.")
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("WARNING"))
    with (
        tempfile.TemporaryDirectory() as folder,
        engine_server(f"sqlite:///{folder}/hanse.db", Path(folder)) as engine,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        runner.run(compare(Profiles(Deployment(engine)), rounds))


if __name__ == "__main__":
    main()
