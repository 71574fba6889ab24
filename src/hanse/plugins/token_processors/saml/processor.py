"""Validates a SAML 2.0 assertion: signature, issuer, audience, recipient, times and, by default, its single use."""

from datetime import datetime, timedelta
from typing import Final

from cryptography import x509

from hanse.config.plugins.numbers import number
from hanse.config.plugins.plugin import Settings
from hanse.crypto.certificate_chains import UnfitCertificate, public_key_of
from hanse.crypto.distinguished_names import NameKey, name_key, parsed_name
from hanse.crypto.xml.algorithms import MODERN, WITH_SHA1
from hanse.crypto.xml.errors import XmlRefused
from hanse.plugins.contracts.token_processors import ProcessedToken, SingleUse, TokenProcessorServices, TokenRefused
from hanse.plugins.token_processors.saml import setting_names
from hanse.saml.assertion_checks import ClockTolerance, Recipient, check_bearer
from hanse.saml.assertions import Assertion
from hanse.saml.attributes import SAML_SUBJECT, attribute_values
from hanse.saml.bindings import from_base64url
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.responses import open_assertion

_MOST_CERTIFICATES: Final = 10


def certificates_problem(text: str) -> str | None:
    """Return the reason why a text is not a list of certificates, or None."""
    try:
        found = x509.load_pem_x509_certificates(text.encode())
        for each in found:
            public_key_of(each)
    except (ValueError, UnfitCertificate):
        return "Enter certificates in PEM, with RSA keys of at least 2048 bits or EC keys."
    return None if len(found) <= _MOST_CERTIFICATES else "Enter at most ten certificates."


def name_problem(text: str) -> str | None:
    """Return the reason why a text is not a distinguished name, or None."""
    try:
        parsed_name(text)
    except ValueError:
        return "Enter a distinguished name such as CN=app, O=Example."
    return None


class SamlProcessor:
    """Validates assertions of one issuer; the interface is `contracts.token_processors.SecurityTokenProcessor`."""

    def __init__(self, settings: Settings) -> None:
        self._issuer = settings.text(setting_names.ISSUER)
        pem = settings.text(setting_names.CERTIFICATES)
        # Existing configurations may have neither an issuer nor certificates. No assertion is accepted with them.
        self._certificates = x509.load_pem_x509_certificates(pem.encode()) if pem else []
        self._issuers = _names(settings, setting_names.ISSUER_DNS, setting_names.ISSUER_DN)
        self._subjects = _names(settings, setting_names.SUBJECT_DNS, setting_names.SUBJECT_DN)
        self._audience = frozenset(settings.text(setting_names.AUDIENCE).split())
        self._recipients = frozenset(settings.text(setting_names.RECIPIENT).split())
        tolerance = timedelta(seconds=number(settings, setting_names.TOLERANCE))
        self._tolerance = ClockTolerance(tolerance, tolerance)
        self._longest = timedelta(minutes=number(settings, setting_names.MAXIMUM_LIFETIME)) + 2 * tolerance
        self._is_once = settings.flag(setting_names.REPLAY_PREVENTION)
        self._algorithms = WITH_SHA1 if settings.flag(setting_names.ACCEPT_SHA1) else MODERN

    def process(self, token: str, services: TokenProcessorServices) -> ProcessedToken:
        """Return the content of a valid assertion. Raises TokenRefused."""
        if not self._issuer or not self._certificates:
            raise TokenRefused("the processor has no trusted issuer")
        try:
            presented = open_assertion(from_base64url(token))
            if presented.issuer != self._issuer:
                raise TokenRefused("its issuer is another one")
            assertion = presented.verified(SignatureTrust(self._valid(services.now), self._algorithms))
            expires = check_bearer(assertion, self._recipient(services), services.now, self._tolerance)
        except XmlRefused as error:
            raise TokenRefused(str(error)) from error
        if expires > services.now + self._longest:
            raise TokenRefused("it is valid for too long")
        subject = _subject(assertion)
        return ProcessedToken(
            subject=subject,
            issuer=self._issuer,
            attributes={**attribute_values(assertion.attributes), SAML_SUBJECT: subject},
            single_use=SingleUse(assertion.id, expires.timestamp()) if self._is_once else None,
        )

    def _valid(self, now: datetime) -> list[x509.Certificate]:
        return [
            each
            for each in self._certificates
            if each.not_valid_before_utc <= now <= each.not_valid_after_utc
            and (not self._issuers or name_key(each.issuer) in self._issuers)
            and (not self._subjects or name_key(each.subject) in self._subjects)
        ]

    def _recipient(self, services: TokenProcessorServices) -> Recipient:
        return Recipient(
            audiences=self._audience or services.audiences,
            addresses=self._recipients or services.audiences,
            allow_unsolicited=True,
            # The application requested the assertion itself, so that this server does not know the request.
            allow_any_request=bool(self._recipients),
            allow_bare_confirmation=True,
        )


def _names(settings: Settings, table: str, column: str) -> frozenset[NameKey]:
    return frozenset(parsed_name(row[column]) for row in settings.rows(table))


def _subject(assertion: Assertion) -> str:
    name_id = None if assertion.subject is None else assertion.subject.name_id
    if name_id is None:
        raise TokenRefused("it has no name identifier")
    return name_id.value
