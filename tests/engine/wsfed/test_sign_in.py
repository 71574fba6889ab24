"""Sign-ins that a partner with WS-Federation requests, and the tokens that it receives."""

from base64 import b64decode
from datetime import timedelta

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.saml.values import instant_text
from tests.engine.signin.site import Visitor
from tests.engine.wsfed.relying_party import (
    CONTEXT,
    ENDPOINT,
    REALM,
    SAML11,
    SAML20,
    SERVER,
    SERVER_PAIR,
    SERVICE,
    T12,
    T13,
    RelyingParty,
    assertion_of,
    jwt_of,
    now_text,
    posted,
    response_of,
    texts,
)
from tests.support.certified_keys import certificate
from tests.support.log_lines import log_lines
from tests.support.mappings import text

CLAIMS = "http://schemas.xmlsoap.org/claims"


class TestTokens:
    def test_a_user_receives_a_saml_11_assertion(self, party: RelyingParty, joe: Visitor) -> None:
        page = party.sign_in(joe)
        assert posted(page)["wctx"] == CONTEXT
        response = response_of(page)
        assert texts(response, f"{T12}TokenType") == ["urn:oasis:names:tc:SAML:1.0:assertion"]
        assert texts(response, "{http://www.w3.org/2005/08/addressing}Address") == [REALM]
        assertion = assertion_of(page)
        now = party.site.engine.clock.now()
        assert (assertion.get("MajorVersion"), assertion.get("MinorVersion")) == ("1", "1")
        assert assertion.get("Issuer") == SERVER
        conditions = assertion.find(f"{SAML11}Conditions")
        assert conditions.get("NotBefore") == instant_text(now - timedelta(minutes=5))
        assert conditions.get("NotOnOrAfter") == instant_text(now + timedelta(minutes=5))
        assert texts(conditions, f"{SAML11}Audience") == [REALM]
        assert texts(assertion, f"{SAML11}NameIdentifier") == ["joe", "joe"]
        assert {each.get("Format") for each in assertion.iter(f"{SAML11}NameIdentifier")} == {f"{CLAIMS}/EmailAddress"}
        assert set(texts(assertion, f"{SAML11}ConfirmationMethod")) == {"urn:oasis:names:tc:SAML:1.0:cm:bearer"}
        [attribute] = assertion.iter(f"{SAML11}Attribute")
        assert attribute.get("AttributeName") == "mail"
        assert attribute.get("AttributeNamespace") == "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
        assert texts(attribute, f"{SAML11}AttributeValue") == ["joe"]

    def test_a_user_receives_a_saml_20_assertion(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(sso={"wsFedTokenType": "SAML20"})
        page = party.sign_in(joe)
        assert texts(response_of(page), f"{T12}TokenType") == ["urn:oasis:names:tc:SAML:2.0:assertion"]
        assertion = assertion_of(page)
        assert texts(assertion, f"{SAML20}Issuer") == [SERVER]
        assert texts(assertion, f"{SAML20}Audience") == [REALM]
        [name_id] = assertion.iter(f"{SAML20}NameID")
        assert (name_id.text, name_id.get("Format")) == (
            "joe",
            "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
        )
        [confirmation] = assertion.iter(f"{SAML20}SubjectConfirmationData")
        assert confirmation.get("Recipient") == SERVICE
        assert confirmation.get("InResponseTo") is None
        assert texts(assertion, f"{SAML20}AttributeValue") == ["joe"]

    def test_a_user_receives_a_jwt(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(sso={"wsFedTokenType": "JWT"})
        page = party.sign_in(joe)
        assert texts(response_of(page), f"{T12}TokenType") == ["urn:ietf:params:oauth:token-type:jwt"]
        public = certificate(SERVER_PAIR).public_key()
        # The clock of the test is not that of the library.
        unchecked = {"verify_exp": False, "verify_nbf": False, "verify_iat": False}
        options = {**unchecked, "require": ["exp", "nbf", "iat", "jti", "sub"]}
        claims = jwt.decode(jwt_of(page), public, ["RS256"], options, audience=REALM, issuer=SERVER)  # type: ignore[arg-type]  # The key is an RSA key.
        now = int(party.site.engine.clock.now().timestamp())
        assert (claims["sub"], claims["mail"], claims["exp"], claims["nbf"]) == ("joe", "joe", now + 300, now - 300)

    def test_a_jwt_has_the_certificate_and_the_algorithm_of_the_connection(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        signing = {
            "signingKeyPairRef": {"id": SERVER_PAIR},
            "algorithm": "SHA512withRSA",
            "includeCertInSignature": True,
        }
        party.connect(sso={"wsFedTokenType": "JWT"}, credentials={"signingSettings": signing})
        header = jwt.get_unverified_header(jwt_of(party.sign_in(joe)))
        assert header["alg"] == "RS512"
        assert b64decode(header["x5c"][0]) == certificate(SERVER_PAIR).public_bytes(Encoding.DER)

    def test_reserved_claims_cannot_be_replaced_by_attributes(self, party: RelyingParty, joe: Visitor) -> None:
        mapping = party.connection["spBrowserSso"]["adapterMappings"][0]
        mapping["attributeContractFulfillment"]["iss"] = text("https://evil.example")
        contract = {"extendedAttributes": [{"name": "mail"}, {"name": "iss"}]}
        party.connect(sso={"wsFedTokenType": "JWT", "attributeContract": contract, "adapterMappings": [mapping]})
        claims = jwt.decode(jwt_of(party.sign_in(joe)), options={"verify_signature": False})
        assert claims["iss"] == SERVER

    def test_the_newer_version_of_ws_trust_has_a_collection(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(sso={"wsTrustVersion": "WSTRUST13"})
        assertion = assertion_of(party.sign_in(joe), T13)
        assert texts(assertion, f"{SAML11}NameIdentifier")[0] == "joe"

    @pytest.mark.parametrize(
        ("mapping", "format_"),
        [
            ("EMAIL_ADDRESS", f"{CLAIMS}/EmailAddress"),
            ("USER_PRINCIPLE_NAME", f"{CLAIMS}/UPN"),
            ("COMMON_NAME", f"{CLAIMS}/CommonName"),
        ],
    )
    def test_the_identity_mapping_determines_the_format(
        self, party: RelyingParty, joe: Visitor, mapping: str, format_: str
    ) -> None:
        party.connect(sso={"spWsFedIdentityMapping": mapping})
        assertion = assertion_of(party.sign_in(joe))
        assert {each.get("Format") for each in assertion.iter(f"{SAML11}NameIdentifier")} == {format_}

    def test_attributes_have_the_namespace_of_their_name_or_of_the_contract(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        mapping = party.connection["spBrowserSso"]["adapterMappings"][0]
        mapping["attributeContractFulfillment"] |= {"https://claims.example/role": text("captain"), "mail": text("m")}
        extended = [{"name": "https://claims.example/role"}, {"name": "mail", "nameFormat": "urn:names"}]
        party.connect(sso={"attributeContract": {"extendedAttributes": extended}, "adapterMappings": [mapping]})
        attributes = assertion_of(party.sign_in(joe)).iter(f"{SAML11}Attribute")
        found = {(each.get("AttributeNamespace"), each.get("AttributeName")) for each in attributes}
        assert found == {("https://claims.example", "role"), ("urn:names", "mail")}


class TestRequests:
    def test_a_request_can_be_posted(self, joe: Visitor) -> None:
        page = joe.browser.post(ENDPOINT, {"wa": "wsignin1.0", "wtrealm": REALM})
        fields = posted(joe.sign_in(joe.follow(page)))
        assert "wctx" not in fields

    def test_a_session_answers_the_next_request_at_once(self, party: RelyingParty, joe: Visitor) -> None:
        party.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
        party.sign_in(joe)
        assert "wresult" in posted(joe.browser.get(party.address()))
        # A freshness of zero minutes requires a new authentication.
        assert "pf.pass" in joe.follow(joe.browser.get(party.address(wfresh="0"))).text

    def test_an_authentication_that_is_older_than_requested_is_repeated(
        self, party: RelyingParty, joe: Visitor
    ) -> None:
        party.site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
        party.sign_in(joe)
        party.site.engine.clock.advance(minutes=7)
        assert "wresult" in posted(joe.browser.get(party.address(wfresh="10")))
        assert "pf.pass" in joe.follow(joe.browser.get(party.address(wfresh="5"))).text

    def test_a_partner_chooses_among_its_service_urls(self, party: RelyingParty, joe: Visitor) -> None:
        other = "https://rp.example.com/other"
        party.connect(sso={"ssoServiceEndpoints": [{"url": SERVICE}, {"url": other}]})
        assert "wresult" in posted(party.sign_in(joe, wreply=other), other)

    def test_a_token_is_sent_to_an_additional_address(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(sso={"urlWhitelistEntries": [{"validDomain": "app.example.com", "validPath": "/in"}]})
        address = "https://app.example.com/in"
        assert "wresult" in posted(party.sign_in(joe, wreply=address), address)

    @pytest.mark.parametrize("mode", ["STANDARD", "FULL"])
    def test_the_token_is_not_logged(self, party: RelyingParty, joe: Visitor, mode: str) -> None:
        party.connect(loggingMode=mode)
        page = joe.follow(joe.browser.get(party.address()))
        with log_lines() as lines:
            assert "wresult" in posted(joe.sign_in(page))
        [line] = [each for each in lines.getvalue().splitlines() if "WS-Federation token issued" in each]
        assert "subject='joe" in line
        assert "Signature" not in line

    def test_the_requested_method_is_met(self, party: RelyingParty, joe: Visitor) -> None:
        page = party.sign_in(joe, wauth="urn:oasis:names:tc:SAML:1.0:am:password", wct=now_text(party))
        [statement] = assertion_of(page).iter(f"{SAML11}AuthenticationStatement")
        assert statement.get("AuthenticationMethod") == "urn:oasis:names:tc:SAML:1.0:am:password"

    def test_the_virtual_server_id_is_the_issuer(self, party: RelyingParty, joe: Visitor) -> None:
        party.connect(virtualEntityIds=["urn:virtual"], defaultVirtualEntityId="urn:virtual")
        assert assertion_of(party.sign_in(joe)).get("Issuer") == "urn:virtual"

    def test_the_page_has_the_policy_of_form_posts(self, party: RelyingParty, joe: Visitor) -> None:
        policy = party.sign_in(joe).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy


class TestInitiatedSignIns:
    START = f"/idp/startSSO.ping?PartnerSpId={REALM}"

    def test_a_sign_in_begins_at_this_server(self, party: RelyingParty, joe: Visitor) -> None:
        target = "https://rp.example.com/start"
        page = joe.sign_in(joe.follow(joe.browser.get(f"{self.START}&TargetResource={target}")))
        assert posted(page)["wctx"] == target
        assert assertion_of(page).get("Issuer") == SERVER
        assert party.number == 0

    def test_a_target_elsewhere_is_refused(self, joe: Visitor) -> None:
        refused = joe.browser.get(f"{self.START}&TargetResource=https://evil.example/")
        assert refused.status_code == 400
