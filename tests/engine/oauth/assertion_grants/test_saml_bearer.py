"""SAML assertions of a partner as authorization grants: accepted and refused ones (RFC 7522)."""

from base64 import b64encode, urlsafe_b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.saml.assertions import Assertion, Conditions, Subject, SubjectConfirmation
from hanse.saml.attributes import SamlAttribute
from hanse.saml.name_ids import NameId
from hanse.saml.statuses import Status
from tests.engine.oauth.assertion_grants.assertion_site import TOKEN_ENDPOINT, AssertionSite
from tests.engine.oauth.token.deployment import ISSUER, refused
from tests.support.anchored_signatures import signed_with
from tests.support.client_certificates import authority
from tests.support.idp_connections import PARTNER, idp_connection, verification_certificate
from tests.support.key_pairs import certificate, ec_key
from tests.support.saml import SamlKey, response, saml_key

GRANT = "urn:ietf:params:oauth:grant-type:saml2-bearer"
KEY = SamlKey(XmlSigningKey(ec_key(1), certificate(1)))
MINUTES = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def partner(site: AssertionSite) -> None:
    site.connect(credentials={"certs": [verification_certificate()]})


def now(site: AssertionSite) -> datetime:
    return datetime.fromtimestamp(int(site.deployment.engine.now()), UTC)


def usual(site: AssertionSite, **changes: object) -> Assertion:
    """Return an assertion that is accepted, with changes."""
    confirmation = SubjectConfirmation(recipient=TOKEN_ENDPOINT, not_on_or_after=now(site) + 5 * MINUTES)
    made = Assertion(
        id="_assertion1",
        issue_instant=now(site),
        issuer=PARTNER,
        subject=Subject(NameId("joe"), (confirmation,)),
        conditions=Conditions(audiences=((TOKEN_ENDPOINT,),)),
        attributes=(SamlAttribute("mail", ("joe@example.com",)), SamlAttribute("other", ("x",))),
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # The tests' own names of fields.


def signed(assertion: Assertion, key: SamlKey = KEY) -> str:
    return urlsafe_b64encode(key.sign(assertion.to_element()).serialized()).rstrip(b"=").decode()


def present(site: AssertionSite, text: str) -> httpx.Response:
    return site.present(text, grant_type=GRANT)


def refuse(site: AssertionSite, text: str) -> None:
    assert refused(present(site, text), 400, "invalid_grant") == "The assertion is not valid."


def test_an_assertion_is_exchanged_for_an_access_token(site: AssertionSite) -> None:
    answer = present(site, signed(usual(site)))
    assert answer.status_code == 200, answer.text
    claims = site.claims(answer.json()["access_token"])
    assert (claims["sub"], claims["mail"], claims["client_id"]) == ("joe", "joe@example.com", "portal")
    assert answer.json().keys() == {"access_token", "token_type", "expires_in"}


def test_padding_of_the_encoding_is_accepted(site: AssertionSite) -> None:
    text = signed(usual(site))
    assert present(site, text + "=" * (-len(text) % 4)).status_code == 200


def test_the_entity_id_of_this_server_is_an_audience(site: AssertionSite) -> None:
    info = {"baseUrl": ISSUER, "saml2EntityId": "urn:hanse"}
    site.deployment.engine.save(SERVER_SETTINGS, {"federationInfo": info})
    conditions = Conditions(audiences=(("urn:other", "urn:hanse"),))
    assert present(site, signed(usual(site, conditions=conditions))).status_code == 200


def test_a_confirmation_without_data_needs_an_end_in_the_conditions(site: AssertionSite) -> None:
    subject = Subject(NameId("joe"), (SubjectConfirmation(),))
    refuse(site, signed(usual(site, subject=subject)))
    conditions = Conditions(not_on_or_after=now(site) + 5 * MINUTES, audiences=((ISSUER,),))
    assert present(site, signed(usual(site, subject=subject, conditions=conditions))).status_code == 200


def test_an_assertion_that_violates_a_rule_is_refused(site: AssertionSite) -> None:
    def confirmed(**changes: object) -> Subject:
        usual_one = SubjectConfirmation(recipient=TOKEN_ENDPOINT, not_on_or_after=now(site) + 5 * MINUTES)
        return Subject(NameId("joe"), (replace(usual_one, **changes),))  # type: ignore[arg-type]  # The tests' own names of fields.

    bearer = confirmed().confirmations
    for changes in (
        {"issuer": "https://other.example.com"},
        {"subject": None},
        {"subject": Subject(None, bearer)},
        {"subject": Subject(NameId("joe"))},
        {"subject": confirmed(recipient=ISSUER)},
        {"subject": confirmed(recipient=None)},
        {"subject": confirmed(not_on_or_after=None)},
        {"subject": confirmed(not_on_or_after=now(site) - 2 * MINUTES)},
        {"subject": confirmed(not_on_or_after=now(site) + 90 * MINUTES)},
        {"subject": confirmed(in_response_to="_request")},
        {"subject": confirmed(method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches")},
        {"conditions": None},
        {"conditions": Conditions(audiences=(("https://other.example.com",),))},
        {"conditions": Conditions(audiences=((TOKEN_ENDPOINT,), ("https://other.example.com",)))},
        {"conditions": Conditions(now(site) + 5 * MINUTES, None, ((TOKEN_ENDPOINT,),))},
        {"conditions": Conditions(None, now(site) - 5 * MINUTES, ((TOKEN_ENDPOINT,),))},
    ):
        refuse(site, signed(usual(site, **changes)))
    assert present(site, signed(usual(site))).status_code == 200


def test_only_the_certificates_of_the_connection_verify(site: AssertionSite) -> None:
    refuse(site, signed(usual(site), saml_key("other")))
    refuse(site, urlsafe_b64encode(usual(site).to_element().serialized()).decode())
    site.deployment.engine.clock.advance(days=4000)
    refuse(site, signed(usual(site)))


def test_an_assertion_is_accepted_once(site: AssertionSite) -> None:
    assert present(site, signed(usual(site))).status_code == 200
    refuse(site, signed(usual(site)))
    assert present(site, signed(usual(site, id="_assertion2"))).status_code == 200


def test_without_replay_prevention_it_is_accepted_until_it_expires(site: AssertionSite) -> None:
    grant = {**idp_connection()["idpOAuthGrantAttributeMapping"], "replayPrevention": False}
    site.connect(credentials={"certs": [verification_certificate()]}, idpOAuthGrantAttributeMapping=grant)
    text = signed(usual(site))
    assert present(site, text).status_code == present(site, text).status_code == 200
    site.deployment.engine.clock.advance(seconds=361)
    refuse(site, text)


def test_malformed_assertions_are_refused(site: AssertionSite) -> None:
    message = response(KEY.sign(usual(site).to_element()), Status()).to_element().serialized()
    for text in ("x", "%%", "ä", urlsafe_b64encode(message).decode(), urlsafe_b64encode(b"<!DOCTYPE a><a/>").decode()):
        refuse(site, text)
    # A JWT bearer assertion is no SAML assertion, and the other way round.
    refuse(site, site.assertion())
    site.refuse(signed(usual(site)))


def test_metadata_lists_the_grant_type(site: AssertionSite) -> None:
    metadata = site.deployment.engine.get("/.well-known/oauth-authorization-server").json()
    assert GRANT in metadata["grant_types_supported"]


def test_a_certificate_in_the_message_is_not_used(site: AssertionSite) -> None:
    other = saml_key("other", "EC", 256)
    text = signed(usual(site), other)
    der = b64encode(other.certificate.public_bytes(Encoding.DER))
    assert der in other.sign(usual(site).to_element()).serialized()
    refuse(site, text)


def test_a_certificate_of_a_trusted_ca_is_used_if_it_has_the_name_of_the_connection(site: AssertionSite) -> None:
    root = authority()
    site.deployment.add(TRUSTED_CAS, {"certificate": root.base64})
    site.connect(credentials={"certs": [], "verificationSubjectDN": "CN=partner, O=Example"})

    def by(name: str) -> str:
        xml = signed_with(root.issue(name), usual(site).to_element()).serialized()
        return urlsafe_b64encode(xml).rstrip(b"=").decode()

    refuse(site, by("other"))
    refuse(site, signed(usual(site)))
    assert present(site, by("partner")).status_code == 200
