"""Access tokens in requests to this server's own resources, such as UserInfo.

A token is sent in the Authorization field, or as a bearer token in a form body (RFC 6750, section 2), never in the
query: there it would be written to logs and browser histories (RFC 6750, section 5.3; RFC 9700, section 4.3.2). A
token that is bound to a key is sent with the scheme DPoP and a proof (RFC 9449, section 7.1), and one that is bound to
a certificate on a connection with that certificate (RFC 8705, section 3).
"""

from dataclasses import dataclass, field
from typing import Final, Protocol

import structlog

from hanse.engine.errors import InvalidDpopProof, InvalidRequest, InvalidToken
from hanse.engine.http.request import FORM, Request
from hanse.engine.mutual_tls.presented_certificate import thumbprint_of
from hanse.engine.oauth.contracts import ActiveToken
from hanse.engine.oauth.dpop.service import DpopProofs

LOG = structlog.stdlib.get_logger("hanse.oauth")
_PARAMETER: Final = "access_token"
_BEARER, _DPOP = "bearer", "dpop"


class TokenInspector(Protocol):
    """The part of `oauth.contracts.AccessTokenIssuer` that checks presented tokens."""

    async def inspect(self, request: Request, token: str) -> ActiveToken:
        """Return the content of a token. Raises InvalidToken if it is not valid."""
        ...


@dataclass(frozen=True, slots=True)
class _Presented:
    text: str = field(repr=False)
    is_bound: bool


@dataclass(frozen=True)
class PresentedTokens:
    """Finds the access token of a request and checks it."""

    tokens: TokenInspector
    proofs: DpopProofs

    async def active(self, request: Request) -> ActiveToken:
        """Return the content of a request's token.

        Raises InvalidToken, without a description if the request has no token (RFC 6750, section 3.1); InvalidRequest
        for a token in the query or in two places; InvalidDpopProof and UseDpopNonce.
        """
        presented = await _presented(request)
        active = await self.tokens.inspect(request, presented.text)
        if active.dpop_key and not presented.is_bound:
            # A bound token must not be usable without the key (RFC 9449, section 7.2).
            LOG.warning("bound access token presented as a bearer token", client=active.client_id)
            raise InvalidToken("The access token is bound to a key and requires a DPoP proof.")
        if active.certificate and thumbprint_of(request) != active.certificate:
            # RFC 8705, section 3: the certificate of the connection must be the one that the token names.
            LOG.warning("bound access token presented without its certificate", client=active.client_id)
            raise InvalidToken("The access token is bound to another TLS client certificate.")
        if presented.is_bound:
            await self._check_key(request, presented.text, active)
        return active

    async def _check_key(self, request: Request, token: str, active: ActiveToken) -> None:
        proven = await self.proofs.check(request, token)
        if not proven.thumbprint:
            raise InvalidDpopProof("A DPoP proof is required.")
        if proven.thumbprint != active.dpop_key:
            raise InvalidToken("The access token is not bound to the key of the DPoP proof.")


async def _presented(request: Request) -> _Presented:
    if _PARAMETER in request.query:
        raise InvalidRequest("The access token must not be sent in the query.")
    in_header = _in_header(request)
    in_form = await _in_form(request)
    if in_header is not None and in_form:
        raise InvalidRequest("The access token must be sent once.")
    found = in_header or _Presented(in_form, is_bound=False)
    if not found.text:
        raise InvalidToken
    return found


def _in_header(request: Request) -> _Presented | None:
    scheme, _, value = (request.header(b"authorization") or b"").partition(b" ")
    name = scheme.lower().decode("latin-1")
    if name not in (_BEARER, _DPOP) or not value.strip():
        return None
    return _Presented(value.strip().decode("latin-1"), is_bound=name == _DPOP)


async def _in_form(request: Request) -> str:
    if request.method != "POST":
        return ""
    media_type = (request.header(b"content-type") or b"").partition(b";")[0].strip().lower()
    return (await request.form()).one(_PARAMETER) or "" if media_type == FORM else ""
