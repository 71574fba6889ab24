"""Attribute queries to a SAML identity provider, and the verification of its responses (SAML profiles, section 6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from hanse.crypto.xml.elements import XmlElement
from hanse.crypto.xml.encryption import encrypt_element
from hanse.crypto.xml.errors import DecryptionFailed, SignatureRefused, XmlRefused
from hanse.crypto.xml.signatures import sign_enveloped
from hanse.data_stores.settings import SourceFailed
from hanse.kit.randomness import Randomness
from hanse.kit.texts.messages import message
from hanse.plugins.connections.saml_provider.settings import TOLERANCE, AttributeServiceSettings, NameIdEncryption
from hanse.plugins.connections.saml_provider.soap_client import is_delivered_by, send_soap
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.provider_failures import FailureCode, ProviderFailure
from hanse.saml.assertion_checks import Recipient, check_conditions
from hanse.saml.assertions import Assertion
from hanse.saml.attribute_queries import AttributeQuery
from hanse.saml.attributes import SAML_SUBJECT, SamlAttribute, attribute_values
from hanse.saml.envelopes import Header, SignatureTrust, envelope_of
from hanse.saml.errors import REQUEST_DENIED, UNKNOWN_PRINCIPAL, RequestDenied
from hanse.saml.name_ids import NameId
from hanse.saml.part_encryption import PLAIN, PartEncryption
from hanse.saml.responses import RESPONSE, ReceivedResponse, read_response
from hanse.saml.soap import read_soap

_OK: Final = 200
_REFUSALS: Final = (REQUEST_DENIED, UNKNOWN_PRINCIPAL)


@dataclass(frozen=True)
class AttributeRequester:
    """Requests attributes of users from one partner. All methods raise ProviderFailure."""

    settings: AttributeServiceSettings
    sender: HttpSender
    trust: SignatureTrust

    def attributes(
        self, subject: NameId, wanted: Sequence[str], header: Header, randomness: Randomness
    ) -> dict[str, str | list[str]]:
        """Return the values of wanted attributes, by this server's names; without names, all that the partner sends.

        `header` is that of the query, whose issuer is the entity ID of this server.
        """
        settings, encryption = self.settings, self.settings.encryption
        parts = PLAIN if encryption is None else _encrypted(encryption, randomness, header.issue_instant)
        requested = tuple(SamlAttribute(settings.names.get(name, name)) for name in wanted)
        query = AttributeQuery(header, subject, requested).to_element(parts)
        try:
            assertion = self._accepted(self._received(self._sent(query)), subject, header)
        except XmlRefused as error:
            raise _invalid(str(error), _CODES.get(type(error), FailureCode.INVALID)) from error
        local = {remote: name for name, remote in settings.names.items()}
        found = attribute_values(assertion.attributes)
        renamed = {local.get(name, name): value for name, value in found.items()}
        # A partner may send more than it was asked for.
        return {name: value for name, value in renamed.items() if not wanted or name in wanted}

    def _sent(self, query: XmlElement) -> bytes:
        signing, channel = self.settings.signing, self.settings.channel
        if signing is not None and channel.signing is None:
            sign_enveloped(
                query, signing.key, algorithm=signing.algorithm, include_certificate=signing.includes_certificate
            )
        try:
            answer = send_soap(self.sender, channel, self.settings.url, query)
        except SourceFailed as error:
            text = message("The attribute service does not answer: {reason}", reason=str(error))
            raise ProviderFailure(FailureCode.UNREACHABLE, text) from error
        if answer.status != _OK:
            text = message("The attribute service answered with the status {status}.", status=answer.status)
            raise ProviderFailure(FailureCode.ERROR, text)
        return answer.content

    def _received(self, content: bytes) -> ReceivedResponse:
        """Return a response that the partner has signed, or delivered over TLS with its certificate."""
        settings = self.settings
        envelope = envelope_of(read_soap(content), [RESPONSE])
        if envelope.issuer != settings.entity_id:
            raise _invalid("Another partner issued the response.")
        is_delivered = is_delivered_by(settings.channel, settings.url)
        received = read_response(envelope, self.trust, settings.decryption, signature_required=not is_delivered)
        # The status and the reference to the query are outside of the assertion.
        if not received.response_signed and (settings.requires_signed_response or not is_delivered):
            raise _invalid("The response is not signed.", FailureCode.SIGNATURE)
        return received

    def _accepted(self, received: ReceivedResponse, subject: NameId, header: Header) -> Assertion:
        """Return the assertion about the user of the query."""
        settings, assertion = self.settings, received.assertion
        if received.header.in_response_to != header.id:
            raise _invalid("The response answers another query.")
        if assertion is None:
            status = received.status.detail or received.status.code
            code = FailureCode.DENIED if status in _REFUSALS else FailureCode.ERROR
            raise ProviderFailure(code, message("The partner answered with the status {status}.", status=status[:128]))
        if settings.requires_signed_assertion and not received.assertion_signed:
            raise _invalid("The assertion is not signed.", FailureCode.SIGNATURE)
        if settings.requires_encrypted_assertion and not received.assertion_encrypted:
            raise _invalid("The assertion is not encrypted.", FailureCode.DECRYPTION)
        if assertion.issuer != settings.entity_id:
            raise _invalid("Another partner issued the assertion.")
        self._check_subject(assertion, subject)
        recipient = Recipient(audiences=(header.issuer,), addresses=(), requires_audience=False)
        check_conditions(assertion.conditions, recipient, header.issue_instant, TOLERANCE)
        return assertion

    @staticmethod
    def _check_subject(assertion: Assertion, subject: NameId) -> None:
        """Check that the assertion is about the user of the query (SAML core, section 3.3.4)."""
        found = None if assertion.subject is None else assertion.subject.name_id
        if found is None or found.value != subject.value:
            raise RequestDenied("The assertion is about another user.")
        if subject.format is not None and found.effective_format != subject.effective_format:
            raise RequestDenied("The assertion is about another user.")


_CODES: Final[dict[type[XmlRefused], FailureCode]] = {
    SignatureRefused: FailureCode.SIGNATURE,
    DecryptionFailed: FailureCode.DECRYPTION,
}


def _invalid(reason: str, code: FailureCode = FailureCode.INVALID) -> ProviderFailure:
    return ProviderFailure(code, message("The partner's response is not valid: {reason}", reason=reason))


def _encrypted(encryption: NameIdEncryption, randomness: Randomness, now: datetime) -> PartEncryption:
    """Return the encryption of a query's subject. Raises ProviderFailure if the certificate has expired."""
    if encryption.certificate.not_valid_after_utc < now:
        raise ProviderFailure(FailureCode.ERROR, "The encryption certificate of the connection has expired.")
    encrypt = partial(
        encrypt_element,
        recipient=encryption.certificate,
        randomness=randomness,
        cipher=encryption.cipher,
        key_transport=encryption.key_transport,
    )
    return PartEncryption(frozenset({SAML_SUBJECT}), encrypt)
