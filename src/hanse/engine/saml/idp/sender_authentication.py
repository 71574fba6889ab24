"""Authentication of partners on the back channel: HTTP Basic authentication, and TLS client certificates.

A connection can require both. Signatures of messages are verified by the callers.
"""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final, Protocol

from cryptography import x509

from hanse.engine.anchored_signers import SigningPartner
from hanse.engine.failed_attempts import FailedAttempts
from hanse.engine.http.request import Request
from hanse.engine.mutual_tls.authorities import CertificatePurpose
from hanse.engine.mutual_tls.named_certificates import CertificateRefused, NamedCertificates, named_certificates
from hanse.engine.mutual_tls.presented_certificate import presented_certificate
from hanse.engine.services import Services
from hanse.resources.federation.connections.back_channel import InboundBackChannelAuth
from hanse.saml.errors import RequestDenied

_SCHEME: Final = b"basic "


class BackChannelSender(SigningPartner, Protocol):
    """A partner of either role that sends messages without a browser."""

    @property
    def id(self) -> str:
        """Return the ID of the connection."""
        ...

    @property
    def entity_id(self) -> str:
        """Return the entity ID of the partner."""
        ...

    @property
    def inbound(self) -> InboundBackChannelAuth:
        """Return the authentication that the partner needs."""
        ...

    @property
    def password(self) -> str:
        """Return the password with which the partner authenticates; empty for none."""
        ...

    @property
    def client_certificates(self) -> Sequence[x509.Certificate]:
        """Return the active certificates with which the partner authenticates as a TLS client."""
        ...

    @property
    def verifies_signatures(self) -> bool:
        """Return whether the connection has active certificates, valid or not, or names of certificates."""
        ...


class SenderRefused(RequestDenied):
    """The sender has not authenticated with the user name and the password of the connection."""


class SenderLocked(RequestDenied):
    """The address of the sender has sent too many wrong passwords."""

    def __init__(self, seconds: int) -> None:
        super().__init__("Too many wrong passwords were sent for the connection from this address.")
        self.seconds = seconds


@dataclass(frozen=True)
class SenderAuthentication:
    """Checks the credentials of senders. Wrong passwords are counted for each partner and network address."""

    attempts: FailedAttempts
    certificates: NamedCertificates

    async def check(self, request: Request, partner: BackChannelSender) -> None:
        """Check what the connection requires. Raises RequestDenied, SenderRefused and SenderLocked."""
        required = partner.inbound
        if required.has_password:
            await self._check_password(request, partner, required)
        if required.requires_certificate:
            await self._check_certificate(request, partner, required)

    async def _check_password(
        self, request: Request, partner: BackChannelSender, required: InboundBackChannelAuth
    ) -> None:
        seconds = self.attempts.locked_seconds(request, partner.id)
        if seconds:
            raise SenderLocked(seconds)
        if not _has_password(request, partner, required):
            await self.attempts.add(request, partner.id)
            raise SenderRefused("The user name or the password on the back channel is wrong.")

    async def _check_certificate(
        self, request: Request, partner: BackChannelSender, required: InboundBackChannelAuth
    ) -> None:
        presented = presented_certificate(request)
        if presented is None:
            raise RequestDenied("The connection requires a TLS client certificate on the back channel.")
        now = self.certificates.clock.now()
        registered = (each for each in partner.client_certificates if each == presented.leaf)
        if any(each.not_valid_before_utc <= now <= each.not_valid_after_utc for each in registered):
            return
        subject, issuer = required.verification_subject_dn, required.verification_issuer_dn
        if not subject:
            raise RequestDenied("The TLS client certificate is not registered for the connection, or is not valid now.")
        try:
            await self.certificates.check(request, presented, subject, issuer or "")
        except CertificateRefused as refused:
            raise RequestDenied(str(refused)) from refused


def sender_authentication(services: Services) -> SenderAuthentication:
    """Return the checks with the services of an engine."""
    attempts = FailedAttempts(services.state.throttle, services.clock, "saml-back-channel")
    return SenderAuthentication(attempts, named_certificates(services, CertificatePurpose.PARTNER))


def _has_password(request: Request, partner: BackChannelSender, required: InboundBackChannelAuth) -> bool:
    """Compare user name and password in constant time."""
    sent = request.header(b"authorization") or b""
    credentials = required.http_basic_credentials
    username = "" if credentials is None else credentials.username or ""
    expected = f"{username}:{partner.password}".encode()
    try:
        presented = b64decode(sent[len(_SCHEME) :].strip(), validate=True)
    except ValueError:
        presented = b""
    is_basic = sent[: len(_SCHEME)].lower() == _SCHEME
    return is_basic and bool(partner.password) and compare_digest(presented, expected)
