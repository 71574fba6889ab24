"""An engine whose token endpoint works: managers, mappings, scopes and clients, saved as an administrator does."""

from base64 import b64encode
from typing import Any

import httpx

from hanse.config.resource import Resource
from hanse.engine.oauth.paths import TOKEN_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import COMMON_SCOPES, SETTINGS
from tests.engine.server import EngineServer, Form
from tests.support.access_tokens import manager, signing_manager
from tests.support.clients import client
from tests.support.configurations import create, replace
from tests.support.mappings import token_mapping

ISSUER = "https://sso.example.com:9031"
Body = dict[str, Any]


def basic(client_id: str, secret: str) -> str:
    """Return an Authorization field."""
    return "Basic " + b64encode(f"{client_id}:{secret}".encode()).decode()


class Deployment:
    """An engine with a default manager of JWTs that its own RS256 key signs, `manager-0`."""

    def __init__(self, engine: EngineServer) -> None:
        self.engine = engine
        engine.set_base_url(ISSUER)
        self.add(MANAGERS, central_manager())
        self.add(ACCESS_TOKEN_MAPPINGS, token_mapping())
        self.add(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
        for name in ("read", "write"):
            self.add(COMMON_SCOPES, {"name": name, "description": name})

    def add(self, resource: Resource[Any], body: Body) -> None:
        """Save a document or a singleton."""
        if resource.default is not None:
            replace(self.engine.core.configuration, resource, resource.singleton_id, body)
        else:
            create(self.engine.core.configuration, resource, body)
        self.engine.caught_up()

    def change(self, resource: Resource[Any], id_: str, body: Body) -> None:
        """Save a document anew."""
        replace(self.engine.core.configuration, resource, id_, body)
        self.engine.caught_up()

    def settings(self, **changes: Any) -> None:
        """Change settings of the authorization server."""
        self.add(SETTINGS, {"scopes": [{"name": name, "description": name} for name in ("read", "write")], **changes})

    def add_service(self, id_: str = "batch", *grants: str, **more: Any) -> str:
        """Save a client that acts for itself; return its Authorization field."""
        self.add(OAUTH_CLIENTS, service(id_, *grants, **more))
        return basic(id_, secret_of(id_))

    def token(self, form: Form, **headers: str) -> httpx.Response:
        """Ask the token endpoint."""
        return self.engine.post(TOKEN_PATH, form, **headers)

    def client_credentials(self, authorization: str, **form: str) -> httpx.Response:
        """Ask for a token of a client's own."""
        return self.token({"grant_type": "client_credentials", **form}, Authorization=authorization)


def secret_of(id_: str) -> str:
    """Return the secret of `add_service`."""
    return f"clear-secret-of-{id_}-with-enough-octets-for-hs256"


def service(id_: str = "batch", *grants: str, **more: Any) -> Body:
    """Return the body of a client that acts for itself."""
    auth = {"type": "SECRET", "secret": secret_of(id_)}
    return client(id_, redirectUris=[], grantTypes=list(grants or ("CLIENT_CREDENTIALS",)), clientAuth=auth) | more


def central_manager(number: int = 0, algorithm: str = "RS256", **settings: str) -> Body:
    """Return the body of a manager whose JWTs the issuer's own keys sign."""
    fields = {"Use Centralized Signing Key": "true", "JWS Algorithm": algorithm, **settings}
    made = signing_manager(number)
    made["configuration"] = {"fields": [{"name": name, "value": value} for name, value in fields.items()]}
    return made


def reference_manager(number: int = 1, **settings: str) -> Body:
    """Return the body of a manager of reference tokens."""
    made = manager(number)
    fields = {"Token Lifetime": "30", **settings}
    made["configuration"] = {"fields": [{"name": name, "value": value} for name, value in fields.items()]}
    return made


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """Check that an answer is an OAuth error; return its description."""
    assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
    assert answer.headers["cache-control"] == "no-store"
    description: str = answer.json().get("error_description", "")
    return description
