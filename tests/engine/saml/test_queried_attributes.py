"""Attributes that provisioning requests from the attribute service of a partner after a sign-in."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.saml.attributes import SamlAttribute
from tests.engine.saml.identity_provider import CONNECTION, SamlSite, saml_connection
from tests.engine.saml.test_attribute_requests import OWN_KEY, SERVICE, Authority
from tests.engine.saml.test_user_provisioning import is_signed_in, jit, known, provisioning, sign_in
from tests.support.certified_keys import pair
from tests.support.configurations import replace as save
from tests.support.json_service import serving_json

__all__ = ["jit"]


@pytest.fixture
def authority(jit: SamlSite) -> Iterator[Authority]:
    jit.site.add(SIGNING_KEY_PAIRS, pair(OWN_KEY))
    with serving_json() as served:
        made = Authority(served, jit.site.engine.clock)
        made.change = lambda assertion: replace(assertion, attributes=(SamlAttribute("urn:city", ("Lübeck",)),))
        configure(jit, made)
        yield made


def configure(jit: SamlSite, authority: Authority, **more: Any) -> None:
    attributes = {"attributeContract": [{"name": "city"}], "doAttributeQuery": True}
    body = saml_connection(jitProvisioning=provisioning(userAttributes=attributes, **more))
    body["credentials"]["signingSettings"] = {"signingKeyPairRef": {"id": OWN_KEY}}
    names = [{"localName": "city", "remoteName": "urn:city"}]
    body["attributeQuery"] = {"url": f"{authority.service.url}{SERVICE}", "nameMappings": names}
    save(jit.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
    jit.site.engine.caught_up()


def test_attributes_that_the_assertion_lacks_are_requested(jit: SamlSite, authority: Authority) -> None:
    assert is_signed_in(sign_in(jit, city=""))
    assert known(jit).attributes["city"] == "Lübeck"
    asked = authority.query()
    assert (asked.name_id.value, [each.name for each in asked.attributes]) == ("joe@partner", ["urn:city"])


def test_attributes_of_the_assertion_are_not_requested(jit: SamlSite, authority: Authority) -> None:
    assert is_signed_in(sign_in(jit))
    assert known(jit).attributes["city"] == "Visby"
    assert authority.queries == []


def test_a_failed_query_ends_the_sign_in_if_provisioning_must_not_fail(jit: SamlSite, authority: Authority) -> None:
    del authority.service.makers[SERVICE]
    assert not is_signed_in(sign_in(jit, city=""))
    configure(jit, authority, errorHandling="CONTINUE_SSO")
    assert is_signed_in(sign_in(jit, city=""))
