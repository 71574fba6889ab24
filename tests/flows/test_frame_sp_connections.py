"""Frame pages of SP connections: the form has a row for each mapping, and the list shows protocol and certificates."""

from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from hanse.crypto.certificate_facts import distinguished_name
from tests.flows.connection_calls import SP_CONNECTIONS
from tests.flows.key_calls import KEY_PAIR
from tests.flows.mapping_pages import stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.flows.test_frames import signed_in
from tests.support.idp_connections import credentials_until
from tests.support.key_pairs import certificate
from tests.support.sp_connections import sp_connection

PAGE = "spConnections"
ENDPOINTS = "spBrowserSso.ssoServiceEndpoints"
EXTENDED = "spBrowserSso.attributeContract.extendedAttributes"
ROWS = "spBrowserSso.authenticationPolicyContractAssertionMappings"
FULFILLED = f"{ROWS}[0].attributeContractFulfillment"
SIGNING = "credentials.signingSettings.signingKeyPairRef"


@pytest.fixture
def admin(filled_server: FlowServer) -> Client:
    return filled_server.client().sign_in()


def test_a_connection_is_added_and_changed(admin: Client) -> None:
    page = send(admin, visit(admin, f"{PAGE}/add"), {"name": "Form", "_do": f"add:{ENDPOINTS}"})
    page = send(admin, page, {f"{ENDPOINTS}[0].url": "https://form.example.com/acs", "_do": f"add:{EXTENDED}"})
    page = send(admin, page, {f"{EXTENDED}[0].name": "mail", "_do": "add:credentials.certs"})
    pem = certificate(6).public_bytes(Encoding.PEM).decode()
    page = send(admin, page, {"credentials.certs[0].x509File.fileData": pem, "_do": f"add:{ROWS}"})
    chosen = {f"{ROWS}[0].authenticationPolicyContractRef": "apc-0"}
    page = send(admin, page, {**chosen, "_do": f"edit:{ROWS}[0].authenticationPolicyContractRef"})
    # The attribute with an equal name is mapped at once.
    assert [page.fields[f"{FULFILLED}[{number}].name"] for number in (0, 1)] == [["SAML_SUBJECT"], ["mail"]]
    assert page.fields[f"{FULFILLED}[1].source"] == ["AUTHENTICATION_POLICY_CONTRACT|apc-0"]
    source = {f"{FULFILLED}[0].source": "AUTHENTICATION_POLICY_CONTRACT|apc-0"}
    page = send(admin, page, {**source, "_do": f"edit:{FULFILLED}[0].source"})
    refused = send(admin, page, {f"{FULFILLED}[0].value": "subject", "_do": ""})
    assert "Entity ID: This field is required." in refused.text
    entered = {"entityId": "https://form.example.com", "active": "true", SIGNING: KEY_PAIR, "_do": ""}
    entered["spBrowserSso.enabledProfiles"] = "IDP_INITIATED_SSO"
    assert "Form was saved." in follow(admin, send(admin, refused, entered)).text
    [made] = [each for each in stored(admin, SP_CONNECTIONS)["items"] if each["name"] == "Form"]
    assert made["spBrowserSso"]["protocol"] == "SAML20"
    assert made["spBrowserSso"]["enabledProfiles"] == ["IDP_INITIATED_SSO"]
    listed = visit(admin, PAGE).text
    assert "SAML 2.0" in listed
    assert "Valid until" in listed
    # A summary names the subject of a certificate, and does not show its encoded content.
    summary = visit(admin, f"{PAGE}/edit/{made['id']}").text
    assert distinguished_name(certificate(6).subject) in summary
    assert "BEGIN CERTIFICATE" not in summary
    opened = visit(admin, f"{PAGE}/edit/{made['id']}?section=section-2")
    assert "Valid until 01 Jun 2027, 00:00 UTC" in opened.texts
    assert f"Partner's certificate: {distinguished_name(certificate(6).subject)}" in opened.texts
    assert any("/pf/federation_metadata.ping" in text for text in opened.texts)
    assert "Form was saved." in follow(admin, send(admin, opened, {"_do": ""})).text
    again = stored(admin, f"{SP_CONNECTIONS}/{made['id']}")
    assert again == made
    admin.delete(f"{API}{SP_CONNECTIONS}/{made['id']}")


def test_the_page_of_a_connection_is_a_summary_with_a_link_for_each_section(admin: Client) -> None:
    page = visit(admin, f"{PAGE}/edit/sp-0")
    assert page.texts.index("Entity ID") + 1 == page.texts.index(stored(admin, f"{SP_CONNECTIONS}/sp-0")["entityId"])
    # Each row of a table has a line of its own.
    assert any(text.startswith("POST · https://sp.example.com/saml/acs") for text in page.texts)
    # Parts that are not used are not a list of "No"; a flag beside other values is.
    assert {"Not configured.", "Sign assertions"} <= set(page.texts)
    assert not {"Require a digital signature", "Always sign artifact responses"} & set(page.texts)
    address = page.links["Edit"]
    assert "?section=section-" in address
    form = visit(admin, f"{PAGE}/edit/sp-0?section=section-3")
    assert 'data-focus="section-3"' in form.answer.text
    saved = send(admin, form, {"name": "Service 0", "_do": ""})
    # A save returns to the summary.
    assert saved.answer.headers["Location"].endswith(f"/{PAGE}/edit/sp-0")
    refused = send(admin, visit(admin, f"{PAGE}/edit/sp-0"), {"name": "Renamed", "_do": ""})
    assert refused.answer.status_code == 400
    assert stored(admin, f"{SP_CONNECTIONS}/sp-0")["name"] == "Service 0"


def test_auditors_see_the_summary_without_a_way_to_change_it(admin: Client) -> None:
    auditor = signed_in(admin.server, "connection-auditor", auditor=True)
    page = visit(auditor, f"{PAGE}/edit/sp-0")
    assert page.is_read_only
    assert "View" in page.links
    assert "Edit" not in page.links
    assert visit(auditor, f"{PAGE}/edit/sp-0?section=section-1").is_read_only


def test_the_list_is_filtered_by_state(admin: Client) -> None:
    def names(query: str) -> list[str]:
        texts = visit(admin, f"{PAGE}{query}").texts
        return [each for each in ("Service 0", "Service on") if each in texts]

    admin.post(f"{API}{SP_CONNECTIONS}", {**sp_connection("on"), "active": False})
    admin.put(f"{API}{SP_CONNECTIONS}/sp-0", {**stored(admin, f"{SP_CONNECTIONS}/sp-0"), "active": True})
    assert names("") == ["Service 0", "Service on"]
    assert names("?active=true") == ["Service 0"]
    assert names("?active=false") == ["Service on"]
    assert names("?active=unknown") == ["Service 0", "Service on"]
    admin.put(f"{API}{SP_CONNECTIONS}/sp-0", {**stored(admin, f"{SP_CONNECTIONS}/sp-0"), "active": False})
    assert "No SP connections match the filters." in visit(admin, f"{PAGE}?active=true").texts
    admin.delete(f"{API}{SP_CONNECTIONS}/sp-on")


def test_the_list_is_filtered_and_sorted_by_certificate_expiry(admin: Client) -> None:
    now = admin.server.clock.now()
    for number, left in ((2, 9), (3, 60)):
        credentials = credentials_until(now + timedelta(days=left))
        # The one that expires first is the last one by name.
        body = {**sp_connection(number, credentials=credentials), "name": f"Ending {5 - number}"}
        admin.post(f"{API}{SP_CONNECTIONS}", body)

    def names(address: str) -> list[str]:
        return [each for each in visit(admin, address).links if each.startswith("Ending")]

    assert names(f"{PAGE}?search=ending&certificateExpiry=WITHIN_30_DAYS") == ["Ending 3"]
    assert names(f"{PAGE}?search=ending&certificateExpiry=EXPIRED") == []
    page = visit(admin, f"{PAGE}?search=ending&certificateExpiry=")
    by_expiry = visit(admin, page.links["Certificate"])
    assert names(page.links["Certificate"]) == ["Ending 3", "Ending 2"]
    assert names(by_expiry.links["Certificate"]) == ["Ending 2", "Ending 3"]
    assert names(by_expiry.links["Name"]) == ["Ending 2", "Ending 3"]
    assert 'aria-sort="ascending"><a class="hanse-frame__sort" href="' in by_expiry.answer.text
    # The search keeps the order, and unknown orders are ignored.
    assert '<input type="hidden" name="sort" value="certificateExpiry">' in by_expiry.answer.text
    assert names(f"{PAGE}?sort=entityId") == ["Ending 2", "Ending 3"]
    for number in (2, 3):
        admin.delete(f"{API}{SP_CONNECTIONS}/sp-{number}")


def test_a_row_of_the_list_activates_and_deactivates_its_connection(admin: Client) -> None:
    page = visit(admin, PAGE)
    assert "Activate Service 0" in page.answer.text
    done = follow(admin, send(admin, page, {"_do": "switch:sp-0"}))
    assert "Service 0 is active." in done.text
    assert stored(admin, f"{SP_CONNECTIONS}/sp-0")["active"] is True
    done = follow(admin, send(admin, done, {"_do": "switch:sp-0"}))
    assert "Service 0 is inactive." in done.text
    assert stored(admin, f"{SP_CONNECTIONS}/sp-0")["active"] is False


def test_a_connection_that_lacks_something_is_not_activated(admin: Client) -> None:
    bare = sp_connection("bare")
    admin.post(f"{API}{SP_CONNECTIONS}", bare)
    refused = follow(admin, send(admin, visit(admin, PAGE), {"_do": "switch:sp-bare"}))
    assert "Service bare could not be changed: An active connection needs a signing key." in refused.text
    admin.delete(f"{API}{SP_CONNECTIONS}/sp-bare")


def test_only_bindings_that_a_save_accepts_are_offered(admin: Client) -> None:
    page = send(admin, visit(admin, f"{PAGE}/add"), {"_do": f"add:{ENDPOINTS}"})
    assert '<option value="ARTIFACT"' in page.answer.text
    assert '<option value="REDIRECT"' not in page.answer.text


def test_attribute_queries_are_entered_with_the_sources_of_their_attributes(admin: Client) -> None:
    admin.post(f"{API}{SP_CONNECTIONS}", sp_connection("queried"))
    row = "attributeQuery.attributeContractFulfillment[0]"
    page = visit(admin, f"{PAGE}/edit/sp-queried?section=section-1")
    page = send(admin, page, {"_do": "add:attributeQuery.attributes"})
    page = send(admin, page, {"attributeQuery.attributes[0]": "mail", "_do": "edit:attributeQuery.attributes[0]"})
    assert page.fields[f"{row}.name"] == ["mail"]
    page = send(admin, page, {f"{row}.source": "ATTRIBUTE_QUERY", "_do": f"edit:{row}.source"})
    entered = {f"{row}.value": "SAML_SUBJECT", "attributeQuery.policy.signAssertion": "true", "_do": ""}
    refused = send(admin, page, entered)
    assert "Requests on the back channel need an active verification certificate" in refused.text
    basic = "credentials.inboundBackChannelAuth.httpBasicCredentials"
    saved = send(admin, refused, {f"{basic}.username": "partner", f"{basic}.password": "Schiffer12", "_do": ""})
    assert "Service queried was saved." in follow(admin, saved).text
    made = stored(admin, f"{SP_CONNECTIONS}/sp-queried")
    assert made["attributeQuery"]["attributes"] == ["mail"]
    assert made["attributeQuery"]["policy"]["signAssertion"] is True
    again = send(admin, visit(admin, f"{PAGE}/edit/sp-queried?section=section-1"), {"_do": ""})
    assert "Service queried was saved." in follow(admin, again).text
    assert stored(admin, f"{SP_CONNECTIONS}/sp-queried")["attributeQuery"] == made["attributeQuery"]
    admin.delete(f"{API}{SP_CONNECTIONS}/sp-queried")
