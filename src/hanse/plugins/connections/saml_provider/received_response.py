"""Verification of a partner's response (SAML profiles, section 4.1.4), requested by this server or not."""

from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

from hanse.crypto.xml.errors import DecryptionFailed, SignatureRefused, XmlRefused
from hanse.kit.texts.messages import message
from hanse.plugins.connections.saml_provider.artifact_resolver import ArtifactResolver, ResolvedMessage
from hanse.plugins.connections.saml_provider.authn_request import PendingAuthnRequest, new_message_id
from hanse.plugins.connections.saml_provider.settings import TOLERANCE, SamlProvider
from hanse.plugins.contracts.adapters import AdapterRequest, LoggedResponse, Success
from hanse.plugins.provider_failures import FailureCode, ProviderFailure, passed_message
from hanse.saml.assertion_checks import Recipient, check_bearer
from hanse.saml.assertions import Assertion, AuthnStatement
from hanse.saml.attributes import attribute_values
from hanse.saml.bindings import RELAY_STATE, SAML_ARTIFACT, SAML_RESPONSE, read_post
from hanse.saml.envelopes import Envelope, Header, SignatureTrust, check_destination, open_envelope
from hanse.saml.errors import AUTHN_FAILED, NO_AUTHN_CONTEXT, NO_PASSIVE, REQUEST_DENIED
from hanse.saml.name_ids import name_id_text
from hanse.saml.responses import RESPONSE, ReceivedResponse, read_response
from hanse.saml.statuses import Status
from hanse.saml.xml_names import BINDING_ARTIFACT, BINDING_POST

_FAILURES: Final = {
    NO_PASSIVE: FailureCode.NEEDS_USER,
    AUTHN_FAILED: FailureCode.DENIED,
    NO_AUTHN_CONTEXT: FailureCode.DENIED,
    REQUEST_DENIED: FailureCode.DENIED,
}
_CODES: Final[dict[type[XmlRefused], FailureCode]] = {
    SignatureRefused: FailureCode.SIGNATURE,
    DecryptionFailed: FailureCode.DECRYPTION,
}
_LONGEST_CODE: Final = 128


@dataclass(frozen=True)
class ResponseCheck:
    """The verification of one response. All methods raise ProviderFailure."""

    provider: SamlProvider
    pending: PendingAuthnRequest
    request: AdapterRequest

    @property
    def _is_requested(self) -> bool:
        return bool(self.pending.id)

    def success(self) -> Success:
        """Return the user whom the partner has authenticated. Each assertion is accepted once."""
        try:
            received, envelope = self._received()
            assertion, until = self._accepted(received)
        except XmlRefused as error:
            raise _invalid(str(error), _CODES.get(type(error), FailureCode.INVALID)) from error
        statement = self._statement(assertion)
        subject = None if assertion.subject is None else assertion.subject.name_id
        if subject is None:
            raise _invalid("The assertion does not identify the user.")
        if not self.request.services.claim(f"{assertion.issuer}\0{assertion.id}", until):
            raise _invalid("The assertion was already used.")
        audience = self._audience(assertion)
        return Success(
            attributes={**attribute_values(assertion.attributes), self.provider.subject: subject.value},
            acr=self.provider.local_context(statement.class_ref or ""),
            auth_time=statement.authn_instant.timestamp(),
            remote_session=statement.session_index or "",
            remote_subject=name_id_text(subject),
            virtual_id=audience if audience in self.provider.virtual_ids else "",
            received=self._for_log(received.header, assertion, envelope),
        )

    def _for_log(self, header: Header, assertion: Assertion, envelope: Envelope) -> LoggedResponse:
        details = {
            "request": self.pending.id,
            "response": header.id,
            "assertion": assertion.id,
            "consumer": self.pending.acs_url,
            "server": self._audience(assertion),
        }
        xml = envelope.document.root.serialized() if self.provider.logs_messages else b""
        return LoggedResponse({name: value for name, value in details.items() if value}, xml)

    def _received(self) -> tuple[ReceivedResponse, Envelope]:
        """Return the response, and the message that contained it."""
        form, provider = self.request.form or {}, self.provider
        if self._is_requested:
            if not compare_digest(form.get(RELAY_STATE, "").encode(), self.pending.relay_state.encode()):
                raise _invalid("The relay state of the response is not that of the request.")
        elif not provider.accepts_unsolicited:
            raise _invalid("The connection does not accept responses that this server has not requested.")
        trust = provider.trust(self.request)
        if trust.is_empty:
            raise _invalid("The connection has no valid certificate of the partner.", FailureCode.SIGNATURE)
        arrived = self._arrived(form, trust)
        if arrived.envelope.issuer != provider.entity_id:
            raise _invalid("Another partner issued the response.")
        received = read_response(
            arrived.envelope, trust, provider.decryption, signature_required=not arrived.is_authentic
        )
        header = received.header
        by_browser = SAML_ARTIFACT not in form
        check_destination(header, [self.pending.acs_url], is_signed=received.response_signed and by_browser)
        # An unsigned response may differ from the assertion in it, so the assertion names the request as well.
        if header.in_response_to != (self.pending.id or None):
            raise _invalid("The response answers another request.")
        return received, arrived.envelope

    def _arrived(self, form: Mapping[str, str], trust: SignatureTrust) -> ResolvedMessage:
        """Return the response that the browser has brought, or the one for which it has brought an artifact."""
        provider, artifact = self.provider, form.get(SAML_ARTIFACT)
        if (BINDING_POST if artifact is None else BINDING_ARTIFACT) not in provider.response_bindings:
            raise _invalid("The connection does not accept responses by this binding.")
        if artifact is None:
            envelope = open_envelope(read_post(form.get(SAML_RESPONSE, "")), [RESPONSE])
            return ResolvedMessage(envelope, is_authentic=False)
        if provider.artifacts is None:
            raise _invalid("The connection has no artifact resolver location.")
        header = Header(new_message_id(self.request), self.request.now, self.pending.issuer)
        sender = self.request.services.http(provider.artifacts.channel.connection)
        return ArtifactResolver(provider.artifacts, sender, trust).resolve(artifact, header, RESPONSE)

    def _accepted(self, received: ReceivedResponse) -> tuple[Assertion, float]:
        """Return the assertion, and for how many seconds its identifier must be remembered."""
        assertion = received.assertion
        if assertion is None:
            # Anybody can bring an unsigned response that was not requested, with a message of their own.
            is_from_partner = self._is_requested or received.response_signed
            raise _refusal(received.status, passed_message(received.status.message) if is_from_partner else "")
        if self.provider.requires_signed_assertion and not received.assertion_signed:
            raise _invalid("The assertion is not signed.", FailureCode.SIGNATURE)
        if assertion.issuer != self.provider.entity_id:
            raise _invalid("Another partner issued the assertion.")
        recipient = Recipient(
            audiences={self._audience(assertion)},
            addresses=(self.pending.acs_url,),
            requests=(self.pending.id,) if self._is_requested else (),
            allow_unsolicited=not self._is_requested,
        )
        until = check_bearer(assertion, recipient, self.request.now, TOLERANCE)
        return assertion, (until - self.request.now).total_seconds()

    def _audience(self, assertion: Assertion) -> str:
        """Return the entity ID of this server that the audiences of the assertion must include.

        It is the issuer of the request. Mappings depend on it, so no other virtual server ID of the connection will do.
        An unsolicited assertion can be meant for any of them; the default one is returned if none matches.
        """
        usual = self.pending.issuer
        if self._is_requested or assertion.conditions is None:
            return usual
        restrictions = assertion.conditions.audiences
        known = (usual, *self.provider.virtual_ids)
        return next((each for each in known if all(each in audiences for audiences in restrictions)), usual)

    def _statement(self, assertion: Assertion) -> AuthnStatement:
        """Return the statement about the user's authentication, which must be as recent as requested."""
        if not assertion.authn_statements:
            raise _invalid("The assertion does not state that the user was authenticated.")
        statement, max_age = assertion.authn_statements[0], self.pending.max_age
        if statement.authn_instant > self.request.now + TOLERANCE.before:
            raise _invalid("The user's authentication is in the future.")
        if max_age is not None:
            earliest = self.pending.sent if max_age == 0 else self.request.now.timestamp() - max_age
            if statement.authn_instant.timestamp() < earliest - TOLERANCE.after.total_seconds():
                raise ProviderFailure(FailureCode.TOO_OLD, "The user's authentication at the partner is too old.")
        return statement


def _refusal(status: Status, shown: str) -> ProviderFailure:
    code = status.detail or status.code
    named = code[:_LONGEST_CODE] if code.isascii() and code.isprintable() else "unreadable"
    text = message("The partner answered with the status {status}.", status=named)
    return ProviderFailure(_FAILURES.get(code, FailureCode.ERROR), text, shown)


def _invalid(reason: str, code: FailureCode = FailureCode.INVALID) -> ProviderFailure:
    return ProviderFailure(code, message("The partner's response is not valid: {reason}", reason=reason))
