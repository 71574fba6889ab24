"""Attribute queries: a service provider requests attributes of a user without a sign-in."""

from typing import Any

import httpx
import pytest

from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.system.data_stores.resource import DATA_STORES
from hanse.saml.attribute_queries import AttributeQuery
from hanse.saml.attributes import SamlAttribute
from hanse.saml.envelopes import DecryptionKeys, SignatureTrust, envelope_of
from hanse.saml.errors import REQUEST_DENIED, UNKNOWN_PRINCIPAL
from hanse.saml.name_ids import NameId
from hanse.saml.responses import RESPONSE, ReceivedResponse, read_response
from hanse.saml.soap import read_soap
from hanse.saml.xml_names import ATTRIBUTE_BASIC
from tests.engine.saml.idp.back_channel import assert_fault, basic, call, header, signed
from tests.engine.saml.idp.service_provider import (
    SERVER,
    SERVER_PAIR,
    ServiceProvider,
    encrypted_parts,
    partner_key,
    verifying,
)
from tests.support.certified_keys import certificate, pair, private_key
from tests.support.json_service import Service, rest_store, serving_json
from tests.support.mappings import from_source, text
from tests.support.sp_connections import PARTNER

PATH = "/idp/attrsvc.ssaml2"
ROLES = ("staff", "admins")
EXTERNAL = b"""<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><x>&a;</x></s:Body></s:Envelope>"""


def fulfilled() -> dict[str, Any]:
    return {
        "user": from_source("ATTRIBUTE_QUERY", "SAML_SUBJECT"),
        "company": text("Hanse"),
        "roles": {"source": {"type": "EXPRESSION"}, "value": '["staff", "admins"]'},
        "unknown": {"source": {"type": "NO_MAPPING"}, "value": ""},
    }


def connect(provider: ServiceProvider, query: dict[str, Any] | None = None, **credentials: Any) -> None:
    """Save a connection whose partner can query attributes."""
    values = fulfilled()
    usual = {"attributes": list(values), "attributeSources": [], "attributeContractFulfillment": values}
    own = {"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}}, "certs": [verifying()]}
    provider.connect(attributeQuery={**usual, **(query or {})}, credentials={**own, **credentials})


@pytest.fixture
def queried(provider: ServiceProvider) -> ServiceProvider:
    connect(provider)
    return provider


def query(provider: ServiceProvider, *names: str, **changes: Any) -> AttributeQuery:
    attributes = changes.pop("attributes", tuple(SamlAttribute(name, ()) for name in names))
    name_id = changes.pop("name_id", NameId("joe"))
    return AttributeQuery(header(provider, PATH, **changes), name_id, attributes)


def send_query(provider: ServiceProvider, asked: AttributeQuery) -> httpx.Response:
    return call(provider.site.engine, PATH, signed(asked.to_element()))


def received(
    provider: ServiceProvider,
    asked: AttributeQuery,
    *,
    is_signed: bool = False,
    decryption: DecryptionKeys | None = None,
) -> ReceivedResponse:
    answer = send_query(provider, asked)
    assert answer.status_code == 200, answer.text
    envelope = envelope_of(read_soap(answer.content), [RESPONSE])
    found = read_response(
        envelope, SignatureTrust([certificate(SERVER_PAIR)]), decryption, signature_required=is_signed
    )
    assert found.header.in_response_to == asked.header.id
    assert found.header.issuer == SERVER
    return found


def attributes_in(found: ReceivedResponse) -> dict[str, tuple[str, ...]]:
    assert found.assertion is not None
    return {each.name: each.values for each in found.assertion.attributes}


class TestAnswers:
    def test_a_query_without_attributes_gets_all_that_have_values(self, queried: ServiceProvider) -> None:
        found = received(queried, query(queried))
        assert attributes_in(found) == {"user": ("joe",), "company": ("Hanse",), "roles": ROLES}
        assertion = found.assertion
        assert assertion is not None
        assert assertion.subject is not None
        assert assertion.subject.name_id == NameId("joe")
        assert assertion.authn_statements == ()
        assert assertion.conditions is not None
        assert assertion.conditions.audiences == ((PARTNER,),)
        assert assertion.conditions.not_on_or_after is not None

    def test_only_queried_attributes_of_the_connection_are_answered(self, queried: ServiceProvider) -> None:
        found = received(queried, query(queried, "company", "mail", "unknown"))
        assert attributes_in(found) == {"company": ("Hanse",)}

    def test_a_query_for_values_gets_these_values_only(self, queried: ServiceProvider) -> None:
        wanted = (SamlAttribute("roles", ("admins", "owners"), ATTRIBUTE_BASIC), SamlAttribute("company", ("Other",)))
        found = received(queried, query(queried, attributes=wanted))
        assert attributes_in(found) == {"roles": ("admins",)}
        assert found.assertion is not None
        assert [each.name_format for each in found.assertion.attributes] == [ATTRIBUTE_BASIC]

    def test_the_subject_finds_the_user_in_attribute_sources(self, provider: ServiceProvider) -> None:
        with serving_json() as service:
            self._connect_store(provider, service)
            service.has("/users/joe", {"mail": "joe@example.com"})
            service.has("/users/amy", {"mail": "amy@example.com"})
            for name in ("joe", "amy"):
                found = received(provider, query(provider, name_id=NameId(name)))
                assert attributes_in(found) == {"mail": (f"{name}@example.com",)}
            nobody = received(provider, query(provider, name_id=NameId("eve")))
            assert nobody.status.detail == UNKNOWN_PRINCIPAL
            assert nobody.assertion is None

    def _connect_store(self, provider: ServiceProvider, service: Service) -> None:
        store = provider.site.add(DATA_STORES, rest_store(0, f"{service.url}/users"))
        source = {
            "type": "CUSTOM",
            "id": "users",
            "dataStoreRef": {"id": store},
            "filterFields": [{"name": "Resource Path", "value": "/${SAML_SUBJECT}"}],
        }
        mail = from_source("CUSTOM_DATA_STORE", "mail", "users")
        connect(
            provider,
            {"attributes": ["mail"], "attributeSources": [source], "attributeContractFulfillment": {"mail": mail}},
        )


class TestPolicy:
    @pytest.mark.parametrize("member", ["signResponse", "signAssertion"])
    def test_responses_and_assertions_are_signed(self, provider: ServiceProvider, member: str) -> None:
        connect(provider, {"policy": {member: True}})
        found = received(provider, query(provider), is_signed=True)
        assert (found.response_signed, found.assertion_signed) == (member == "signResponse", member == "signAssertion")

    def test_assertions_are_encrypted(self, provider: ServiceProvider) -> None:
        connect(
            provider,
            {"policy": {"encryptAssertion": True}},
            certs=[verifying(), verifying(encrypts=True, id_="rsa-3")],
        )
        keys = DecryptionKeys([private_key("rsa-3")])  # type: ignore[list-item]  # The key is an RSA key.
        found = received(provider, query(provider, "company"), decryption=keys)
        assert found.assertion_encrypted
        assert attributes_in(found) == {"company": ("Hanse",)}

    def test_an_encrypted_name_identifier_is_decrypted_and_can_be_required(self, provider: ServiceProvider) -> None:
        provider.site.add(SIGNING_KEY_PAIRS, pair("rsa-3"))
        parts = encrypted_parts("SAML_SUBJECT", key="rsa-3")
        wrong = encrypted_parts("SAML_SUBJECT", key=SERVER_PAIR)
        for is_required in (False, True):
            own = {"decryptionKeyPairRef": {"id": "rsa-3"}}
            connect(provider, {"policy": {"requireEncryptedNameId": is_required}}, **own)
            asked = query(provider, "user")
            answer = call(provider.site.engine, PATH, signed(asked.to_element(parts)))
            assert answer.status_code == 200
            assert b"joe" in answer.content
            assert_fault(call(provider.site.engine, PATH, signed(query(provider).to_element(wrong))))
            plain = send_query(provider, query(provider))
            assert plain.status_code == (500 if is_required else 200)
        connect(provider)
        assert_fault(call(provider.site.engine, PATH, signed(query(provider).to_element(parts))))

    def test_issuance_criteria_restrict_the_users(self, provider: ServiceProvider) -> None:
        criterion = {
            "source": {"type": "ATTRIBUTE_QUERY"},
            "attributeName": "SAML_SUBJECT",
            "condition": "EQUALS",
            "value": "amy",
        }
        connect(provider, {"issuanceCriteria": {"conditionalCriteria": [criterion]}})
        assert received(provider, query(provider)).status.detail == REQUEST_DENIED
        assert attributes_in(received(provider, query(provider, name_id=NameId("amy"))))["user"] == ("amy",)

    def test_a_password_does_not_replace_a_signature_that_the_policy_requires(self, provider: ServiceProvider) -> None:
        credentials = {"httpBasicCredentials": {"username": "partner", "password": "Schiffer12"}}
        authorization = basic("partner", "Schiffer12")
        for is_required in (False, True):
            connect(
                provider,
                {"policy": {"requireSignedAttributeQuery": is_required}},
                inboundBackChannelAuth={"type": "INBOUND", **credentials},
            )
            engine, asked = provider.site.engine, query(provider).to_element
            answer = call(engine, PATH, asked(), Authorization=authorization)
            assert answer.status_code == (500 if is_required else 200)
            assert call(engine, PATH, signed(asked()), Authorization=authorization).status_code == 200


class TestRefusals:
    def test_a_query_without_the_signature_of_the_partner_is_refused(self, queried: ServiceProvider) -> None:
        asked = query(queried).to_element
        assert_fault(call(queried.site.engine, PATH, asked()))
        assert_fault(call(queried.site.engine, PATH, signed(asked(), partner_key(SERVER_PAIR))))

    def test_a_connection_without_attribute_queries_refuses_them(self, queried: ServiceProvider) -> None:
        queried.connect(credentials=queried.connection["credentials"])
        assert_fault(send_query(queried, query(queried)))

    @pytest.mark.parametrize(
        "name_id",
        [NameId("joe", name_qualifier="https://evil.example"), NameId("joe", sp_name_qualifier="https://evil.example")],
    )
    def test_users_of_other_parties_are_unknown(self, queried: ServiceProvider, name_id: NameId) -> None:
        assert received(queried, query(queried, name_id=name_id)).status.detail == UNKNOWN_PRINCIPAL

    def test_own_qualifiers_are_accepted(self, queried: ServiceProvider) -> None:
        name_id = NameId("joe", name_qualifier=SERVER, sp_name_qualifier=PARTNER)
        assert attributes_in(received(queried, query(queried, "user", name_id=name_id))) == {"user": ("joe",)}

    def test_an_attribute_must_not_be_repeated(self, queried: ServiceProvider) -> None:
        assert_fault(send_query(queried, query(queried, "user", "user")))

    def test_external_entities_and_large_bodies_are_refused(self, queried: ServiceProvider) -> None:
        assert_fault(call(queried.site.engine, PATH, EXTERNAL))
        assert call(queried.site.engine, PATH, b" " * (256 * 1024 + 1)).status_code == 413
