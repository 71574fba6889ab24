"""The metadata that each issuer publishes: signed, with the endpoints of that issuer, for the roles in use."""

from datetime import timedelta

import pytest
from cryptography.x509 import Certificate

from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.publication_settings import METADATA_LIFETIME, METADATA_SIGNING
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.saml.envelopes import SignatureTrust
from hanse.saml.metadata_reading import open_metadata
from hanse.saml.xml_names import BINDING_POST, BINDING_REDIRECT, BINDING_SOAP
from tests.engine.saml.identity_provider import saml_connection
from tests.engine.saml.idp.conftest import provider
from tests.engine.saml.idp.service_provider import SERVER, SERVER_PAIR, ServiceProvider, verifying
from tests.engine.server import BASE_URL, EngineServer
from tests.support.certified_keys import certificate
from tests.support.configurations import create
from tests.support.key_pairs import certificate as key_certificate
from tests.support.key_pairs import stored_body

__all__ = ["provider"]
PATH = "/pf/federation_metadata.ping"


def test_without_connections_and_signing_key_there_is_no_metadata(engine: EngineServer) -> None:
    assert engine.get(PATH).status_code == 404
    engine.save(SERVER_SETTINGS, {"federationInfo": {"baseUrl": BASE_URL, "saml2EntityId": SERVER}})
    assert engine.get(PATH).status_code == 404


def test_a_new_server_with_a_signing_key_publishes_both_roles(engine: EngineServer) -> None:
    create(engine.core.configuration, SIGNING_KEY_PAIRS, stored_body(77))
    engine.save(METADATA_SIGNING, {"signingKeyRef": {"id": "seal-77"}})
    assert engine.get(PATH).status_code == 404, "an entity ID is required"
    engine.save(SERVER_SETTINGS, {"federationInfo": {"baseUrl": BASE_URL, "saml2EntityId": SERVER}})
    answer = engine.get(PATH)
    assert answer.status_code == 200, answer.text
    found = open_metadata(answer.content).verified(SignatureTrust([key_certificate(77)])).entity(SERVER)
    assert found.idp is not None
    assert found.sp is not None
    assert {(each.binding, each.location) for each in found.idp.single_sign_on} == {
        (BINDING_REDIRECT, f"{BASE_URL}/idp/SSO.saml2"),
        (BINDING_POST, f"{BASE_URL}/idp/SSO.saml2"),
    }
    assert {(each.binding, each.location) for each in found.sp.assertion_consumer} == {
        (BINDING_POST, f"{BASE_URL}/sp/ACS.saml2")
    }
    assert found.idp.signing_certificates == found.sp.signing_certificates == (key_certificate(77),)


def test_the_first_connection_replaces_the_roles_of_a_new_server(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    engine.save(METADATA_SIGNING, {"signingKeyRef": {"id": SERVER_PAIR}})
    assert open_metadata(engine.get(PATH).content).entity(SERVER).sp is None
    provider.connect(active=False)
    assert open_metadata(engine.get(PATH).content).entity(SERVER).sp is not None


def test_the_metadata_is_signed_and_names_what_answers(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    answer = engine.get(PATH)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/samlmetadata+xml"
    document = open_metadata(answer.content).verified(SignatureTrust([certificate(SERVER_PAIR)]))
    found = document.entity(SERVER)
    assert found.idp is not None
    assert found.sp is None
    assert {each.location for each in found.idp.single_sign_on} == {f"{BASE_URL}/idp/SSO.saml2"}
    assert found.idp.signing_certificates == (certificate(SERVER_PAIR),)
    assert found.valid_until == engine.clock.now() + timedelta(days=7)


def test_the_certificate_for_encryption_is_named_if_a_connection_has_a_decryption_key(
    provider: ServiceProvider,
) -> None:
    def certificates() -> tuple[Certificate, ...]:
        found = open_metadata(provider.site.engine.get(PATH).content).entity(SERVER).idp
        assert found is not None
        return found.encryption_certificates

    assert certificates() == ()
    own = {"decryptionKeyPairRef": {"id": SERVER_PAIR}}
    provider.connect(credentials={**provider.connection["credentials"], **own})
    assert certificates() == (certificate(SERVER_PAIR),)


def test_the_certificates_of_secondary_keys_follow_that_of_the_signing_key(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    create(engine.core.configuration, SIGNING_KEY_PAIRS, stored_body(77))
    signing = {"signingKeyPairRef": {"id": SERVER_PAIR}, "alternativeSigningKeyPairRefs": [{"id": "seal-77"}]}
    provider.connect(credentials={"signingSettings": signing})
    both = (certificate(SERVER_PAIR), key_certificate(77))
    for address in (PATH, f"{PATH}?PartnerSpId={provider.connection['entityId']}"):
        document = open_metadata(engine.get(address).content)
        # The secondary key announces itself only; it signs nothing.
        found = document.verified(SignatureTrust([certificate(SERVER_PAIR)])).entity(SERVER).idp
        assert found is not None
        assert found.signing_certificates == both
    body = saml_connection()
    provider.site.add(IDP_CONNECTIONS, {**body, "credentials": {**body["credentials"], "signingSettings": signing}})
    theirs = open_metadata(engine.get(f"{PATH}?PartnerIdpId={body['entityId']}").content).entity(SERVER).sp
    assert theirs is not None
    assert theirs.signing_certificates == both


@pytest.mark.parametrize("profile", ["SP_INITIATED_SLO", "IDP_INITIATED_SLO"])
def test_the_logout_service_is_named_if_a_partner_may_use_it(provider: ServiceProvider, profile: str) -> None:
    def locations() -> set[tuple[str, str]]:
        found = open_metadata(provider.site.engine.get(PATH).content).entity(SERVER).idp
        assert found is not None
        return {(each.binding, each.location) for each in found.single_logout}

    assert locations() == set()
    provider.connect(
        sso={
            "enabledProfiles": ["SP_INITIATED_SSO", profile],
            "incomingBindings": ["REDIRECT", "SOAP"],
            "sloServiceEndpoints": [{"binding": "REDIRECT", "url": "https://sp.example.com/saml/slo"}],
        },
        credentials={**provider.connection["credentials"], "certs": [verifying()]},
    )
    assert locations() == {
        (BINDING_REDIRECT, f"{BASE_URL}/idp/SLO.saml2"),
        (BINDING_SOAP, f"{BASE_URL}/idp/SLO.ssaml2"),
    }


def test_the_artifact_resolution_service_is_named_if_a_partner_receives_artifacts(provider: ServiceProvider) -> None:
    def services() -> set[tuple[str, str, int | None]]:
        found = open_metadata(provider.site.engine.get(PATH).content).entity(SERVER).idp
        assert found is not None
        return {(each.binding, each.location, each.index) for each in found.artifact_resolution}

    assert services() == set()
    provider.connect(
        sso={"ssoServiceEndpoints": [{"binding": "ARTIFACT", "url": "https://sp.example.com/artifacts"}]},
        credentials={**provider.connection["credentials"], "certs": [verifying()]},
    )
    assert services() == {(BINDING_SOAP, f"{BASE_URL}/idp/ARS.ssaml2", 0)}


def test_the_logout_service_for_identity_providers_is_named_if_a_partner_may_use_it(provider: ServiceProvider) -> None:
    key = {"signingSettings": {"signingKeyPairRef": {"id": SERVER_PAIR}}}
    for number, profiles in enumerate((["SP_INITIATED_SSO"], ["SP_INITIATED_SSO", "SP_INITIATED_SLO"])):
        slo = [{"binding": "POST", "url": "https://idp.example.com/slo"}]
        sso = {"enabledProfiles": profiles, "incomingBindings": ["REDIRECT", "SOAP"], "sloServiceEndpoints": slo}
        body = saml_connection(**sso)
        names = {"id": f"idp-{number}", "name": f"Partner {number}", "entityId": f"https://idp.example.com/{number}"}
        provider.site.add(IDP_CONNECTIONS, {**body, **names, "credentials": {**body["credentials"], **key}})
        found = open_metadata(provider.site.engine.get(PATH).content).entity(SERVER).sp
        assert found is not None
        both = {(BINDING_REDIRECT, f"{BASE_URL}/sp/SLO.saml2"), (BINDING_SOAP, f"{BASE_URL}/sp/SLO.ssaml2")}
        expected = both if number else set()
        assert {(each.binding, each.location) for each in found.single_logout} == expected


def test_a_document_is_signed_once_an_hour(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    first = engine.get(PATH).content
    engine.clock.advance(seconds=3599)
    assert engine.get(PATH).content == first
    engine.clock.advance(seconds=2)
    assert engine.get(PATH).content != first


def test_each_issuer_names_its_own_endpoints(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    engine.add_issuer("other", "other.example.com", "/path")
    answer = engine.get(f"/path{PATH}", host="other.example.com:9031")
    assert answer.status_code == 200, answer.text
    found = open_metadata(answer.content).entity(SERVER).idp
    assert found is not None
    assert all("other.example.com" in each.location and "/path/idp/" in each.location for each in found.single_sign_on)


def test_the_lifetime_is_that_of_the_settings(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    engine.save(METADATA_LIFETIME, {"cacheDuration": 10, "reloadDelay": 1_440})
    answer = engine.get(PATH)
    found = open_metadata(answer.content).entity(SERVER)
    assert found.cache_duration == timedelta(minutes=10)
    assert found.valid_until == engine.clock.now() + timedelta(days=7)
    assert answer.headers["cache-control"] == "max-age=600"
    engine.save(METADATA_LIFETIME, {"cacheDuration": 10 * 1_440, "reloadDelay": 1_440})
    found = open_metadata(engine.get(PATH).content).entity(SERVER)
    assert found.cache_duration == timedelta(days=10)
    assert found.valid_until == engine.clock.now() + timedelta(days=20)


def test_the_key_and_the_algorithm_are_those_of_the_settings(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    create(engine.core.configuration, SIGNING_KEY_PAIRS, stored_body(77))
    settings = {"signingKeyRef": {"id": "seal-77"}, "signatureAlgorithm": "SHA384withECDSA"}
    engine.save(METADATA_SIGNING, settings)
    content = engine.get(PATH).content
    document = open_metadata(content)
    assert document.claimed_certificate == key_certificate(77)
    assert document.verified(SignatureTrust([key_certificate(77)])).entity_ids == (SERVER,)
    assert b"ecdsa-sha384" in content
    # The keys of the connections are still those that sign messages.
    found = document.entity(SERVER).idp
    assert found is not None
    assert found.signing_certificates == (certificate(SERVER_PAIR),)


@pytest.mark.parametrize("active", [True, False])
def test_only_active_connections_give_a_role(provider: ServiceProvider, *, active: bool) -> None:
    provider.connect(active=active)
    assert provider.site.engine.get(PATH).status_code == (200 if active else 404)


def test_a_partner_reads_the_metadata_of_its_connection_only(provider: ServiceProvider) -> None:
    engine = provider.site.engine
    other = {**saml_connection(), "entityId": "https://other.example.com"}
    provider.site.add(IDP_CONNECTIONS, other)
    both = open_metadata(engine.get(PATH).content).entity(SERVER)
    assert both.idp is not None
    assert both.sp is not None
    partner = provider.connection["entityId"]
    own = open_metadata(engine.get(f"{PATH}?PartnerSpId={partner}").content).entity(SERVER)
    assert own.idp is not None
    assert own.sp is None
    theirs = open_metadata(engine.get(f"{PATH}?PartnerIdpId=https://other.example.com").content).entity(SERVER)
    assert theirs.idp is None
    assert theirs.sp is not None
