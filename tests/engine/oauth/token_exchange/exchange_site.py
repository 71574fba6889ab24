"""An engine that exchanges JWTs of a partner, whose keys it fetches, and its own access tokens."""

import json
from typing import Any

import httpx
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.token_exchange.processor_policies import (
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
)
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from tests.engine.oauth.token.deployment import ISSUER, Deployment, basic, secret_of
from tests.engine.scripted_network import PlannedOutgoing
from tests.support.key_pairs import ec_key
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    JWT,
    KEYS_URL,
    PARTNER,
    access_token_processor,
    exchange_mapping,
    jwt_processor,
    processor_mapping,
    processor_policy,
)

GRANT = "urn:ietf:params:oauth:grant-type:token-exchange"
TOKEN_ENDPOINT = f"{ISSUER}/as/token.oauth2"
Body = dict[str, Any]


class ExchangeSite:
    """Token exchange requests of the client `gateway`, with a default policy for three combinations of tokens.

    These are a JWT of the partner, alone and with an access token of an actor, and an access token alone.
    """

    def __init__(self, deployment: Deployment, outgoing: PlannedOutgoing) -> None:
        self.deployment, self.outgoing = deployment, outgoing
        self.key = ECKey.import_key(ec_key(1), {"kid": "one"})
        self.publish(self.key)
        deployment.add(PROCESSORS, jwt_processor(0, "mail", "amr"))
        deployment.add(PROCESSORS, access_token_processor(1))
        deployment.add(
            TOKEN_EXCHANGE_POLICIES,
            processor_policy(
                0,
                processor_mapping("processor-0"),
                processor_mapping("processor-0", actor="processor-1"),
                processor_mapping("processor-1", ACCESS_TOKEN),
            ),
        )
        deployment.add(TOKEN_EXCHANGE_SETTINGS, {"defaultProcessorPolicyRef": {"id": "exchange-0"}})
        deployment.add(ACCESS_TOKEN_MAPPINGS, exchange_mapping())
        self.authorization = deployment.add_service("gateway", "TOKEN_EXCHANGE", "CLIENT_CREDENTIALS")

    def publish(self, *keys: ECKey) -> None:
        """Publish these keys at the partner's JWKS URL."""
        published = {"keys": [key.as_dict(private=False) for key in keys]}
        self.outgoing.documents[KEYS_URL] = (200, json.dumps(published).encode())

    def partner_token(self, key: ECKey | None = None, header: Body | None = None, **claims: Any) -> str:
        """Return a JWT of the partner. None omits a claim."""
        now = int(self.deployment.engine.now())
        usual = {"iss": PARTNER, "aud": ISSUER, "sub": "joe", "iat": now, "exp": now + 300}
        payload = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        return jwt.encode({"alg": "ES256", "kid": "one", **(header or {})}, payload, key or self.key)

    def own_token(self, id_: str = "caller", **form: str) -> str:
        """Request an access token with the client credentials grant, and return it."""
        answer = self.deployment.client_credentials(basic(id_, secret_of(id_)), **form)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["access_token"])

    def exchange(
        self, subject: str | None, headers: dict[str, str] | None = None, /, **changes: str | None
    ) -> httpx.Response:
        """Exchange a token, by default a JWT. None omits a parameter."""
        usual = {"grant_type": GRANT, "subject_token": subject, "subject_token_type": JWT}
        form = {name: value for name, value in {**usual, **changes}.items() if value is not None}
        return self.deployment.token(form, **{"Authorization": self.authorization, **(headers or {})})

    def exchanged(self, subject: str, /, **changes: str | None) -> Body:
        """Return the answer to a valid request."""
        answer = self.exchange(subject, **changes)
        assert answer.status_code == 200, answer.text
        content: Body = answer.json()
        return content

    def claims(self, token: str) -> Body:
        """Return the claims of a JWT that this server has signed."""
        keys = KeySet.import_key_set(self.deployment.engine.get("/pf/JWKS").json())
        return dict(jwt.decode(token, keys, algorithms=["RS256"]).claims)

    def introspected(self, token: str) -> Body:
        """Return the introspection response for a token of the client."""
        answer = self.deployment.engine.post(
            "/as/introspect.oauth2", {"token": token}, Authorization=self.authorization
        )
        content: Body = answer.json()
        return content
