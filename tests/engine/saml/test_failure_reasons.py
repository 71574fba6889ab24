"""The trace says why a sign-in at a SAML identity provider failed, at the step of its connection."""

import asyncio
from collections.abc import Callable

import pytest

from hanse.crypto.xml.elements import XmlElement, new_element
from hanse.crypto.xml.encryption import encrypt_element
from hanse.kit.randomness import SystemRandomness
from hanse.kit.sign_in_traces import FailureReason, StepKind, TracedStep, TraceFilter
from hanse.resources.authentication.sign_in_traces.failure_texts import failure_text
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.assertions import ENCRYPTED_ASSERTION, Conditions
from hanse.saml.errors import AUTHN_FAILED, NO_PASSIVE, RESPONDER, UNSUPPORTED_BINDING
from hanse.saml.statuses import Status
from tests.engine.saml.identity_provider import (
    CONNECTION,
    FORGED_KEY,
    ReceivedRequest,
    SamlSite,
    saml_connection,
    signed,
)
from tests.engine.signin.site import returned
from tests.engine.trace.test_sign_in_trace import steps, summaries
from tests.support.certified_keys import certificate, pair
from tests.support.configurations import replace

Make = Callable[[SamlSite, ReceivedRequest], XmlElement]


def status(code: str) -> Make:
    return lambda saml, request: saml.partner.message(request, None, Status(RESPONDER, code))


def encrypted_for(key: str) -> Make:
    def make(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
        assertion = signed(saml.partner.assertion(request).to_element())
        content = encrypt_element(assertion, certificate(key), randomness=SystemRandomness())
        return saml.partner.message(request, new_element(ENCRYPTED_ASSERTION, None, content))

    return make


def for_another_audience(saml: SamlSite, request: ReceivedRequest) -> XmlElement:
    assertion = saml.partner.assertion(request)
    assert assertion.conditions is not None
    other = Conditions(
        assertion.conditions.not_before, assertion.conditions.not_on_or_after, (("https://other.example",),)
    )
    return saml.partner.response(request, saml.partner.assertion(request, conditions=other))


CASES: dict[str, tuple[Make, FailureReason, str]] = {
    "other key": (
        lambda saml, request: saml.partner.response(request, key=FORGED_KEY),
        FailureReason.PROVIDER_SIGNATURE_INVALID,
        "Check the partner's certificates",
    ),
    "other decryption key": (
        encrypted_for("rsa-2"),
        FailureReason.PROVIDER_RESPONSE_NOT_DECRYPTED,
        "Check the decryption keys",
    ),
    "audience": (for_another_audience, FailureReason.PROVIDER_RESPONSE_INVALID, "another audience"),
    "denied": (status(AUTHN_FAILED), FailureReason.PROVIDER_DENIED, "AuthnFailed"),
    "page needed": (status(NO_PASSIVE), FailureReason.SIGN_IN_REQUIRED, "prompt=none"),
    "error": (status(UNSUPPORTED_BINDING), FailureReason.PROVIDER_FAILED, "UnsupportedBinding"),
}


def failures(saml: SamlSite) -> list[TracedStep]:
    """Return the steps of the connection that failed, in all traces."""
    engine = saml.site.engine
    traces = [asyncio.run(engine.state.traces.get(each.id, engine.now())) for each in summaries(saml.site)]
    found = [step for trace in traces if trace is not None for step in steps(trace)]
    return [each for each in found if each.kind is StepKind.CONNECTION and each.reason is not None]


@pytest.mark.parametrize("case", CASES)
def test_each_failure_has_its_own_reason(saml: SamlSite, case: str) -> None:
    make, reason, sentence = CASES[case]
    saml.site.add(SIGNING_KEY_PAIRS, pair("rsa-1"))
    body = saml_connection(decryptionPolicy={"assertionEncrypted": True})
    body["credentials"]["decryptionKeyPairRef"] = {"id": "rsa-1"}
    replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()
    user = saml.site.browser()
    request = saml.away(user)
    assert "error" in returned(saml.answer(user, make(saml, request), request.relay_state))
    (failed,) = failures(saml)
    assert (failed.reason, failed.id) == (reason, CONNECTION)
    assert sentence in str(failure_text(reason, failed.detail))


def test_an_old_authentication_is_the_reason(saml: SamlSite) -> None:
    user = saml.site.browser()
    assertion = saml.partner.assertion(saml.away(user))
    saml.site.engine.clock.advance(minutes=30)
    user = saml.site.browser()
    request = saml.away(user, prompt="login")
    stale = saml.partner.assertion(request, authn_statements=assertion.authn_statements)
    assert "error" in returned(saml.answer(user, saml.partner.response(request, stale), request.relay_state))
    assert [each.reason for each in failures(saml)] == [FailureReason.AUTHENTICATION_TOO_OLD]


def test_the_traces_of_a_connection_are_found_by_its_id(saml: SamlSite) -> None:
    engine = saml.site.engine
    saml.away(saml.site.browser())
    returned(saml.sign_in(saml.site.browser()))
    every = {each.id for each in summaries(saml.site)}

    def found(connection: str) -> set[str]:
        wanted = TraceFilter(connection_id=connection)
        return {each.id for each in asyncio.run(engine.state.traces.page(wanted, engine.now())).items}

    # A sign-in that waits for the partner is found as well.
    assert len(every) == 2
    assert found(CONNECTION) == every
    assert found("another") == set()
