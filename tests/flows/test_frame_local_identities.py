"""The form of local identity profiles, as a browser without scripts sends it."""

from tests.flows.local_identity_calls import PROFILES, add_profile
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, FlowServer
from tests.support.local_identities import directory_storage, profile
from tests.support.stores import ldap_store

LIST = "localIdentityProfiles"
FIELD = "fieldConfig.fields[0]"


def test_a_profile_is_added_and_changed_with_the_form(server: FlowServer) -> None:
    admin = server.set_up()
    add_profile(admin)
    page = send(admin, visit(admin, f"{LIST}/add"), {"_do": "add:fieldConfig.fields"})
    entered = {
        "name": "Guests",
        "apcId": "apc-0",
        f"{FIELD}.type": "TEXT",
        f"{FIELD}.id": "login",
        f"{FIELD}.label": "Login",
        f"{FIELD}.attributes.Required": "true",
        f"{FIELD}.attributes.Unique ID Field": "true",
        f"{FIELD}.registrationPageField": "true",
        "registrationEnabled": "true",
        "_do": "",
    }
    saved = send(admin, page, entered)
    follow(admin, saved)
    (stored,) = (each for each in admin.get(PROFILES).json()["items"] if each["name"] == "Guests")
    (field,) = stored["fieldConfig"]["fields"]
    assert (field["type"], field["id"]) == ("TEXT", "login")
    assert field["attributes"] == {
        "Required": True,
        "Unique ID Field": True,
        "Read-Only": False,
        "Mask Log Values": False,
    }
    assert stored["registrationEnabled"]
    # A form that is saved without changes changes nothing.
    again = visit(admin, f"{LIST}/edit/{stored['id']}")
    follow(admin, send(admin, again, {"passwordConfig.minimumLength": "15", "_do": ""}))
    changed = admin.get(f"{PROFILES}/{stored['id']}").json()
    assert changed == {**stored, "passwordConfig": {"minimumLength": 15, "refuseCommon": True}}


def test_a_directory_is_chosen_and_removed_with_the_form(server: FlowServer) -> None:
    admin = server.set_up()
    add_profile(admin)
    made = admin.post(f"{API}/dataStores", ldap_store(0), headers={"X-BypassExternalValidation": "true"})
    assert made.status_code == 201, made.text
    created = admin.post(PROFILES, profile("stored", name="Stored"))
    assert created.status_code == 201, created.text
    edit = f"{LIST}/edit/profile-stored"
    # The data store is optional, although a directory needs one.
    assert "LDAP data store" in visit(admin, edit).texts
    entered = {
        "dataStoreConfig.dataStoreRef": "store-0",
        "dataStoreConfig.baseDn": "ou=people,dc=hanse,dc=example",
        "dataStoreConfig.createPattern": "uid=${login}",
        "dataStoreConfig.objectClass": "account",
        "dataStoreConfig.dataStoreMapping": "login=uid\nmail = mail\ncity=l\nverified=employeeType",
        "_do": "",
    }
    follow(admin, send(admin, visit(admin, edit), entered))
    address = f"{PROFILES}/profile-stored"
    stored = admin.get(address).json()["dataStoreConfig"]
    attributes = {"login": "uid", "mail": "mail", "city": "l", "verified": "employeeType"}
    mapping = {name: {"type": "LDAP", "name": each, "metadata": {}} for name, each in attributes.items()}
    assert stored == directory_storage(auxiliaryObjectClasses=[], dataStoreMapping=mapping)
    # Members that the form does not show are kept.
    body = admin.get(address).json()
    body["dataStoreConfig"]["dataStoreMapping"]["city"]["metadata"] = {"note": "x"}
    assert admin.put(address, body).status_code == 200
    page = visit(admin, edit)
    assert "city=l" in page.fields["dataStoreConfig.dataStoreMapping"][0]
    follow(admin, send(admin, page, {"passwordConfig.minimumLength": "15", "_do": ""}))
    assert admin.get(address).json()["dataStoreConfig"] == body["dataStoreConfig"]
    # Without a data store, the hidden fields of the directory have no effect.
    follow(admin, send(admin, visit(admin, edit), {"dataStoreConfig.dataStoreRef": "", "_do": ""}))
    assert "dataStoreConfig" not in admin.get(address).json()
