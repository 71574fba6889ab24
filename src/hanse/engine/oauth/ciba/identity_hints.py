"""Reads the hint that identifies the user: a name, a login hint token, or an ID token (CIBA Core, section 7.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.jws_verification import CompactToken, MalformedToken, read_compact
from hanse.engine.errors import ExpiredLoginHintToken, InvalidRequest, UnknownUserId
from hanse.engine.http.request import Request
from hanse.engine.oauth.ciba.request_parameters import BackchannelParameters, HintName
from hanse.engine.oauth.contracts import IdTokenHints
from hanse.engine.oauth.jose.algorithm_names import NONE
from hanse.engine.oauth.jose.claim_checks import SKEW_SECONDS, ClaimsRefused, number
from hanse.engine.oauth.jose.client_keys import ClientKeys, KeySource, NoClientKeys
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.clock import Clock
from hanse.resources.applications.ciba.model import HINT_SUBJECT, RequestPolicy

LOG = structlog.stdlib.get_logger("hanse.oauth")
MOST_LOGIN_HINT: Final = 256
_MOST_DEPTH: Final = 10


@dataclass(frozen=True)
class IdentityHint:
    """The subject of a hint, and the claims of its token; empty for a `login_hint`."""

    name: HintName
    subject: str
    claims: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def attributes(self, policy: RequestPolicy) -> dict[str, Value]:
        """Return the attributes of the policy's identity hint contract that the hint has."""
        found: dict[str, Value] = {HINT_SUBJECT: self.subject} if self.subject else {}
        for each in policy.identity_hint_contract.extended_attributes:
            value = _claim(self.claims, each.name.removeprefix(f"{self.name}."))
            if value:
                found[each.name] = value
        return found


class IdentityHintReader:
    """Reads and verifies hints."""

    def __init__(self, clock: Clock, keys: ClientKeys, id_tokens: IdTokenHints) -> None:
        self._clock = clock
        self._keys = keys
        self._id_tokens = id_tokens

    async def read(
        self, request: Request, client: RegisteredClient, policy: RequestPolicy, given: BackchannelParameters
    ) -> IdentityHint:
        """Return the content of a hint. Raises OAuthError."""
        match given.hint:
            case HintName.ID_TOKEN_HINT:
                return self._id_token(request, client, given.hint_value)
            case HintName.LOGIN_HINT_TOKEN:
                return await self._login_hint_token(request, client, policy, given.hint_value)
            case HintName.LOGIN_HINT:
                return _login_hint(policy, given.hint_value)

    def _id_token(self, request: Request, client: RegisteredClient, text: str) -> IdentityHint:
        found = self._id_tokens.check(request, text, client.id)
        if found is None:
            raise InvalidRequest("The ID token of id_token_hint was not issued to this client by this server.")
        return IdentityHint(HintName.ID_TOKEN_HINT, found.subject, found.claims)

    async def _login_hint_token(
        self, request: Request, client: RegisteredClient, policy: RequestPolicy, text: str
    ) -> IdentityHint:
        try:
            token = read_compact(text)
            claims = token.claims()
            await self._check_signature(client, policy, token, claims)
            _check_audience(request, claims)
            self._check_times(claims)
        except (ClaimsRefused, MalformedToken, NoClientKeys) as error:
            LOG.info("login hint token refused", client=client.id, reason=str(error))
            raise InvalidRequest("The login hint token is not valid.") from error
        subject = claims.get("sub")
        return IdentityHint(HintName.LOGIN_HINT_TOKEN, subject if isinstance(subject, str) else "", claims)

    async def _check_signature(
        self, client: RegisteredClient, policy: RequestPolicy, token: CompactToken, claims: Mapping[str, Any]
    ) -> None:
        """Check that the client or an alternative issuer of the policy has signed a token."""
        if token.algorithm == NONE:
            if not policy.allow_unsigned_login_hint_token or token.signature:
                raise ClaimsRefused("it is not signed")
            return
        if token.algorithm not in ALGORITHMS:
            raise ClaimsRefused("its signing algorithm is not supported")
        issuer = claims.get("iss")
        others = {each.issuer: each for each in policy.alternative_login_hint_token_issuers}
        if isinstance(issuer, str) and issuer in others:
            source = KeySource(others[issuer].jwks or "", others[issuer].jwks_url or "")
            keys = await self._keys.published_by(source, token.algorithm, token.key_id)
        elif issuer == client.id:
            keys = await self._keys.verifying(client, token.algorithm, token.key_id)
        else:
            raise ClaimsRefused("iss is neither the client nor an alternative issuer")
        if not any(token.is_signed_by(key, token.algorithm) for key in keys):
            raise ClaimsRefused("no key of its issuer has signed it")

    def _check_times(self, claims: Mapping[str, Any]) -> None:
        now = self._clock.now().timestamp()
        expires, begins = number(claims, "exp"), number(claims, "nbf")
        if expires is not None and expires <= now - SKEW_SECONDS:
            raise ExpiredLoginHintToken("The login hint token has expired.")
        if begins is not None and begins > now + SKEW_SECONDS:
            raise ClaimsRefused("nbf is in the future")


def _login_hint(policy: RequestPolicy, text: str) -> IdentityHint:
    if policy.require_token_for_identity_hint:
        raise InvalidRequest("This client must send a login_hint_token or an id_token_hint.")
    if len(text) > MOST_LOGIN_HINT or not text.isprintable():
        raise UnknownUserId("The login hint names no user.")
    return IdentityHint(HintName.LOGIN_HINT, text)


def _check_audience(request: Request, claims: Mapping[str, Any]) -> None:
    """Check that a token is for this server, if it names an audience (RFC 7519, section 4.1.3)."""
    audience, issuer = claims.get("aud"), request.issuer.identifier
    if audience is not None and audience != issuer and not (isinstance(audience, list) and issuer in audience):
        raise ClaimsRefused("aud must contain the issuer identifier of this server")


def _claim(claims: Mapping[str, Any], path: str) -> Value | None:
    """Return a claim by its path, of names separated by dots; None for null, for objects and if it is missing."""
    found: Any = claims
    for name in path.split(".", _MOST_DEPTH):
        found = found.get(name) if isinstance(found, dict) else None
    if isinstance(found, list):
        return [each for each in found if isinstance(each, str)]
    if isinstance(found, bool):
        return "true" if found else "false"
    return str(found) if isinstance(found, str | int | float) else None
