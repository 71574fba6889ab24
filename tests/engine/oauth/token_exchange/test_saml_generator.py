"""The SAML 2.0 token generator: assertions for partners (RFC 8693, section 3)."""

from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hanse.resources.applications.token_exchange.generator_groups import GENERATOR_GROUPS
from hanse.resources.applications.token_exchange.generator_mappings import GENERATOR_MAPPINGS
from hanse.resources.applications.token_exchange.generators import GENERATORS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.assertions import Assertion
from hanse.saml.attributes import SamlAttribute
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.responses import open_assertion
from hanse.saml.xml_names import CONFIRMATION_BEARER, CONFIRMATION_SENDER_VOUCHES
from tests.engine.oauth.token.deployment import refused
from tests.engine.oauth.token_exchange.exchange_site import ExchangeSite
from tests.support.certified_keys import certificate, certified, pair
from tests.support.mappings import from_source, text
from tests.support.token_exchange import (
    ACCESS_TOKEN,
    RESOURCE,
    SAML2,
    generator_group,
    generator_mapping,
    saml_generator,
)

ORDERS = f"{RESOURCE}/v1"
KEY = "rsa"


def mapping(subject: Any = None) -> dict[str, Any]:
    body = generator_mapping()
    body["attributeContractFulfillment"] = {
        "SAML_SUBJECT": subject or from_source("TOKEN_EXCHANGE_PROCESSOR_POLICY", "subject", "exchange-0"),
        "mail": text("joe@example.com"),
    }
    return body


@pytest.fixture(autouse=True)
def generator(site: ExchangeSite) -> None:
    """A generator of assertions for one resource."""
    site.deployment.add(SIGNING_KEY_PAIRS, pair(KEY))
    site.deployment.add(GENERATORS, saml_generator(0, KEY))
    site.deployment.add(GENERATOR_GROUPS, generator_group(0, RESOURCE, type_=SAML2))
    site.deployment.add(GENERATOR_MAPPINGS, mapping())


def change(site: ExchangeSite, **settings: str) -> None:
    site.deployment.change(GENERATORS, "generator-0", saml_generator(0, KEY, **settings))


def generated(site: ExchangeSite) -> tuple[bytes, dict[str, Any]]:
    """Return the XML of a new assertion, and the response."""
    content = site.exchanged(site.partner_token(), requested_token_type=SAML2, resource=ORDERS)
    token = content.pop("access_token")
    return urlsafe_b64decode(token + "=" * (-len(token) % 4)), content


def verified(xml: bytes) -> Assertion:
    return open_assertion(xml).verified(SignatureTrust([certificate(KEY)]))


def test_an_assertion_is_signed_and_has_the_mapped_attributes(site: ExchangeSite) -> None:
    xml, response = generated(site)
    assert response == {"issued_token_type": SAML2, "token_type": "N_A", "expires_in": 3600}
    found = verified(xml)
    now = datetime.fromtimestamp(int(site.deployment.engine.now()), UTC)
    assert (found.issuer, found.issue_instant.replace(microsecond=0)) == ("urn:hanse", now)
    assert found.attributes == (SamlAttribute("mail", ("joe@example.com",)),)
    assert found.subject is not None
    assert found.subject.name_id is not None
    assert found.subject.name_id.value == "joe"
    assert [each.method for each in found.subject.confirmations] == [CONFIRMATION_SENDER_VOUCHES]
    assert found.conditions is not None
    assert found.conditions.audiences == ((ORDERS,),)
    ends = found.conditions.not_on_or_after
    assert ends is not None
    assert ends.replace(microsecond=0) == now + timedelta(hours=1)
    assert b"X509Certificate" not in xml


def test_the_settings_determine_the_assertion(site: ExchangeSite) -> None:
    change(
        site,
        **{
            "Minutes Before": "1",
            "Minutes After": "2",
            "Audience": "urn:a urn:b",
            "Confirmation Method": CONFIRMATION_BEARER,
            "Include Certificate in KeyInfo": "true",
            "Signing Algorithm": "SHA512",
        },
    )
    xml, response = generated(site)
    assert response["expires_in"] == 120
    assert b"X509Certificate" in xml
    assert b"rsa-sha512" in xml
    found = verified(xml)
    assert found.conditions is not None
    assert found.conditions.audiences == (("urn:a", "urn:b"),)
    begins, ends = found.conditions.not_before, found.conditions.not_on_or_after
    assert begins is not None
    assert ends is not None
    assert ends - begins == timedelta(minutes=3)
    assert found.subject is not None
    [confirmation] = found.subject.confirmations
    assert (confirmation.method, confirmation.recipient, confirmation.not_on_or_after) == (
        CONFIRMATION_BEARER,
        "urn:a",
        ends,
    )


def test_the_key_of_a_pair_that_changes_is_used_at_once(site: ExchangeSite) -> None:
    site.deployment.change(SIGNING_KEY_PAIRS, KEY, pair(KEY, **certified("rsa-2")))
    xml, _ = generated(site)
    assert open_assertion(xml).verified(SignatureTrust([certificate("rsa-2")])).issuer == "urn:hanse"


def test_no_assertion_is_issued_that_cannot_say_what_it_must(site: ExchangeSite) -> None:
    own = site.own_token("gateway")
    actor = {"actor_token": own, "actor_token_type": ACCESS_TOKEN}
    answer = site.exchange(site.partner_token(), requested_token_type=SAML2, resource=ORDERS, **actor)
    refused(answer, 500, "server_error")
    # XML cannot contain the character.
    site.deployment.change(GENERATOR_MAPPINGS, "exchange-0|generator-0", mapping(text("a\x01")))
    refused(site.exchange(site.partner_token(), requested_token_type=SAML2, resource=ORDERS), 500, "server_error")
