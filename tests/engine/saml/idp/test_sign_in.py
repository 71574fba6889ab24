"""Sign-ins that a service provider requests, by both bindings, with the content of responses."""

import pytest

from hanse.crypto.xml.signatures import sign_enveloped
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.saml.bindings import read_post
from hanse.saml.envelopes import DecryptionKeys
from hanse.saml.errors import SUCCESS
from hanse.saml.requests import NameIdPolicy
from hanse.saml.xml_names import (
    CONTEXT_UNSPECIFIED,
    NAMEID_EMAIL,
    NAMEID_PERSISTENT,
    NAMEID_TRANSIENT,
    NAMEID_UNSPECIFIED,
)
from tests.engine.saml.idp.service_provider import (
    PARTNER_PAIR,
    SERVER,
    SERVER_PAIR,
    STATE,
    ServiceProvider,
    partner_key,
    posted_fields,
    verifying,
)
from tests.engine.signin.site import Visitor
from tests.support.certified_keys import private_key
from tests.support.mappings import text
from tests.support.sp_connections import CONSUMER, PARTNER


class TestBindings:
    def test_a_user_signs_in_after_a_request_by_redirect(self, provider: ServiceProvider, joe: Visitor) -> None:
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        received = provider.receive(page, request.header.id)
        assert received.status.code == SUCCESS
        assert received.assertion is not None
        assert received.response_signed
        assert not received.assertion_signed
        assertion = received.assertion
        assert assertion.issuer == SERVER
        assert assertion.subject is not None
        assert assertion.subject.name_id is not None
        assert assertion.subject.name_id.value == "joe"
        assert assertion.subject.name_id.format == NAMEID_UNSPECIFIED
        assert {each.name: each.values for each in assertion.attributes} == {"mail": ("joe",)}
        assert assertion.conditions is not None
        assert assertion.conditions.audiences == ((PARTNER,),)
        [statement] = assertion.authn_statements
        assert statement.session_index
        assert posted_fields(page)["RelayState"] == STATE

    def test_a_user_signs_in_after_a_request_by_post(self, provider: ServiceProvider, joe: Visitor) -> None:
        request = provider.request()
        received = provider.receive(joe.sign_in(provider.post(joe, request)), request.header.id)
        assert received.assertion is not None

    def test_a_session_answers_the_next_request_at_once(self, provider: ServiceProvider, joe: Visitor) -> None:
        provider.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
        joe.sign_in(joe.follow(joe.browser.get(provider.redirect(provider.request()))))
        second = provider.request()
        received = provider.receive(joe.browser.get(provider.redirect(second)), second.header.id)
        assert received.assertion is not None
        # The session does not answer a request for a new authentication.
        forced = joe.follow(joe.browser.get(provider.redirect(provider.request(force_authn=True))))
        assert "pf.pass" in forced.text

    def test_the_page_has_the_policy_of_form_posts(self, provider: ServiceProvider, joe: Visitor) -> None:
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(provider.request()))))
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy


class TestContents:
    @pytest.mark.parametrize("is_included", [False, True])
    def test_the_public_key_is_included_if_the_connection_says_so(
        self, provider: ServiceProvider, joe: Visitor, is_included: bool
    ) -> None:
        settings = {"signingKeyPairRef": {"id": SERVER_PAIR}, "includeRawKeyInSignature": is_included}
        provider.connect(credentials={"signingSettings": settings})
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        message = read_post(posted_fields(page)["SAMLResponse"])
        assert (b"RSAKeyValue" in message, b"X509Data" in message) == (is_included, False)
        assert provider.receive(page, request.header.id).response_signed

    def test_assertions_are_signed_and_responses_are_not(self, provider: ServiceProvider, joe: Visitor) -> None:
        provider.connect(sso={"signAssertions": True, "signResponseAsRequired": False})
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        received = provider.receive(page, request.header.id)
        assert (received.assertion_signed, received.response_signed) == (True, False)

    def test_assertions_are_encrypted(self, provider: ServiceProvider, joe: Visitor) -> None:
        credentials = {**provider.connection["credentials"], "certs": [verifying(encrypts=True)]}
        provider.connect(
            sso={"signAssertions": True, "encryptionPolicy": {"encryptAssertion": True}}, credentials=credentials
        )
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        key = private_key(PARTNER_PAIR)
        received = provider.receive(page, request.header.id, DecryptionKeys([key]))  # type: ignore[list-item]  # The key is an RSA key.
        assert received.assertion_encrypted
        assert received.assertion is not None
        assert received.assertion.subject is not None

    def test_single_parts_are_encrypted(self, provider: ServiceProvider, joe: Visitor) -> None:
        credentials = {**provider.connection["credentials"], "certs": [verifying(encrypts=True)]}
        policy = {"encryptedAttributes": ["SAML_SUBJECT", "mail"]}
        provider.connect(sso={"signAssertions": True, "encryptionPolicy": policy}, credentials=credentials)
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        sent = read_post(posted_fields(page)["SAMLResponse"])
        assert sent.count(b"EncryptedID>") == sent.count(b"EncryptedAttribute>") == 2
        # An element, because the three letters can occur in the base64 text of what is encrypted.
        assert b">joe" not in sent
        key = private_key(PARTNER_PAIR)
        received = provider.receive(page, request.header.id, DecryptionKeys([key]))  # type: ignore[list-item]  # The key is an RSA key.
        assert not received.assertion_encrypted
        assert received.assertion is not None
        assert received.assertion.subject is not None
        assert received.assertion.subject.name_id is not None
        assert received.assertion.subject.name_id.value == "joe"
        assert [(each.name, each.values) for each in received.assertion.attributes] == [("mail", ("joe",))]

    def test_pseudonyms_are_stable_and_differ_between_users(self, provider: ServiceProvider) -> None:
        provider.connect(sso={"spSamlIdentityMapping": "PSEUDONYM"})
        values = []
        for name in ("joe", "joe", "amy"):
            visitor, request = provider.site.browser(), provider.request()
            page = visitor.sign_in(visitor.follow(visitor.browser.get(provider.redirect(request))), name)
            assertion = provider.receive(page, request.header.id).assertion
            assert assertion is not None
            assert assertion.subject is not None
            assert assertion.subject.name_id is not None
            assert assertion.subject.name_id.format == NAMEID_PERSISTENT
            assert assertion.subject.name_id.sp_name_qualifier == PARTNER
            values.append(assertion.subject.name_id.value)
        assert values[0] == values[1] != values[2]
        assert "joe" not in values[0]

    def test_transient_identifiers_are_new_each_time(self, provider: ServiceProvider) -> None:
        provider.connect(sso={"spSamlIdentityMapping": "TRANSIENT"})
        values = set()
        for _ in range(2):
            visitor, request = provider.site.browser(), provider.request()
            page = visitor.sign_in(visitor.follow(visitor.browser.get(provider.redirect(request))))
            assertion = provider.receive(page, request.header.id).assertion
            assert assertion is not None
            assert assertion.subject is not None
            assert assertion.subject.name_id is not None
            assert assertion.subject.name_id.format == NAMEID_TRANSIENT
            values.add(assertion.subject.name_id.value)
        assert len(values) == 2

    def test_an_e_mail_address_is_issued_in_the_requested_format(self, provider: ServiceProvider, joe: Visitor) -> None:
        mapping = provider.connection["spBrowserSso"]["adapterMappings"][0]
        mapping = {
            **mapping,
            "attributeContractFulfillment": {"SAML_SUBJECT": text("joe@example.com"), "mail": text("x")},
        }
        provider.connect(sso={"adapterMappings": [mapping]})
        request = provider.request(name_id_policy=NameIdPolicy(NAMEID_EMAIL))
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        assertion = provider.receive(page, request.header.id).assertion
        assert assertion is not None
        assert assertion.subject is not None
        assert assertion.subject.name_id is not None
        assert assertion.subject.name_id.format == NAMEID_EMAIL

    def test_the_authentication_context_is_stated(self, provider: ServiceProvider, joe: Visitor) -> None:
        request = provider.request()
        page = joe.sign_in(joe.follow(joe.browser.get(provider.redirect(request))))
        assertion = provider.receive(page, request.header.id).assertion
        assert assertion is not None
        [statement] = assertion.authn_statements
        assert statement.class_ref is not None
        assert statement.class_ref.startswith(CONTEXT_UNSPECIFIED.rpartition(":")[0])


class TestSignedRequests:
    @pytest.fixture
    def strict(self, provider: ServiceProvider) -> ServiceProvider:
        credentials = {**provider.connection["credentials"], "certs": [verifying()]}
        provider.connect(sso={"requireSignedAuthnRequests": True}, credentials=credentials)
        return provider

    def test_the_detached_signature_of_a_redirected_request_is_accepted(
        self, strict: ServiceProvider, joe: Visitor
    ) -> None:
        request = strict.request()
        page = joe.sign_in(joe.follow(joe.browser.get(strict.redirect(request, partner_key()))))
        assert strict.receive(page, request.header.id).assertion is not None

    def test_the_enveloped_signature_of_a_posted_request_is_accepted(
        self, strict: ServiceProvider, joe: Visitor
    ) -> None:
        request = strict.request()
        page = strict.post(
            joe, request, lambda element: sign_enveloped(element, partner_key(), algorithm="SHA512withRSA")
        )
        assert strict.receive(joe.sign_in(page), request.header.id).assertion is not None

    def test_unsigned_requests_and_those_of_other_keys_are_refused(self, strict: ServiceProvider, joe: Visitor) -> None:
        for answer in (
            joe.browser.get(strict.redirect(strict.request())),
            joe.browser.get(strict.redirect(strict.request(), partner_key(SERVER_PAIR))),
            strict.post(joe, strict.request()),
            strict.post(
                joe, strict.request(), lambda e: sign_enveloped(e, partner_key(SERVER_PAIR), algorithm="SHA256withRSA")
            ),
        ):
            assert answer.status_code == 400
            assert CONSUMER not in answer.text

    def test_a_changed_query_is_refused(self, strict: ServiceProvider, joe: Visitor) -> None:
        address = strict.redirect(strict.request(), partner_key())
        assert joe.browser.get(address.replace("opaque", "forged")).status_code == 400
        without = "&".join(each for each in address.split("&") if not each.startswith(("SigAlg", "Signature")))
        assert joe.browser.get(without).status_code == 400
