"""An engine that accepts assertions of a partner, whose keys it fetches."""

import json
from typing import Any

import httpx
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from tests.engine.oauth.token.deployment import ISSUER, Deployment, refused
from tests.engine.scripted_network import PlannedOutgoing
from tests.support.idp_connections import KEYS_URL, PARTNER, idp_connection
from tests.support.key_pairs import ec_key

GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
TOKEN_ENDPOINT = f"{ISSUER}/as/token.oauth2"
Body = dict[str, Any]


class AssertionSite:
    """Requests of the client `portal` with JWTs of the connection `partner-0`."""

    def __init__(self, deployment: Deployment, outgoing: PlannedOutgoing) -> None:
        self.deployment, self.outgoing = deployment, outgoing
        self.key = ECKey.import_key(ec_key(1), {"kid": "one"})
        self.publish(self.key)
        deployment.add(IDP_CONNECTIONS, idp_connection())
        self.authorization = deployment.add_service("portal", "EXTENSION")

    def publish(self, *keys: ECKey) -> None:
        """Publish these keys at the partner's JWKS URL."""
        published = {"keys": [key.as_dict(private=False) for key in keys]}
        self.outgoing.documents[KEYS_URL] = (200, json.dumps(published).encode())

    def connect(self, **changes: Any) -> None:
        """Change the connection."""
        self.deployment.change(IDP_CONNECTIONS, "partner-0", idp_connection(**changes))

    def assertion(self, key: ECKey | None = None, header: Body | None = None, **claims: Any) -> str:
        """Return a JWT of the partner. None omits a claim."""
        now = int(self.deployment.engine.now())
        usual = {
            "iss": PARTNER,
            "aud": TOKEN_ENDPOINT,
            "sub": "joe",
            "mail": "joe@example.com",
            "jti": f"id-{now}-{len(self.outgoing.fetched)}-{claims.get('sub')}",
            "iat": now,
            "exp": now + 300,
        }
        payload = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        return jwt.encode({"alg": "ES256", "kid": "one", **(header or {})}, payload, key or self.key)

    def present(
        self, assertion: str | None, headers: dict[str, str] | None = None, /, **changes: str | None
    ) -> httpx.Response:
        """Present an assertion. None omits a parameter."""
        form = {"grant_type": GRANT, "assertion": assertion, **changes}
        sent = {name: value for name, value in form.items() if value is not None}
        return self.deployment.token(sent, **({"Authorization": self.authorization} if headers is None else headers))

    def accepted(self, assertion: str, /, **changes: str | None) -> Body:
        """Return the answer to a valid request."""
        answer = self.present(assertion, **changes)
        assert answer.status_code == 200, answer.text
        content: Body = answer.json()
        return content

    def refuse(self, assertion: str) -> None:
        """Check that an assertion is refused with the error of RFC 7523, section 3.1, which gives no details."""
        assert refused(self.present(assertion), 400, "invalid_grant") == "The assertion is not valid."

    def claims(self, token: str) -> Body:
        """Return the claims of an access token."""
        keys = KeySet.import_key_set(self.deployment.engine.get("/pf/JWKS").json())
        return dict(jwt.decode(token, keys, algorithms=["RS256"]).claims)
