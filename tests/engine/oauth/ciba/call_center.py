"""A CIBA client, such as a call center, and its server with users who decide on their own devices."""

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import Any

import httpx
from joserfc import jwt
from joserfc.jwk import ECKey

from hanse.crypto.jwk import public_jwk
from hanse.engine.background_jobs import outbox_sender
from hanse.resources.applications.ciba.authenticators import AUTHENTICATORS
from hanse.resources.applications.ciba.request_policies import CIBA_SETTINGS, REQUEST_POLICIES
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.system.notification_publishers.resource import PUBLISHERS
from tests.engine.oauth.pushed_requests.pushing import add_tokens
from tests.engine.oauth.token.deployment import basic
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, Visitor, form_of
from tests.support.ciba import authenticator, request_policy
from tests.support.clients import client
from tests.support.configurations import create, replace
from tests.support.instances import publisher
from tests.support.key_pairs import ec_key
from tests.support.mail import Mailbox
from tests.support.mappings import oidc_policy

CIBA = "urn:openid:params:grant-type:ciba"
CIBA_PATH = "/as/bc-auth.ciba"
CALLS = basic("calls", "clear-secret-of-calls")
Body = dict[str, Any]


@dataclass
class CallCenter:
    """The client. `answer` is the response to its last accepted request."""

    site: SignInSite
    box: Mailbox
    key: ECKey
    answer: Body = field(default_factory=dict)

    def start(self, scope: str = "openid read", login_hint: str | None = "joe", **more: Any) -> Body:
        """Request the authentication of a user, and check that the server accepts the request."""
        answer = self.request(scope=scope, login_hint=login_hint, **more)
        assert answer.status_code == 200, answer.text
        assert answer.headers["cache-control"] == "no-store"
        self.answer = answer.json()
        return self.answer

    def request(self, authorization: str = CALLS, proof: str = "", **form: Any) -> httpx.Response:
        """Send a backchannel authentication request, and then all due messages. None omits a parameter."""
        given = {name: value for name, value in form.items() if value is not None}
        headers = {"Authorization": authorization, **({"DPoP": proof} if proof else {})}

        async def sent() -> httpx.Response:
            answer = await self.site.engine.send("POST", CIBA_PATH, form=given, headers=headers)
            await outbox_sender(self.site.engine.services).send_due()
            return answer

        return asyncio.run(sent())

    def error(self, **form: Any) -> tuple[int, str]:
        """Send a request and return its status and error code."""
        answer = self.request(**{"scope": "openid", **form})
        return answer.status_code, answer.json().get("error", "")

    def signed(self, key: ECKey | None = None, **changed: Any) -> str:
        """Return a valid request object with changed claims; None omits a claim."""
        now = int(self.site.engine.now())
        usual: Body = {
            "iss": "calls",
            "aud": BASE_URL,
            "iat": now,
            "nbf": now,
            "exp": now + 300,
            "jti": f"request-{len(self.box.messages)}",
            "scope": "openid read",
            "login_hint": "joe",
        }
        claims = {name: value for name, value in {**usual, **changed}.items() if value is not None}
        return jwt.encode({"alg": "ES256"}, claims, key or self.key, algorithms=["ES256"])

    @property
    def link(self) -> str:
        """The link in the last message, without the host."""
        text = self.box.messages[-1].get_payload(decode=True)
        assert isinstance(text, bytes)
        found = re.search(r"https://sso\.example\.com:9031(/\S+)", text.decode())
        assert found is not None, text
        return found[1]

    def decide(self, username: str = "joe", *, approves: bool = True, visitor: Visitor | None = None) -> httpx.Response:
        """Follow the link, sign in and decide."""
        person = visitor or self.site.browser()
        page = person.sign_in(person.browser.get(self.link), username)
        return answer_consent(person, page, *(("openid", "read") if approves else ()))

    def poll(self, *, waits: bool = True, authorization: str = CALLS, proof: str = "", **header: str) -> httpx.Response:
        """Request tokens, by default after the interval that the server requires."""
        if waits:
            self.site.engine.clock.advance(seconds=self.answer["interval"])
        given = {"grant_type": CIBA, "auth_req_id": self.answer["auth_req_id"]}
        headers = {"Authorization": authorization, **({"DPoP": proof} if proof else {}), **header}
        return self.site.engine.request("POST", "/as/token.oauth2", form=given, headers=headers)

    def poll_error(self, **more: Any) -> str:
        answer = self.poll(**more)
        assert answer.status_code == 400, answer.text
        code: str = answer.json()["error"]
        return code

    def tokens(self, **more: Any) -> Body:
        answer = self.poll(**more)
        assert answer.status_code == 200, answer.text
        content: Body = answer.json()
        return content

    def save_client(self, **more: Any) -> None:
        replace(self.site.engine.core.configuration, OAUTH_CLIENTS, "calls", calling_client(**more))
        self.site.engine.caught_up()

    def save_policy(self, **more: Any) -> None:
        replace(self.site.engine.core.configuration, REQUEST_POLICIES, "policy-0", request_policy(**more))
        self.site.engine.caught_up()


def answer_consent(person: Visitor, page: httpx.Response, *scopes: str) -> httpx.Response:
    """Approve the given scopes, or deny the request if there are none."""
    action, hidden = form_of(page)
    decision = ("pf.oauth.authz.consent", "allow" if scopes else "deny")
    fields = [*hidden.items(), decision, *(("scope", each) for each in scopes)]
    return person.follow(person.browser.post(action, fields))


def calling_client(**more: Any) -> Body:
    """Return the body of the client, with a registered key."""
    usual: Body = {
        "name": "Call center",
        "redirectUris": [],
        "grantTypes": ["CIBA", "REFRESH_TOKEN"],
        "jwksSettings": {"jwks": json.dumps({"keys": [public_jwk(ec_key(1).public_key())]})},
        "cibaDeliveryMode": "POLL",
    }
    return client("calls", **{**usual, **more})


def prepare(site: SignInSite, box: Mailbox) -> CallCenter:
    """Add tokens, ID tokens, the authenticator with its mail server, the request policy and the client."""
    add_tokens(site)
    site.add(OIDC_POLICIES, oidc_policy(0))
    site.engine.save(OIDC_SETTINGS, {"defaultPolicyRef": {"id": "policy-0"}, "sessionSettings": {}})
    site.add(PUBLISHERS, publisher(0, box.port))
    site.add(AUTHENTICATORS, authenticator(publisher="publisher-0"))
    site.add(REQUEST_POLICIES, request_policy())
    site.engine.save(CIBA_SETTINGS, {"defaultRequestPolicyRef": {"id": "policy-0"}})
    create(site.engine.core.configuration, OAUTH_CLIENTS, calling_client())
    site.engine.caught_up()
    return CallCenter(site, box, ECKey.import_key(ec_key(1)))
