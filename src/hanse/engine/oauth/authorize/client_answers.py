"""Answers for the client of an authorization request: the only module that redirects users to clients."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import quote, urlencode

from hanse.engine.errors import OAuthError
from hanse.engine.http.answers import Answer, json_answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.model import AuthorizationRequest, ResponseMode
from hanse.engine.oauth.authorize.signed_responses import SignedResponses
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION

# RFC 6749, section 4.1.2.1: allowed characters of `error_description`.
_NOT_ALLOWED: Final = re.compile(r"[^\x20-\x21\x23-\x5b\x5d-\x7e]")
_MOST_DESCRIPTION: Final = 500
# A client that uses a pop-up receives the answer through the window's opener (HTML, section 7.1.3).
_KEEP_OPENER: Final = (b"cross-origin-opener-policy", b"unsafe-none")
# Registered redirect URIs are used unchanged; only non-ASCII characters are encoded (RFC 3987, section 3.1).
_SAFE: Final = "!#$%&'()*+,/:;=?@[]~"


@dataclass(frozen=True)
class ClientAnswers:
    """Creates answers in the response mode of each request."""

    pages: PageRenderer
    signed: SignedResponses

    async def answer(self, request: Request, wanted: AuthorizationRequest, parameters: Mapping[str, str]) -> Answer:
        """Return the answer that sends parameters to the client, with `state` and `iss` (RFC 9207).

        Raises ServerError if the response must be signed and cannot be.
        """
        sent = dict(parameters)
        if wanted.state:
            sent["state"] = wanted.state
        if wanted.is_jwt_response:
            # The JWT names the issuer (JARM, section 2.1; RFC 9207, section 2.4).
            sent = {"response": await self.signed.encode(request, wanted, sent)}
        elif request.snapshot.part(AUTHORIZATION).include_issuer_in_authorization_response:
            sent["iss"] = wanted.issuer
        return self._transported(request, wanted, sent)

    async def error(self, request: Request, wanted: AuthorizationRequest, error: OAuthError) -> Answer:
        """Return the answer that sends an error to the client (RFC 6749, section 4.1.2.1). Raises ServerError."""
        parameters = {"error": error.code}
        if error.description:
            parameters["error_description"] = _NOT_ALLOWED.sub(" ", error.description)[:_MOST_DESCRIPTION]
        return await self.answer(request, wanted, parameters)

    def _transported(self, request: Request, wanted: AuthorizationRequest, sent: Mapping[str, str]) -> Answer:
        if wanted.response_mode is ResponseMode.FORM_POST:
            return form_post_answer(
                self.pages, request, wanted.redirect_uri, sent, locales=wanted.ui_locales, framed=wanted.is_passive
            )
        if wanted.is_redirectless:
            is_error = "error" in sent
            content = {"status": "FAILED" if is_error else "COMPLETED", "authorizeResponse": sent}
            return json_answer(content, HTTPStatus.BAD_REQUEST if is_error else HTTPStatus.OK)
        target = quote(wanted.redirect_uri, safe=_SAFE)
        encoded = urlencode(sent, quote_via=quote)
        if wanted.response_mode is ResponseMode.FRAGMENT:
            return redirect_answer(f"{target}#{encoded}", _KEEP_OPENER)
        return redirect_answer(f"{target}{'&' if '?' in target else '?'}{encoded}", _KEEP_OPENER)
