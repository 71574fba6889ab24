"""Requested scopes are resolved by the configuration and the client's settings."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanse.app.core import ProcessEnvironment, opened
from hanse.config.declare.resource import Resource
from hanse.engine.errors import InvalidScope
from hanse.engine.oauth.scopes import SCOPES, ConfiguredExclusiveScope, ConfiguredScope, Scopes
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.kit.errors import HanseError
from hanse.kit.options import Options
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.system.authorization_server import (
    COMMON_GROUPS,
    COMMON_SCOPES,
    EXCLUSIVE_GROUPS,
    EXCLUSIVE_SCOPES,
    SCOPE_RESOURCES,
    SETTINGS,
)
from tests.engine.compiled_parts import CompiledPart
from tests.support.clients import client as client_body
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model
from tests.support.randomness import SeededRandomness

CompiledScopes = CompiledPart[Scopes]
MANY = 100_000


def client(**more: Any) -> RegisteredClient:
    settings: Client = as_model(OAUTH_CLIENTS, client_body("app", **more))
    return RegisteredClient.of(settings)


def scope(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": f"About {name}", **more}


@pytest.fixture
def empty(database_url: str, tmp_path: Path) -> Iterator[CompiledScopes]:
    with opened(
        Options(data=tmp_path, database=database_url), ProcessEnvironment(ManualClock(), SeededRandomness())
    ) as core:
        yield CompiledPart(core.configuration, SCOPES)


@pytest.fixture
def scopes(empty: CompiledScopes) -> CompiledScopes:
    made = empty
    for name in ("accounts", "email"):
        made.create(COMMON_SCOPES, scope(name))
    made.create(COMMON_SCOPES, scope("payment:*", dynamic=True))
    made.create(COMMON_SCOPES, scope("payment:eu:*:read", dynamic=True))
    made.create(COMMON_GROUPS, scope("all", scopes=["accounts", "email"]))
    for name in ("payment:admin", "secret"):
        made.create(EXCLUSIVE_SCOPES, scope(name))
    made.create(EXCLUSIVE_GROUPS, scope("secrets", scopes=["secret", "payment:admin"]))
    return made


@pytest.mark.parametrize(
    "requested",
    [
        "unknown",
        "Accounts",
        "accounts unknown",
        # Exclusive scopes are only for clients that list them.
        "secret",
        "secrets",
        # An exclusive scope with the exact name has priority over a matching dynamic scope.
        "payment:admin",
        # The variable part of a dynamic scope has at least one character, and no asterisk.
        "payment:",
        "payment:*",
        "payment:1*",
        # Characters that are not allowed in scopes (RFC 6749, section 3.3).
        "accounts\temail",
        "accounts\n",
        'acc"ounts',
        "acc\\ounts",
        "ünïcode",
        "payment:" + "1" * 256,
        " ".join(f"payment:{number}" for number in range(1001)),
    ],
)
@pytest.mark.parametrize("restricted", [False, True])
def test_scopes_that_a_client_may_not_request_are_refused(
    scopes: CompiledScopes, requested: str, *, restricted: bool
) -> None:
    names = ["accounts", "payment:*"] if restricted else []
    with pytest.raises(InvalidScope):
        scopes.part.resolve(client(restrictScopes=restricted, restrictedScopes=names), requested)


def test_an_error_names_the_scope(scopes: CompiledScopes) -> None:
    with pytest.raises(InvalidScope, match="The scope secret is unknown or not allowed for this client"):
        scopes.part.resolve(client(), "accounts secret")


@pytest.mark.parametrize("requested", ["email", "all", "openid", "payment:eu:7:read", "secret"])
def test_a_restricted_client_may_request_only_its_own_scopes(scopes: CompiledScopes, requested: str) -> None:
    restricted = client(restrictScopes=True, restrictedScopes=["accounts", "payment:*"])
    with pytest.raises(InvalidScope):
        scopes.part.resolve(restricted, requested)
    assert scopes.part.resolve(restricted, "accounts payment:1") == ("accounts", "payment:1")


def test_an_exclusive_group_does_not_include_its_members(scopes: CompiledScopes) -> None:
    named = client(exclusiveScopes=["secrets"])
    assert scopes.part.resolve(named, "secrets") == ("secrets",)
    with pytest.raises(InvalidScope):
        scopes.part.resolve(named, "secret")
    with pytest.raises(InvalidScope):
        scopes.part.resolve(client(exclusiveScopes=["secret", "payment:admin"]), "secrets")


@pytest.mark.parametrize(
    ("requested", "granted"),
    [
        (None, ()),
        ("", ()),
        ("  ", ()),
        ("email accounts", ("email", "accounts")),
        ("accounts  accounts email ", ("accounts", "email")),
        ("openid offline_access", ("openid", "offline_access")),
        ("all", ("all",)),
        ("payment:1241 payment:eu:7:read", ("payment:1241", "payment:eu:7:read")),
    ],
)
def test_scopes_that_any_client_may_request_are_granted(
    scopes: CompiledScopes, requested: str | None, granted: tuple[str, ...]
) -> None:
    assert scopes.part.resolve(client(), requested) == granted
    assert scopes.part.resolve(None, requested) == granted


def test_an_exclusive_scope_is_only_for_clients_that_list_it(scopes: CompiledScopes) -> None:
    named = client(exclusiveScopes=["secret", "payment:admin"])
    assert scopes.part.resolve(named, "secret payment:admin accounts") == ("secret", "payment:admin", "accounts")
    with pytest.raises(InvalidScope):
        scopes.part.resolve(None, "secret")


def test_a_restricted_client_may_have_openid_and_always_has_offline_access(scopes: CompiledScopes) -> None:
    restricted = client(restrictScopes=True, restrictedScopes=["openid"])
    assert scopes.part.resolve(restricted, "openid offline_access") == ("openid", "offline_access")
    scopes.create(COMMON_SCOPES, scope("offline_access"))
    with pytest.raises(InvalidScope):
        scopes.part.resolve(restricted, "openid offline_access")
    assert scopes.part.description("offline_access") == "About offline_access"


def test_stored_grants_lose_scopes_that_the_client_may_no_longer_request(scopes: CompiledScopes) -> None:
    granted = ("accounts", "secret", "payment:9", "gone")
    assert scopes.part.allowed(client(exclusiveScopes=["secret"]), granted) == ("accounts", "secret", "payment:9")
    assert scopes.part.allowed(client(), granted) == ("accounts", "payment:9")


def test_a_refresh_token_request_can_only_narrow(scopes: CompiledScopes) -> None:
    granted = ("all", "payment:1")
    assert scopes.part.narrow(granted, None) == granted
    assert scopes.part.narrow(granted, "") == granted
    assert scopes.part.narrow(granted, "email payment:1") == ("email", "payment:1")
    for broader in ("payment:2", "email openid", "secret", "e\tmail"):
        with pytest.raises(InvalidScope):
            scopes.part.narrow(granted, broader)


def test_groups_are_expanded_once(scopes: CompiledScopes) -> None:
    expanded = scopes.part.expand(("email", "all", "payment:1", "gone"))
    assert expanded == ("email", "accounts", "payment:1", "gone")


def test_scopes_have_descriptions_for_the_consent_page(scopes: CompiledScopes) -> None:
    described = {name: scopes.part.description(name) for name in ("accounts", "all", "secret", "payment:7", "gone")}
    assert described == {
        "accounts": "About accounts",
        "all": "About all",
        "secret": "About secret",
        "payment:7": "About payment:*",
        "gone": "",
    }
    # The description is that of the dynamic scope with the longest fixed part.
    assert scopes.part.description("payment:eu:7:read") == "About payment:eu:*:read"
    assert [scopes.part.is_dynamic(name) for name in ("payment:7", "payment:admin", "gone")] == [True, False, False]
    assert scopes.part.description("openid") == "Sign in with OpenID Connect"
    assert scopes.part.default_description == ""
    scopes.replace(SETTINGS, SETTINGS.singleton_id, {"defaultScopeDescription": "Your basic data"})
    assert scopes.part.default_description == "Your basic data"


def test_the_metadata_lists_common_scopes_only(scopes: CompiledScopes) -> None:
    assert scopes.part.all_public() == ("openid", "offline_access", "accounts", "all", "email")
    scopes.create(EXCLUSIVE_SCOPES, scope("offline_access"))
    assert scopes.part.all_public() == ("openid", "accounts", "all", "email")


def test_with_more_than_a_thousand_scopes_the_metadata_lists_standard_scopes_only(scopes: CompiledScopes) -> None:
    more = {f"scope-{number:04}": ConfiguredScope(f"scope-{number:04}", "") for number in range(1000)}
    few = Scopes({**dict(list(more.items())[:997]), **scopes.part.entries}, (), "")
    assert len(few.all_public()) == 1002
    many = Scopes({**more, **scopes.part.entries}, (), "")
    assert many.all_public() == ("openid", "offline_access", "email")


def test_saves_take_effect(scopes: CompiledScopes) -> None:
    scopes.replace(COMMON_SCOPES, "accounts", {"name": "accounts", "description": "Read your accounts"})
    assert scopes.part.description("accounts") == "Read your accounts"
    scopes.delete(COMMON_GROUPS, "all")
    scopes.delete(COMMON_SCOPES, "accounts")
    with pytest.raises(InvalidScope):
        scopes.part.resolve(client(), "accounts")
    # A scope that becomes exclusive is only available to clients that list it.
    scopes.create(EXCLUSIVE_SCOPES, scope("accounts"))
    with pytest.raises(InvalidScope):
        scopes.part.resolve(client(), "accounts")
    scopes.delete(COMMON_SCOPES, "payment:*")
    with pytest.raises(InvalidScope):
        scopes.part.resolve(client(), "payment:1")
    scopes.create(COMMON_SCOPES, scope("order:*", dynamic=True))
    assert scopes.part.resolve(client(), "order:1") == ("order:1",)
    assert scopes.part == scopes.compile_all()


def test_other_saves_of_the_settings_keep_the_scopes(scopes: CompiledScopes) -> None:
    before = scopes.part
    scopes.replace(SETTINGS, SETTINGS.singleton_id, {"authorizationCodeTimeout": 30})
    assert scopes.part.entries is before.entries


def test_a_request_costs_the_same_with_a_hundred_thousand_scopes(scopes: CompiledScopes) -> None:
    few = _time_of_requests(scopes.part)
    more = {f"scope-{n}": ConfiguredExclusiveScope(f"scope-{n}", "") for n in range(MANY)}
    many = Scopes({**scopes.part.entries, **more}, scopes.part.shapes, "")
    # A search through all scopes would take a thousand times as long.
    assert _time_of_requests(many) < 50 * few


def _time_of_requests(scopes: Scopes) -> float:
    names = client(exclusiveScopes=["secret"])
    started = time.process_time()
    for number in range(1000):
        scopes.resolve(names, f"accounts email secret payment:{number} all")
    return time.process_time() - started


NAMES = ("read", "write", "pay:*", "pay:1", "pay:*:eu", "some", "others")
OPERATIONS = st.lists(
    st.lists(
        st.tuples(
            st.sampled_from(SCOPE_RESOURCES), st.sampled_from(NAMES), st.sampled_from(["one", "another", "delete"])
        ),
        max_size=5,
    ),
    min_size=1,
    max_size=6,
)


@given(batches=OPERATIONS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_incremental_changes_equal_a_complete_build(
    empty: CompiledScopes, batches: list[list[tuple[Resource[Any], str, str]]]
) -> None:
    for batch in batches:
        for resource, name, act in batch:
            # A change that the configuration refuses, such as a name in use, has no effect.
            with suppress(HanseError):
                save(empty, resource, name, act)
        assert empty.update() == empty.compile_all()


def save(made: CompiledScopes, resource: Resource[Any], name: str, act: str) -> None:
    body: dict[str, Any] = {"name": name, "description": act}
    more = {"scopes": ["read", "write"]} if "Group" in resource.kind else {"dynamic": "*" in name}
    with made.configuration.changing(AUTHOR) as change:
        if act == "delete":
            change.delete(resource, name, None)
        elif change.has(resource, name):
            change.replace(resource, name, as_model(resource, {**body, **more}), None)
        else:
            change.create(resource, as_model(resource, {**body, **more}))
