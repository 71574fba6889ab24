"""A save of one connection updates the parts of the snapshot without reading the other connections."""

from collections.abc import Callable
from typing import Any

import pytest

from hanse.config.transaction_view import TransactionView
from hanse.engine.oauth.assertion_grants.trusted_connections import TRUSTED_CONNECTIONS
from hanse.engine.saml.idp.partners import SP_PARTNERS
from hanse.engine.saml.published_metadata import PUBLISHED_METADATA
from hanse.engine.snapshot.compiler import Compiler
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from tests.engine.saml.identity_provider import saml_connection
from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, opened_site
from tests.support.certified_keys import pair
from tests.support.configurations import delete, replace
from tests.support.sp_connections import browser_sso, sp_connection

NUMBERS = range(3)


def service(number: int, **changes: Any) -> dict[str, Any]:
    signing = {"signingSettings": {"signingKeyPairRef": {"id": f"rsa-{number}"}}}
    return {**sp_connection(number), "active": True, "credentials": signing, **changes}


def provider(number: int, **changes: Any) -> dict[str, Any]:
    own = {"id": f"idp-{number}", "name": f"Partner {number}", "entityId": f"https://idp{number}.example.com"}
    return {**saml_connection(), **own, **changes}


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    made = opened_site(engine)
    for number in NUMBERS:
        made.add(SIGNING_KEY_PAIRS, pair(f"rsa-{number}"))
        made.add(SP_CONNECTIONS, service(number))
        made.add(IDP_CONNECTIONS, provider(number))
    return made


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Returns the IDs of the connections that were read since the last call."""
    ids: list[str] = []
    whole, some = TransactionView.raw_bodies, TransactionView.raw_bodies_of

    def raw_bodies(view: TransactionView, resource: Any) -> Any:
        for id_, text in whole(view, resource):
            ids.append(id_)
            yield id_, text

    def raw_bodies_of(view: TransactionView, resource: Any, wanted: Any) -> Any:
        found = some(view, resource, wanted)
        ids.extend(found)
        return found

    monkeypatch.setattr(TransactionView, "raw_bodies", raw_bodies)
    monkeypatch.setattr(TransactionView, "raw_bodies_of", raw_bodies_of)

    def taken() -> list[str]:
        found, ids[:] = list(ids), []
        return found

    return taken


def saved(site: SignInSite, resource: Any, body: dict[str, Any]) -> None:
    replace(site.engine.core.configuration, resource, body["id"], body)
    site.engine.caught_up()


def test_a_saved_connection_is_the_only_one_that_is_read(site: SignInSite, read: Callable[[], list[str]]) -> None:
    before = site.engine.follower.snapshot
    saved(site, SP_CONNECTIONS, service(1, name="Renamed"))
    saved(site, IDP_CONNECTIONS, provider(2, name="Renamed"))
    assert set(read()) == {"sp-1", "idp-2"}
    after = site.engine.follower.snapshot
    parts: dict[str, Compiler[Any]] = {"sp-1": SP_PARTNERS, "idp-2": CONNECTION_SOURCES}
    for changed, part in parts.items():
        old, new = before.part(part).by_id, after.part(part).by_id
        assert {id_ for id_ in old if old[id_] is not new[id_]} == {changed}
        assert new[changed].body["name"] == "Renamed"


def test_the_keys_of_unchanged_key_pairs_are_not_opened_again(site: SignInSite) -> None:
    before = site.engine.follower.snapshot.part(SP_PARTNERS).key_pairs
    saved(site, SP_CONNECTIONS, service(1, name="Renamed"))
    after = site.engine.follower.snapshot.part(SP_PARTNERS).key_pairs
    assert after.keys() == before.keys()
    assert all(after[id_] is before[id_] for id_ in before)


@pytest.mark.parametrize("change", ["delete", "deactivate"])
def test_a_connection_that_is_no_longer_active_is_removed(site: SignInSite, change: str) -> None:
    for resource, body in ((SP_CONNECTIONS, service(0)), (IDP_CONNECTIONS, provider(0))):
        if change == "delete":
            delete(site.engine.core.configuration, resource, body["id"])
            site.engine.caught_up()
        else:
            saved(site, resource, {**body, "active": False})
    snapshot = site.engine.follower.snapshot
    assert snapshot.part(SP_PARTNERS).by_id.keys() == {"sp-1", "sp-2"}
    assert snapshot.part(CONNECTION_SOURCES).by_id.keys() == {"idp-1", "idp-2"}
    assert snapshot.part(SP_PARTNERS).find(service(0)["entityId"]) is None
    assert snapshot.part(CONNECTION_SOURCES).find_entity(provider(0)["entityId"]) is None
    assert "rsa-0" not in snapshot.part(PUBLISHED_METADATA).roles.idp_keys


def test_a_connection_is_found_by_a_changed_entity_id(site: SignInSite) -> None:
    saved(site, SP_CONNECTIONS, service(1, entityId="urn:new"))
    saved(site, IDP_CONNECTIONS, provider(1, entityId="urn:new:idp"))
    snapshot = site.engine.follower.snapshot
    found = snapshot.part(SP_PARTNERS).find("urn:new")
    assert found is not None
    assert found.id == "sp-1"
    assert snapshot.part(SP_PARTNERS).find(service(1)["entityId"]) is None
    assert snapshot.part(CONNECTION_SOURCES).find_entity("urn:new:idp") == "idp-1"


def test_the_metadata_follows_a_changed_connection(site: SignInSite) -> None:
    def roles() -> Any:
        return site.engine.follower.snapshot.part(PUBLISHED_METADATA).roles

    assert (list(roles().bindings), roles().wants_signed_requests) == (["POST", "REDIRECT"], False)
    for number in NUMBERS:
        certificate = {"certs": saml_connection()["credentials"]["certs"], **service(number)["credentials"]}
        strict = browser_sso(incomingBindings=["POST"], requireSignedAuthnRequests=True)
        saved(site, SP_CONNECTIONS, service(number, spBrowserSso=strict, credentials=certificate))
    assert (list(roles().bindings), roles().wants_signed_requests) == (["POST"], True)


def test_only_connections_with_assertion_grants_are_kept_for_these(site: SignInSite) -> None:
    assert site.engine.follower.snapshot.part(TRUSTED_CONNECTIONS).by_id == {}
