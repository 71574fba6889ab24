"""The form of local identity profiles, as a browser without scripts sends it."""

from tests.flows.local_identity_calls import PROFILES, add_profile
from tests.flows.pages import follow, send, visit
from tests.flows.server import FlowServer

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
