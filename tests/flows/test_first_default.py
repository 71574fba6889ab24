"""The first item of a list with a default becomes the default when it is added in the console."""

from tests.flows.pages import follow, send, visit
from tests.flows.server import API, FlowServer
from tests.support.access_tokens import manager

MANAGERS = "accessTokenManagement"
SETTINGS = f"{API}/oauth/accessTokenManagers/settings"


def test_the_first_access_token_manager_becomes_the_default_and_the_second_does_not(server: FlowServer) -> None:
    server.set_up()
    admin = server.client().sign_in()
    # Without an item to choose, the form has a link to the page that adds one.
    links = visit(admin, "accessTokenMappings/add").links
    assert "/applications/oauth/access-token-management/add" in links.values()
    for id_, expected in (("first", "First was saved. It is the default."), ("second", "Second was saved.")):
        page = visit(admin, f"{MANAGERS}/add")
        reference = next(link for link in page.links.values() if "reference" in link.lower())
        page = visit(admin, reference)
        page = send(admin, page, {"_do": "add:attributeContract.extendedAttributes"})
        entered = {"name": id_.title(), "id": id_, "attributeContract.extendedAttributes[0].name": "sub", "_do": ""}
        assert expected in follow(admin, send(admin, page, entered)).texts
    assert admin.get(SETTINGS).json()["defaultAccessTokenManagerRef"]["id"] == "first"
    links = visit(admin, "accessTokenMappings/add").links
    assert "/applications/oauth/access-token-management/add" not in links.values()


def test_the_first_openid_connect_policy_becomes_the_default_with_its_mapping_prefilled(server: FlowServer) -> None:
    admin = server.set_up()
    assert admin.post(f"{API}/oauth/accessTokenManagers", manager()).status_code == 201
    node = "openIdConnectPolicyManagement"
    for id_, expected in (("first", "First was saved. It is the default."), ("second", "Second was saved.")):
        page = visit(admin, f"{node}/add")
        page = send(admin, page, {"accessTokenManagerRef": "manager-0", "_do": "edit:accessTokenManagerRef"})
        held = "attributeMapping.attributeContractFulfillment[0]"
        # The attribute is mapped from the token attribute with the same name.
        assert [page.fields[f"{held}.{name}"] for name in ("name", "source", "value")] == [["sub"], ["TOKEN|"], ["sub"]]
        assert expected in follow(admin, send(admin, page, {"name": id_.title(), "_do": ""})).texts
    default = admin.get(f"{API}/oauth/openIdConnect/settings").json()["defaultPolicyRef"]
    assert admin.get(f"{API}/oauth/openIdConnect/policies/{default['id']}").json()["name"] == "First"
