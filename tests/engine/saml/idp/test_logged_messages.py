"""The audit log of sign-ins at a partner: details by logging mode, and no values of masked attributes."""

import pytest

from hanse.engine.trace.masking import MASK
from hanse.resources.authentication.adapters.resource import ADAPTERS
from tests.engine.saml.idp.service_provider import ServiceProvider, verifying
from tests.engine.signin.site import Visitor
from tests.support.configurations import replace
from tests.support.log_lines import log_lines

ISSUED = "SAML assertion issued"


@pytest.fixture
def masked(provider: ServiceProvider) -> ServiceProvider:
    """Declare the user name as masked, which is the name identifier and the attribute `mail`."""
    engine = provider.site.engine
    with engine.core.configuration.reading() as view:
        body = view.get(ADAPTERS, provider.adapter).body
    for each in body["attributeContract"]["coreAttributes"]:
        each["masked"] = each["name"] == "username"
    replace(engine.core.configuration, ADAPTERS, provider.adapter, body)
    engine.caught_up()
    return provider


def logged(provider: ServiceProvider, joe: Visitor) -> str:
    """Return the line of a sign-in; empty if there is none."""
    page = joe.follow(joe.browser.get(provider.redirect(provider.request())))
    with log_lines() as lines:
        answer = joe.sign_in(page)
    assert provider.receive(answer, f"_request{provider.requests}").assertion is not None
    return next((each for each in lines.getvalue().splitlines() if ISSUED in each), "")


def test_the_logging_mode_determines_the_details(provider: ServiceProvider, joe: Visitor) -> None:
    found = {}
    for mode in ("NONE", "STANDARD", "ENHANCED", "FULL"):
        provider.connect(loggingMode=mode)
        found[mode] = logged(provider, provider.site.browser())
    assert found["NONE"] == ""
    assert "subject='joe'" in found["STANDARD"]
    assert "consumer=" not in found["STANDARD"]
    assert "consumer=" in found["ENHANCED"]
    assert "AttributeValue" not in found["ENHANCED"]
    assert ">joe</saml:AttributeValue>" in found["FULL"]
    assert ">joe</saml:NameID>" in found["FULL"]


def test_values_of_masked_attributes_are_not_logged(masked: ServiceProvider, joe: Visitor) -> None:
    masked.connect(loggingMode="FULL")
    line = logged(masked, joe)
    assert f">{MASK}</saml:AttributeValue>" in line
    assert f">{MASK}</saml:NameID>" in line
    assert f"subject='{MASK}'" in line
    assert "joe" not in line


@pytest.mark.parametrize("mode", ["STANDARD", "ENHANCED"])
def test_a_masked_name_identifier_is_not_logged_in_other_modes(
    masked: ServiceProvider, joe: Visitor, mode: str
) -> None:
    masked.connect(loggingMode=mode)
    line = logged(masked, joe)
    assert f"subject='{MASK}'" in line
    assert "joe" not in line


def test_encrypted_assertions_are_logged_encrypted(masked: ServiceProvider, joe: Visitor) -> None:
    credentials = {**masked.connection["credentials"], "certs": [verifying(encrypts=True)]}
    masked.connect(loggingMode="FULL", credentials=credentials, sso={"encryptionPolicy": {"encryptAssertion": True}})
    page = joe.follow(joe.browser.get(masked.redirect(masked.request())))
    with log_lines() as lines:
        joe.sign_in(page)
    line = next(each for each in lines.getvalue().splitlines() if ISSUED in each)
    assert "EncryptedAssertion" in line
    assert "joe" not in line
