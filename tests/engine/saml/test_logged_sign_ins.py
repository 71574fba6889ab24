"""The audit log of users whom partners authenticate: details by logging mode, and no values of masked attributes."""

from dataclasses import replace

import pytest

from hanse.crypto.xml.elements import new_element
from hanse.crypto.xml.encryption import encrypt_element
from hanse.engine.trace.masking import MASK
from hanse.kit.randomness import SystemRandomness
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.assertions import ENCRYPTED_ASSERTION, SubjectConfirmation
from tests.engine.saml.identity_provider import (
    ACS,
    CONNECTION,
    PARTNER,
    ReceivedRequest,
    SamlSite,
    saml_connection,
    signed,
)
from tests.engine.signin.site import returned
from tests.support import configurations
from tests.support.certified_keys import certificate, pair
from tests.support.instances import Body
from tests.support.log_lines import log_lines

ACCEPTED, REFUSED = "partner sign-in accepted", "partner sign-in refused"
MASKED = {
    "attributeContract": {
        "coreAttributes": [{"name": "SAML_SUBJECT", "masked": True}],
        "extendedAttributes": [{"name": "mail", "masked": True}, {"name": "groups"}],
    }
}


def connect(saml: SamlSite, mode: str, members: Body | None = None, **changes: object) -> None:
    """Replace the connection by one with a logging mode. `changes` are those of Browser SSO."""
    body = {**saml_connection(**changes), "loggingMode": mode, **(members or {})}
    configurations.replace(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    saml.site.engine.caught_up()


def logged(saml: SamlSite) -> tuple[ReceivedRequest, str]:
    """Sign in, and return the request and the line of the log; an empty one if there is none."""
    user = saml.site.browser()
    request = saml.away(user)
    response = saml.partner.response(request)
    with log_lines() as lines:
        assert "code" in returned(saml.answer(user, response, request.relay_state))
    return request, line_in(lines.getvalue(), ACCEPTED)


def line_in(lines: str, event: str) -> str:
    return next((each for each in lines.splitlines() if event in each), "")


def test_the_logging_mode_determines_the_details(saml: SamlSite) -> None:
    found = {}
    for mode in ("NONE", "STANDARD", "ENHANCED", "FULL"):
        connect(saml, mode)
        found[mode] = logged(saml)
    assert found["NONE"][1] == ""
    standard = found["STANDARD"][1]
    assert "subject='joe@partner'" in standard
    assert f"partner='{PARTNER}'" in standard
    assert ACS not in standard
    request, enhanced = found["ENHANCED"]
    assert f"consumer='{ACS}'" in enhanced
    assert f"request='{request.message.header.id}'" in enhanced
    assert "assertion='_a" in enhanced
    assert "AttributeValue" not in enhanced
    full = found["FULL"][1]
    assert ">joe@partner</" in full
    assert ">joe@partner.example</" in full


def test_values_of_masked_attributes_are_not_logged(saml: SamlSite) -> None:
    for mode in ("STANDARD", "ENHANCED", "FULL"):
        connect(saml, mode, **MASKED)
        line = logged(saml)[1]
        assert f"subject='{MASK}'" in line
        assert "joe" not in line
    assert f">{MASK}</saml:AttributeValue>" in line
    assert f">{MASK}</saml:NameID>" in line
    assert ">staff</" in line


def test_a_masked_value_is_not_logged_under_another_name(saml: SamlSite) -> None:
    connect(saml, "FULL", attributeContract={"extendedAttributes": [{"name": "mail", "masked": True}]})
    user = saml.site.browser()
    request = saml.away(user)
    usual = saml.partner.assertion(request)
    copied = replace(usual.attributes[0], name="copy")
    made = replace(usual, attributes=(*usual.attributes, copied))
    response = saml.partner.response(request, made)
    with log_lines() as lines:
        saml.answer(user, response, request.relay_state)
    line = line_in(lines.getvalue(), ACCEPTED)
    assert "copy" in line
    assert "joe@partner.example" not in line


def test_encrypted_assertions_are_logged_encrypted(saml: SamlSite) -> None:
    saml.site.add(SIGNING_KEY_PAIRS, pair("rsa-9"))
    credentials = {**saml_connection()["credentials"], "decryptionKeyPairRef": {"id": "rsa-9"}}
    connect(saml, "FULL", {"credentials": credentials}, decryptionPolicy={"assertionEncrypted": True})
    user = saml.site.browser()
    request = saml.away(user)
    assertion = signed(saml.partner.assertion(request).to_element())
    encrypted = encrypt_element(assertion, certificate("rsa-9"), randomness=SystemRandomness())
    content = new_element(ENCRYPTED_ASSERTION, None, encrypted)
    response = saml.partner.message(request, content)
    with log_lines() as lines:
        assert "code" in returned(saml.answer(user, response, request.relay_state))
    line = line_in(lines.getvalue(), ACCEPTED)
    assert "EncryptedAssertion" in line
    assert "joe@partner.example" not in line


@pytest.mark.parametrize(("mode", "is_logged"), [("NONE", False), ("STANDARD", True), ("FULL", True)])
def test_a_refused_response_is_logged_without_its_contents(saml: SamlSite, mode: str, *, is_logged: bool) -> None:
    connect(saml, mode)
    user = saml.site.browser()
    request = saml.away(user)
    confirmation = SubjectConfirmation(recipient="https://other.example/acs")
    usual = saml.partner.assertion(request)
    assert usual.subject is not None
    made = replace(usual, subject=replace(usual.subject, confirmations=(confirmation,)))
    response = saml.partner.response(request, made)
    with log_lines() as lines:
        saml.answer(user, response, request.relay_state)
    assert ACCEPTED not in lines.getvalue()
    line = line_in(lines.getvalue(), REFUSED)
    assert bool(line) is is_logged
    assert "joe@partner" not in line
    assert ("reason=" in line) is is_logged
