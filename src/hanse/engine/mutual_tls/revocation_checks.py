"""Checks that no certificate of a chain was revoked, with OCSP responders and revocation lists.

Answers are kept in memory until they are outdated. Failures are kept for a short time, so that a responder that does
not answer delays few requests.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeVar

import structlog
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256

from hanse.crypto.revocation import (
    AnswerTimes,
    CertificateState,
    OcspAnswer,
    RevocationDataRefused,
    Unsuccessful,
    crl_addresses,
    ocsp_addresses,
    ocsp_request,
    read_crl,
    read_ocsp_response,
    state_in,
)
from hanse.engine.mutual_tls.revocation_rules import RevocationRules
from hanse.engine.outgoing import Outgoing
from hanse.kit.clock import Clock
from hanse.kit.errors import ExternalFailure
from hanse.kit.randomness import Randomness
from hanse.resources.security.certificate_revocation.model import CrlSettings, OcspSettings, RevocationAction

LOG = structlog.stdlib.get_logger("hanse.oauth")
_OK: Final = 200
_MOST_KEPT: Final = 1_000
_MOST_LIST_BYTES: Final = 8 * 1024 * 1024
_MOST_ANSWER_BYTES: Final = 64 * 1024
_LIST_SECONDS: Final = 10.0
# RFC 9654, section 2.1, requires at least 32 octets to be supported.
_NONCE_BYTES: Final = 32
_FAILURE_KEPT: Final = timedelta(seconds=10)
# Addresses of a certificate that are tried, one after the other.
_MOST_ADDRESSES: Final = 3
T = TypeVar("T")
# Returns a result and the time until which it is kept.
_Request = Callable[[], Awaitable[tuple[T, datetime]]]
# Returns the time for which a failure is kept.
_Pause = Callable[[Exception], timedelta]


@dataclass(frozen=True)
class _Kept:
    """The result of a request, and the time at which it is made again."""

    result: Any
    ends: datetime


class _Unavailable(Exception):
    """No responder or list server returned a usable response."""


class RevocationChecks:
    """Checks chains of certificates. Belongs to one event loop."""

    def __init__(self, outgoing: Outgoing, clock: Clock, randomness: Randomness) -> None:
        self._outgoing = outgoing
        self._clock = clock
        self._randomness = randomness
        self._rules: RevocationRules | None = None
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._running: dict[Hashable, asyncio.Task[_Kept]] = {}

    async def is_accepted(self, chain: Sequence[x509.Certificate], rules: RevocationRules) -> bool:
        """Return whether all certificates of a chain, except for its trusted end, may be used."""
        if rules.settings.used_ocsp is None and rules.settings.used_crl is None:
            return True
        if rules is not self._rules:
            # Responses that were accepted under other settings are requested again.
            self._rules, self._kept = rules, OrderedDict()
        for certificate, issuer in pairwise(chain):
            state = await self._state(certificate, issuer, rules)
            if state is not CertificateState.GOOD:
                LOG.info("certificate not accepted", serial=str(certificate.serial_number), state=state.value)
                return False
        return True

    async def _state(
        self, certificate: x509.Certificate, issuer: x509.Certificate, rules: RevocationRules
    ) -> CertificateState:
        ocsp = rules.settings.used_ocsp
        if ocsp is None:
            return await self._listed_state(certificate, issuer, rules)
        action = RevocationAction.FAIL
        try:
            request = partial(self._ocsp_answer, certificate, issuer, ocsp, rules)
            answer = await self._shared(("ocsp", *_names(certificate, issuer)), request, lambda _error: _FAILURE_KEPT)
            if answer.state is not CertificateState.UNKNOWN:
                return answer.state
            action = ocsp.action_on_status_unknown
        except _Unavailable:
            action = ocsp.action_on_responder_unavailable
        except Unsuccessful as error:
            LOG.warning("unsuccessful OCSP response", reason=str(error))
            action = ocsp.action_on_unsuccessful_response
        except RevocationDataRefused as error:
            LOG.warning("OCSP response refused", reason=str(error))
        if action is RevocationAction.FAILOVER:
            return await self._listed_state(certificate, issuer, rules)
        return CertificateState.GOOD if action is RevocationAction.CONTINUE else CertificateState.UNKNOWN

    async def _ocsp_answer(
        self,
        certificate: x509.Certificate,
        issuer: x509.Certificate,
        settings: OcspSettings,
        rules: RevocationRules,
    ) -> tuple[OcspAnswer, datetime]:
        """Return a responder's response and the end of its use; raises _Unavailable or RevocationDataRefused."""
        configured = settings.responder_url
        addresses = (configured,) if configured else ocsp_addresses(certificate)[:_MOST_ADDRESSES]
        nonce = self._randomness.token_bytes(_NONCE_BYTES) if settings.requester_add_nonce else None
        request = ocsp_request(certificate, issuer, nonce)
        for address in addresses:
            try:
                status, data = await self._outgoing.post(
                    address,
                    request,
                    media_type="application/ocsp-request",
                    most_bytes=_MOST_ANSWER_BYTES,
                    seconds=float(settings.responder_timeout),
                    proxy=rules.settings.proxy_address,
                )
            except ExternalFailure as error:
                LOG.warning("OCSP responder not available", reason=error.message)
                continue
            if status != _OK:
                LOG.warning("OCSP responder not available", address=address, status=status)
                continue
            times = AnswerTimes(
                self._clock.now(),
                timedelta(minutes=settings.current_update_grace_period),
                timedelta(minutes=settings.next_update_grace_period),
            )
            answer = read_ocsp_response(data, certificate, issuer, times, responder=rules.responder, nonce=nonce)
            ends = self._clock.now() + timedelta(hours=settings.response_cache_period)
            return answer, ends if answer.next_update is None else min(ends, answer.next_update)
        raise _Unavailable

    async def _listed_state(
        self, certificate: x509.Certificate, issuer: x509.Certificate, rules: RevocationRules
    ) -> CertificateState:
        """Return the state of a certificate in its revocation list."""
        settings = rules.settings.used_crl
        if settings is None:
            return CertificateState.UNKNOWN
        for address in crl_addresses(certificate)[:_MOST_ADDRESSES]:
            try:
                return state_in(await self._list(address, issuer, settings, rules.settings.proxy_address), certificate)
            except (_Unavailable, RevocationDataRefused) as error:
                LOG.warning("revocation list not usable", address=address, reason=str(error))
        is_refused = settings.treat_non_retrievable_crl_as_revoked
        return CertificateState.UNKNOWN if is_refused else CertificateState.GOOD

    async def _list(
        self, address: str, issuer: x509.Certificate, settings: CrlSettings, proxy: str
    ) -> x509.CertificateRevocationList:
        """Return a current list; raises _Unavailable or RevocationDataRefused."""

        async def fetch() -> tuple[x509.CertificateRevocationList, datetime]:
            try:
                status, data = await self._outgoing.get(
                    address, most_bytes=_MOST_LIST_BYTES, seconds=_LIST_SECONDS, proxy=proxy
                )
            except ExternalFailure as error:
                raise _Unavailable(error.message) from error
            if status != _OK:
                raise _Unavailable(f"status {status}")
            now = self._clock.now()
            # Verifying the signature of a long list takes longer than the event loop should wait.
            crl = await asyncio.to_thread(read_crl, data, address, issuer, now)
            return crl, crl.next_update_utc or now

        def pause(error: Exception) -> timedelta:
            is_failure = isinstance(error, _Unavailable)
            failed, outdated = (
                settings.next_retry_mins_when_resolve_failed,
                settings.next_retry_mins_when_next_update_in_past,
            )
            return timedelta(minutes=failed if is_failure else outdated)

        return await self._shared(("crl", address, _fingerprint(issuer)), fetch, pause)

    async def _shared(self, key: Hashable, request: _Request[T], pause: _Pause) -> T:
        """Return the kept result of a request, or make the request once for all who need it now.

        A request that fails raises its error again until the pause after it is over.
        """
        known = self._kept.get(key)
        kept = known if known is not None and known.ends > self._clock.now() else await self._run(key, request, pause)
        if isinstance(kept.result, Exception):
            # The same error is raised many times, and its traceback would grow.
            raise kept.result.with_traceback(None)
        found: T = kept.result
        return found

    async def _run(self, key: Hashable, request: _Request[T], pause: _Pause) -> _Kept:
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.ensure_future(self._keep(key, request, pause))
            task.add_done_callback(lambda _task: self._running.pop(key, None))
        # A client that disconnects must not end the request of others.
        return await asyncio.shield(task)

    async def _keep(self, key: Hashable, request: _Request[T], pause: _Pause) -> _Kept:
        kept_by = self._kept
        try:
            kept = _Kept(*await request())
        except (_Unavailable, RevocationDataRefused) as error:
            kept = _Kept(error, self._clock.now() + pause(error))
        kept_by[key] = kept
        while len(kept_by) > _MOST_KEPT:
            kept_by.popitem(last=False)
        return kept


def _names(certificate: x509.Certificate, issuer: x509.Certificate) -> tuple[str, str]:
    return _fingerprint(certificate), _fingerprint(issuer)


def _fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(SHA256()).hex()
