"""Settings of SP adapters that a connection overrides, over the admin API and on its page."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.flows.connection_calls import idp_connection_errors
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer
from tests.flows.test_idp_browser_sso import CONNECTIONS, SSO, mapped, to_adapter
from tests.support.access_tokens import fields
from tests.support.sp_adapters import sp_adapter

ADAPTERS = f"{API}/sp/adapters"
PATH = f"{SSO}.adapterMappings[0].adapterOverrideSettings"
SECRET = "the-secret-of-this-connection-alone-0123456789"


@pytest.fixture
def admin(filled_server: FlowServer) -> Iterator[Client]:
    made = filled_server.basic("Administrator")
    yield made
    made.delete(f"{CONNECTIONS}/saml-own")


def own(*overrides: dict[str, Any]) -> dict[str, Any]:
    """Return a connection whose mappings, to the SP adapters 0, 1 and so on, have these overrides."""
    mappings = [to_adapter(f"sp-{n}", adapterOverrideSettings=each) for n, each in enumerate(overrides)]
    return mapped("own", adapterMappings=mappings)


def override(**settings: str) -> dict[str, Any]:
    return {
        "configuration": {"fields": fields({name.replace("_", " "): value for name, value in settings.items()})},
    }


def signed_by(secret: str) -> dict[str, Any]:
    return override(JWS_Algorithm="HS256", Shared_Secret=secret)


def stored(answer: Any, mapping: int = 0) -> dict[str, Any]:
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.json()[SSO]["adapterMappings"][mapping]["adapterOverrideSettings"]
    return found


def field(settings: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [each for each in settings["configuration"]["fields"] if each["name"] == name]
    return dict(found)


def test_an_override_inherits_from_the_adapter_of_its_mapping(admin: Client) -> None:
    made = admin.post(CONNECTIONS, own({"id": "x", "name": "Own", **override(Audience="urn:own")}))
    settings = stored(made)
    assert (settings["parentRef"], settings["id"], settings["name"]) == ({"id": "sp-0"}, "x", "Own")
    assert settings["pluginDescriptorRef"] == admin.get(f"{ADAPTERS}/sp-0").json()["pluginDescriptorRef"]
    assert field(settings, "Audience") == {"name": "Audience", "value": "urn:own"}
    again = admin.put(f"{CONNECTIONS}/saml-own", made.json())
    assert (again.status_code, again.json()) == (200, made.json())
    # It is no SP adapter of its own.
    assert admin.get(f"{ADAPTERS}/x").status_code == 404


def test_a_secret_is_encrypted_and_stays_with_the_adapter_of_its_mapping(admin: Client) -> None:
    assert admin.post(ADAPTERS, sp_adapter(1)).status_code in (201, 422)
    made = admin.post(CONNECTIONS, own(signed_by(SECRET), signed_by(SECRET[::-1])))
    first, second = (field(stored(made, n), "Shared Secret") for n in (0, 1))
    assert "value" not in first
    assert SECRET not in made.text
    assert field(stored(made), "JWS Algorithm")["value"] == "HS256"
    # The mappings change places, and the secrets are left out.
    body = made.json()
    mappings = body[SSO]["adapterMappings"]
    for each in mappings:
        for setting in each["adapterOverrideSettings"]["configuration"]["fields"]:
            setting.pop("encryptedValue", None)
    mappings.reverse()
    moved = admin.put(f"{CONNECTIONS}/saml-own", body)
    assert (field(stored(moved, 1), "Shared Secret"), field(stored(moved, 0), "Shared Secret")) == (first, second)


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        (override(Nothing="x"), "configuration.fields[0].name"),
        (override(Application_URL="javascript:x"), "configuration.fields[0].value"),
        ({**override(Audience="x"), "parentRef": {"id": "other"}}, "parentRef"),
        ({**override(), "pluginDescriptorRef": {"id": "other"}}, "pluginDescriptorRef"),
        ({**override(), "attributeContract": {"coreAttributes": [{"name": "x"}]}}, "attributeContract.coreAttributes"),
    ],
)
def test_an_override_that_cannot_work_is_refused(admin: Client, settings: dict[str, Any], path: str) -> None:
    assert f"{PATH}.{path}" in [found for found, _ in idp_connection_errors(admin, own(settings))]


def test_settings_of_pages_that_name_no_application_are_refused(admin: Client) -> None:
    [(path, text)] = idp_connection_errors(
        admin, own({**override(), "targetApplicationInfo": {"applicationName": "x"}})
    )
    assert path == PATH
    assert "targetApplicationInfo is not supported" in text


def test_the_contract_of_an_override_is_that_of_its_mapping(admin: Client) -> None:
    contract = {"extendedAttributes": [{"name": "department"}]}
    body = own({**override(), "attributeContract": contract})
    fulfillment = f"{SSO}.adapterMappings[0].attributeContractFulfillment"
    assert {path for path, _ in idp_connection_errors(admin, body)} == {
        f"{fulfillment}.department",
        f"{fulfillment}.mail",
    }
    sources = body[SSO]["adapterMappings"][0]["attributeContractFulfillment"]
    sources["department"] = sources.pop("mail")
    assert stored(admin.post(CONNECTIONS, body))["attributeContract"]["coreAttributes"] == [{"name": "sub"}]


def test_the_page_of_the_connection_keeps_an_override(admin: Client) -> None:
    made = admin.post(CONNECTIONS, own(signed_by(SECRET)))
    user = admin.server.client().sign_in()
    page = visit(user, "idpConnections/edit/saml-own?section=section-1")
    assert SECRET not in page.answer.text
    saved = follow(user, send(user, page, {"name": "Renamed", "_do": ""}))
    assert "Renamed was saved." in saved.text
    assert stored(admin.get(f"{CONNECTIONS}/saml-own")) == stored(made)


def test_a_change_of_the_adapter_that_breaks_an_override_is_refused(admin: Client) -> None:
    def shared(secret: str) -> dict[str, Any]:
        return sp_adapter("shared", JWS_Algorithm="HS256", Shared_Secret=secret)

    long, short = "0123456789abcdef" * 4, "0123456789abcdef" * 2
    assert admin.post(ADAPTERS, shared(long)).status_code == 201
    stronger = override(JWS_Algorithm="HS512")
    body = mapped("own", adapterMappings=[to_adapter("sp-shared", adapterOverrideSettings=stronger)])
    assert stored(admin.post(CONNECTIONS, body))["parentRef"] == {"id": "sp-shared"}
    # The shorter secret is enough for the adapter, but not for the algorithm of the override.
    before = admin.get(f"{ADAPTERS}/sp-shared").json()
    answer = admin.put(f"{ADAPTERS}/sp-shared", shared(short))
    assert answer.status_code == 422, answer.text
    [error] = answer.json()["validationErrors"]
    text = "IdP Connection 'SAML own' (saml-own): HS512 requires a secret of at least 64 bytes."
    assert error["message"] == text
    assert short not in answer.text
    assert admin.get(f"{ADAPTERS}/sp-shared").json() == before
    assert admin.put(f"{ADAPTERS}/sp-shared", shared(long[::-1])).status_code == 200
    assert admin.delete(f"{CONNECTIONS}/saml-own").status_code == 204
    assert admin.put(f"{ADAPTERS}/sp-shared", shared(short)).status_code == 200
    assert admin.delete(f"{ADAPTERS}/sp-shared").status_code == 204
