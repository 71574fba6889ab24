"""Frame pages of plug-in instances."""

import re
from typing import Any

import pytest

from hanse.admin.frames.frame import Frame
from hanse.plugins.adapters.openid_connect.plugin import callback_name
from hanse.plugins.data_stores.rest.plugin import REST_API
from tests.flows.pages import Page, follow, send, set_base_url, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.frames import FRAMES
from tests.support.instances import SIMPLE_VALIDATOR, fields, instance, publisher, user, validator
from tests.support.mail import mailbox
from tests.support.stores import ldap_store

VALIDATORS, PATH = "passwordCredentialValidators", f"{API}/passwordCredentialValidators"
ROWS = "configuration.t0"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def open_form(admin: Client) -> Page:
    """Choose a type and return the form for a new instance."""
    question = visit(admin, f"{VALIDATORS}/add")
    return visit(admin, question.links["Simple Username Password Credential Validator"])


def stored(admin: Client, id_: str) -> Any:
    return admin.get(f"{PATH}/{id_}").json()


def test_an_instance_is_added_and_its_passwords_are_never_shown(admin: Client) -> None:
    page = open_form(admin)
    page = send(admin, page, {"name": "Crew", "id": "crew", "_do": f"add:{ROWS}"})
    first = {f"{ROWS}[0].c0": "joe", f"{ROWS}[0].c1": "Schiffer12", f"{ROWS}[0].c2": "Schiffer13", "_do": ""}
    refused = send(admin, page, first)
    assert (refused.status, "Confirm Password: The passwords do not match." in refused.text) == (422, True)
    listed = follow(admin, send(admin, refused, {f"{ROWS}[0].c1": "Schiffer12", f"{ROWS}[0].c2": "Schiffer12"}))
    assert "Crew was saved." in listed.text
    assert "Simple Username Password Credential Validator" in listed.texts
    page = visit(admin, f"{VALIDATORS}/edit/crew")
    assert page.fields[f"{ROWS}[0].c0"] == ["joe"]
    assert page.fields[f"{ROWS}[0].c1"] == [""]
    before = stored(admin, "crew")["configuration"]
    assert "Schiffer12" not in str(before)
    # A row is inserted above the first one, which keeps its password.
    page = send(admin, page, {"_do": f"add:{ROWS}"})
    new = {f"{ROWS}[1].c{n}": text for n, text in enumerate(("ann", "Schiffer14", "Schiffer14"))}
    page = send(admin, page, {**new, "_do": f"up:{ROWS}[1]"})
    assert page.fields[f"{ROWS}[0].c0"] == ["ann"]
    follow(admin, send(admin, page))
    rows = stored(admin, "crew")["configuration"]["tables"][0]["rows"]
    assert [row["fields"][0]["value"] for row in rows] == ["ann", "joe"]
    assert rows[1]["fields"][1] == before["tables"][0]["rows"][0]["fields"][1]


def test_a_child_inherits_the_chosen_fields(admin: Client) -> None:
    assert admin.post(PATH, validator("parent")).status_code in (201, 422)
    page = open_form(admin)
    page = send(admin, page, {"name": "Child", "id": "child", "parentRef": "validator-parent"})
    # After a change of the parent the form is shown again, and nothing is saved yet.
    assert "Select the settings to inherit from the parent, and save." in page.text
    assert page.fields["configuration.t0Inherited"] == ["true"]
    follow(admin, send(admin, page))
    assert stored(admin, "child")["configuration"]["tables"] == [{"name": "Users", "rows": [], "inherited": True}]
    # A column without any value is not shown.
    headings = [
        {"ID", "Parent"} & set(visit(admin, f"{VALIDATORS}?search={name}").texts) for name in ("Child", "parent")
    ]
    assert headings == [{"ID", "Parent"}, {"ID"}]
    question = visit(admin, f"{VALIDATORS}/delete/validator-parent")
    assert "Validator parent cannot be deleted" in question.text
    assert question.links["Child"] == "/system/data-and-credential-stores/password-credential-validators/edit/child"
    # An instance cannot have itself, one of its children or an instance of another type as parent.
    address = f"{VALIDATORS}/choices?field=parentRef&type={SIMPLE_VALIDATOR}&q=parent"
    parents = [visit(admin, f"{address}&of={id_}").answer.json()["items"] for id_ in ("child", "validator-parent", "")]
    parent = {"value": "validator-parent", "label": "Validator parent"}
    assert parents == [[parent], [], [parent]]
    other = address.replace("SimpleUsername", "LDAPUsername")
    assert visit(admin, other).answer.json()["items"] == []
    page = visit(admin, f"{VALIDATORS}/edit/child")
    page = send(admin, page, {"configuration.t0Inherited": None, "_do": f"add:{ROWS}"})
    assert page.status == 200
    itself = send(admin, page, {"parentRef": "child", "_do": ""})
    assert "Select the settings to inherit" in itself.text
    assert "An instance cannot be its own parent." in send(admin, itself).text


def test_an_auditor_sees_an_instance_and_changes_nothing(shared_server: FlowServer, admin: Client) -> None:
    admin.post(PATH, validator("seen", user("ann", "Schiffer12")))
    made = admin.post(f"{API}/administrativeAccounts", account("plugin-auditor", auditor=True))
    assert made.status_code in (200, 422), made.text
    auditor = shared_server.client().sign_in("plugin-auditor")
    page = visit(auditor, f"{VALIDATORS}/edit/validator-seen")
    assert (page.status, page.is_read_only, "Save" in page.texts) == (200, True, False)
    before = stored(admin, "validator-seen")
    for action in ("", f"add:{ROWS}", "act:anything"):
        assert send(auditor, page, {"_do": action}).status == 403
    assert stored(admin, "validator-seen") == before
    assert visit(auditor, f"{VALIDATORS}/add").status == 403


def test_fields_that_are_not_in_the_form_are_refused(admin: Client) -> None:
    admin.post(PATH, validator("strange"))
    page = visit(admin, f"{VALIDATORS}/edit/validator-strange")
    for strange, status in (("add:configuration.t9", 400), (f"up:{ROWS}[9]", 400), ("act:anything", 404)):
        assert send(admin, page, {"_do": strange}).status == status, strange
    assert visit(admin, f"{VALIDATORS}/choices?field=configuration.f9").status == 404


@pytest.mark.parametrize("frame", [frame for frame in FRAMES if frame.kind is not None], ids=lambda frame: frame.node)
def test_every_type_of_every_kind_has_a_form(admin: Client, frame: Frame) -> None:
    for plugin in frame.kind.plugins if frame.kind is not None else ():
        page = visit(admin, f"{frame.node}/add?type={plugin.id}")
        assert (page.status, "name" in page.fields) == (200, True), plugin.id


def test_an_adapter_is_added_with_its_contract_and_changed(admin: Client) -> None:
    admin.post(PATH, validator("used"))
    question = visit(admin, "idpAdapters/add")
    page = visit(admin, question.links["HTML Form IdP Adapter"])
    assert {"policy.action", "username", "Session State"} <= set(page.texts)
    page = send(admin, page, {"name": "Form", "id": "form", "_do": f"add:{ROWS}"})
    page = send(admin, page, {f"{ROWS}[0].c0": "validator-used", "_do": "add:attributeContract.extendedAttributes"})
    name = "attributeContract.extendedAttributes[0].name"
    pseudonym = "attributeContract.coreAttributes[1].pseudonym"
    # At least one pseudonym is required, so the user name is preselected.
    assert page.fields[pseudonym] == ["true"]
    refused = send(admin, page, {name: "mail", pseudonym: [], "_do": ""})
    assert (refused.status, "Mark at least one attribute as Pseudonym." in refused.text) == (422, True)
    listed = follow(admin, send(admin, refused, {pseudonym: "true"}))
    assert "Form was saved." in listed.text
    made = admin.get(f"{API}/idp/adapters/form").json()
    names = [(each["name"], each["pseudonym"]) for each in made["attributeContract"]["coreAttributes"]]
    assert names == [("policy.action", False), ("username", True)]
    # A mapping without changes is saved as it was.
    itself = {each: {"source": {"type": "ADAPTER"}, "value": each} for each in ("policy.action", "username")}
    mail = {"source": {"type": "TEXT"}, "value": "a@b.example"}
    mapping = {"attributeContractFulfillment": {**itself, "mail": mail}}
    assert admin.put(f"{API}/idp/adapters/form", {**made, "attributeMapping": mapping}).status_code == 200
    page = visit(admin, "idpAdapters/edit/form")
    follow(admin, send(admin, page, {"configuration.f0": "5"}))
    changed = admin.get(f"{API}/idp/adapters/form").json()
    assert changed["attributeMapping"]["attributeContractFulfillment"]["mail"]["value"] == "a@b.example"
    assert changed["configuration"]["fields"][0] == {"name": "Challenge Retries", "value": "5"}


def test_an_adapter_is_offered_the_attributes_of_its_validators(admin: Client) -> None:
    headers = {"X-BypassExternalValidation": "true"}
    assert admin.post(f"{API}/dataStores", ldap_store(7), headers=headers).status_code == 201
    given = fields(LDAP_Datastore="store-7", Search_Base="dc=hanse", Search_Filter="uid=${username}")
    people = instance(
        "people", "Validator", "org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator", given
    )
    extended = {"extendedAttributes": [{"name": "entryUUID"}, {"name": "phone: work"}]}
    answer = admin.post(PATH, {**people, "attributeContract": extended}, headers=headers)
    assert answer.status_code == 201, answer.text
    page = visit(admin, visit(admin, "idpAdapters/add").links["HTML Form IdP Adapter"])
    page = send(admin, page, {"name": "Offered", "_do": f"add:{ROWS}"})
    # The script presses this button when a validator is chosen.
    chosen = {f"{ROWS}[0].c0": "validator-people", "_do": f"edit:{ROWS}[0].c0"}
    assert f'value="edit:{ROWS}[0].c0"' in page.answer.text
    page = send(admin, page, chosen)
    offered = [f'value="offer:{name}"' for name in ("mail", "entryUUID", "phone: work", "username")]
    assert [each in page.answer.text for each in offered] == [True, True, True, False]
    page = send(admin, page, {"_do": "offer:phone: work"})
    name = "attributeContract.extendedAttributes[0].name"
    assert page.fields[name] == ["phone: work"]
    assert [each in page.answer.text for each in offered] == [True, True, False, False]
    assert "data-unsaved" in page.answer.text
    # Only what is offered is added.
    page = send(admin, page, {"_do": "offer:other"})
    assert "attributeContract.extendedAttributes[1].name" not in page.fields
    # The new attribute has its row in contract fulfillment at once.
    rows = [value for path, (value, *_) in page.fields.items() if path.endswith(".name") and "ulfil" in path]
    assert "phone: work" in rows, page.fields
    admin.delete(f"{PATH}/validator-people")


def test_a_publisher_sends_a_test_message_from_its_form(admin: Client) -> None:
    with mailbox() as box:
        made = admin.post(f"{API}/notificationPublishers", publisher("form", box.port))
        assert made.status_code in (201, 422), made.text
        page = visit(admin, "notificationPublishers/edit/publisher-form")
        refused = send(admin, page, {"_parameters0.p0": "nobody", "_do": "act:sendTest"})
        assert "Enter an e-mail address such as admin@example.com." in refused.text
        sent = send(admin, refused, {"_parameters0.p0": "joe@example.com", "_do": "act:sendTest"})
        assert "The server accepted a message to joe@example.com." in sent.text
        assert [message["To"] for message in box.messages] == ["joe@example.com"]


def test_inapplicable_fields_are_marked_and_posted_unchanged(admin: Client) -> None:
    page = visit(admin, "notificationPublishers/add")
    depends = '[["configuration.f4", ["SSL/TLS"]]]'
    assert f"data-when='{depends}'" in page.answer.text
    # The script does not send fields that do not apply.
    hidden = {"configuration.f4": "NONE", "configuration.f5": [], "configuration.f6": []}
    sent = {"name": "Plain", "id": "plain", "configuration.f0": "a@b.example", "configuration.f2": "mail.example"}
    assert "Plain was saved." in follow(admin, send(admin, page, {**sent, **hidden, "_do": ""})).text
    page = visit(admin, "notificationPublishers/edit/plain")
    assert (page.fields["configuration.f5"], page.fields["configuration.f6"]) == (["465"], ["true"])
    assert admin.delete(f"{API}/notificationPublishers/plain").status_code == 204


def test_the_help_of_a_column_describes_its_fields(admin: Client) -> None:
    page = visit(admin, f"dataStores/add?type={REST_API.id}")
    html = send(admin, page, {"_do": f"add:{ROWS}"}).answer.text
    described = dict(re.findall(r'name="([^"]*)"[^>]* aria-describedby="([^"]+)"', html))
    help_id = described[f"{ROWS}[0].c1"]
    assert f'<span id="{help_id}">Node tags, separated by spaces or commas.</span>' in html


def test_the_page_of_an_adapter_shows_the_addresses_that_other_servers_use(admin: Client) -> None:
    fields = [
        {"name": "Issuer", "value": "https://127.0.0.1:9"},
        {"name": "Client ID", "value": "hanse"},
        {"name": "Client Authentication", "value": "private_key_jwt"},
    ]
    body = {
        "id": "partner",
        "name": "Partner",
        "pluginDescriptorRef": {"id": "hanse.openid-connect"},
        "configuration": {"fields": fields},
        "attributeContract": {"coreAttributes": [{"name": "sub", "pseudonym": True}]},
    }
    assert admin.post(f"{API}/idp/adapters", body).status_code == 201
    base_url = set_base_url(admin)
    page = visit(admin, "idpAdapters/edit/partner")
    redirect_uri = f"{base_url}/sp/{callback_name('https://127.0.0.1:9')}/cb.openid"
    assert f'data-copy="{redirect_uri}"' in page.answer.text
    assert f'data-copy="{base_url}/pf/JWKS"' in page.answer.text
    logout_uri = f"{base_url}/sp/{callback_name('https://127.0.0.1:9')}/bclogout.openid"
    assert f'data-copy="{logout_uri}"' in page.answer.text
    # Nobody listens there.
    tested = send(admin, page, {"_do": "act:testConnection"})
    assert "The metadata cannot be read" in tested.text
