"""Asks a credential's region whether the credential is valid, and which environments it can access.

The check uses the public API: the gateway credential is exchanged for a short-lived access token, which succeeds
exactly while the credential is valid; the management API is then called with that token.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog

from hanse.kit.ports import CredentialCheck, CredentialStatus
from hanse.kit.texts.messages import message
from hanse.ops.cloud.answers import CloudAccessToken, CloudRefusal, EnvironmentBody, EnvironmentPage, parse_answer
from hanse.ops.cloud.claims import CredentialClaims, bare_credential, decode_credential
from hanse.ops.cloud.failures import (
    CloudFailure,
    CloudTimedOut,
    CredentialRefused,
    CredentialRevoked,
    MalformedCredential,
    UnexpectedAnswer,
)
from hanse.ops.cloud.http import CloudResponse, HttpFactory, HttpTimeouts, fetch
from hanse.ops.cloud.provenance import was_signed_by
from hanse.ops.cloud.regions import Region, Regions
from hanse.ops.cloud.request_limit import RequestLimit

if TYPE_CHECKING:
    import httpx

LOG = structlog.stdlib.get_logger("hanse.cloud")
_PAGE_SIZE = 500
_MAX_PAGES = 20
_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange"
_SUBJECT_TOKEN_TYPE = "pingone_gateway_credential"  # noqa: S105 - the name of a token type, not a token.
# RFC 8693, section 2.2.2 and RFC 6749, section 5.2. The form of the request is fixed, so these errors can only concern
# the credential in it.
_REFUSING_ERRORS = frozenset({"invalid_request", "invalid_grant", "invalid_token", "access_denied"})


class CloudClient:
    """Calls the configured regions only; safe to share between threads.

    `http_factory` creates one client for each call; `open_http` is the one for production. `gate` limits the number of
    simultaneous conversations.
    """

    def __init__(
        self,
        http_factory: HttpFactory,
        regions: Regions,
        timeouts: HttpTimeouts | None = None,
        gate: RequestLimit | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http_factory = http_factory
        self._regions = regions
        self._timeouts = timeouts or HttpTimeouts()
        self._gate = gate or RequestLimit()
        self._monotonic = monotonic

    @property
    def regions(self) -> Regions:
        """Return the closed list of regions that credentials choose from."""
        return self._regions

    def verify(self, credential: str) -> CredentialClaims:
        """Return a credential's claims once its region has accepted it.

        Raises MalformedCredential, UnknownRegion, CredentialRefused, CloudUnreachable, CloudBusy or UnexpectedAnswer.
        """
        claims = decode_credential(credential)
        with self._conversation(claims) as conversation:
            conversation.exchange(claims, credential)
        return claims

    def check_credential(self, credential: str) -> CredentialCheck:
        """Return whether a credential is valid; UNKNOWN if that could not be determined."""
        try:
            self.verify(credential)
        except (MalformedCredential, CredentialRefused) as failure:
            return CredentialCheck(CredentialStatus.INVALID, failure.message)
        except CloudFailure as failure:
            return CredentialCheck(CredentialStatus.UNKNOWN, failure.message)
        return CredentialCheck(CredentialStatus.VALID)

    def environments(self, credential: str) -> Sequence[EnvironmentBody]:
        """Return the environments in which the connection has a role, by name.

        Raises the same as `verify`.
        """
        claims = decode_credential(credential)
        with self._conversation(claims) as conversation:
            token = conversation.exchange(claims, credential)
            found = list(conversation.environments(token))
        return sorted(found, key=lambda environment: (environment.name.casefold(), environment.id))

    @contextmanager
    def _conversation(self, claims: CredentialClaims) -> Iterator["_Conversation"]:
        region = self._regions.find(claims.region)
        with self._gate.enter(region.name), self._http_factory(self._timeouts) as http:
            yield _Conversation(http, region, self._timeouts, self._monotonic)


class _Conversation:
    """Several exchanges with one region, with one time limit for all of them."""

    def __init__(
        self, http: "httpx.Client", region: Region, timeouts: HttpTimeouts, monotonic: Callable[[], float]
    ) -> None:
        self._http = http
        self._region = region
        self._timeouts = timeouts
        self._monotonic = monotonic
        self._deadline = monotonic() + timeouts.conversation

    def exchange(self, claims: CredentialClaims, credential: str) -> CloudAccessToken:
        """Return an access token for a credential."""
        # The id was parsed as a UUID, so it cannot lead to another path.
        issuer = f"{self._region.authentication_api_endpoint}/{claims.environment_id}/as"
        form = {
            "grant_type": _GRANT_TYPE,
            "subject_token_type": _SUBJECT_TOKEN_TYPE,
            "subject_token": bare_credential(credential),
        }
        answer = self._fetch("POST", f"{issuer}/token", form=form)
        if _refuses(answer) and self._was_issued_here(issuer, credential):
            raise CredentialRevoked(
                "The cloud service has issued this credential and no longer accepts it: it was revoked, or its"
                " connection was deleted or disabled there."
            )
        _raise_for_refusal(answer)
        return parse_answer(CloudAccessToken, answer.body)

    def environments(self, token: CloudAccessToken) -> Iterator[EnvironmentBody]:
        """Yield the environments that the holder of a token can access."""
        collection = f"{self._region.management_api_endpoint}/environments"
        query = f"limit={_PAGE_SIZE}"
        for _ in range(_MAX_PAGES):
            page = self._read_page(f"{collection}?{query}", token)
            yield from page.embedded.environments
            if page.links.next is None:
                return
            # Only the query of the link is used: the address comes from the configuration.
            query = _query_of(page.links.next.href)
        raise UnexpectedAnswer("The cloud service's list of environments is too long.")

    def _read_page(self, url: str, token: CloudAccessToken) -> EnvironmentPage:
        answer = self._fetch("GET", url, headers={"Authorization": f"Bearer {token.access_token}"})
        _raise_for_refusal(answer)
        return parse_answer(EnvironmentPage, answer.body)

    def _was_issued_here(self, issuer: str, credential: str) -> bool:
        try:
            answer = self._fetch("GET", f"{issuer}/jwks")
        except CloudFailure:
            # The refusal itself is certain; only its reason remains unknown.
            return False
        return answer.status == HTTPStatus.OK and was_signed_by(bare_credential(credential), answer.body)

    def _fetch(self, method: str, url: str, **request: Any) -> CloudResponse:
        left = self._deadline - self._monotonic()
        if left <= 0:
            raise CloudTimedOut("The cloud service did not answer in time.")
        timeouts = replace(self._timeouts, total=min(self._timeouts.total, left))
        started = self._monotonic()
        try:
            answer = fetch(self._http, method, url, timeouts, monotonic=self._monotonic, **request)
        except CloudFailure as failure:
            LOG.debug("cloud call failed", method=method, url=url, result=failure.result_id, detail=failure.detail)
            raise
        spent = round((self._monotonic() - started) * 1000, 1)
        LOG.debug(
            "cloud call", method=method, url=url, status=answer.status, bytes=len(answer.body), milliseconds=spent
        )
        return answer


def _query_of(href: str) -> str:
    try:
        return urlsplit(href).query
    except ValueError:
        raise UnexpectedAnswer("A link in the cloud service's answer is not valid.") from None


def _raise_for_refusal(answer: CloudResponse) -> None:
    """Raise CredentialRefused if the service refuses, and UnexpectedAnswer for anything but JSON with status 200."""
    if _refuses(answer):
        raise CredentialRefused(
            "The cloud service does not accept this credential: it was not issued there, or it is no longer valid."
        )
    if answer.status != HTTPStatus.OK:
        raise UnexpectedAnswer(message("The cloud service answered with status {status}.", status=answer.status))
    if not answer.is_json:
        raise UnexpectedAnswer("The cloud service's answer is not JSON.")


def _refuses(answer: CloudResponse) -> bool:
    return answer.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN} or _refuses_in_words(answer)


def _refuses_in_words(answer: CloudResponse) -> bool:
    """Return whether a 400 or 404 concerns the credential, and does not come from some other server."""
    if not answer.is_json or answer.status not in {HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND}:
        return False
    try:
        refusal = parse_answer(CloudRefusal, answer.body)
    except UnexpectedAnswer:
        return False
    # The platform returns NOT_FOUND for a deleted environment, or one of another organization.
    return refusal.error in _REFUSING_ERRORS or refusal.code == "NOT_FOUND"
