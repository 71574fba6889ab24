"""Clients of the snapshot: lookup by ID, incremental updates, and comparison of secrets by digest."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update
from structlog.testing import capture_logs

from hanse.app.core import ProcessEnvironment, opened
from hanse.config.secrets.keyring import Keyring
from hanse.config.store.schema import document
from hanse.engine.errors import InvalidClient
from hanse.engine.snapshot.client_essentials import ClientEssentials
from hanse.engine.snapshot.clients import CLIENTS, ClientPreparation, Clients, RegisteredClient
from hanse.kit.options import Options
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from tests.engine.compiled_parts import CompiledPart
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import AUTHOR, as_model
from tests.support.randomness import SeededRandomness

CompiledClients = CompiledPart[Clients]
UNKNOWN_CHOICE = (
    '{"clientId": "unknown-choice", "name": "x", "grantTypes": ["CIBA"], "tokenIntrospectionSigningAlgorithm": "RS1"}'
)
UNSEALED = (
    '{"clientId": "unsealed", "name": "x", "grantTypes": ["CIBA"],'
    ' "clientAuth": {"type": "SECRET", "encryptedSecret": "broken"}}'
)


@pytest.fixture
def clients(database_url: str, tmp_path: Path, clock: ManualClock) -> Iterator[CompiledClients]:
    with opened(Options(data=tmp_path, database=database_url), ProcessEnvironment(clock, SeededRandomness())) as core:
        yield CompiledPart(core.configuration, CLIENTS)


def save(clients: CompiledClients, id_: str, **more: Any) -> None:
    with clients.configuration.reading() as view:
        is_present = view.has(OAUTH_CLIENTS, id_)
    if is_present:
        clients.replace(OAUTH_CLIENTS, id_, client(id_, **more))
    else:
        clients.create(OAUTH_CLIENTS, client(id_, **more))


def with_secret(secret: str) -> dict[str, Any]:
    return {"clientAuth": {"type": "SECRET", "secret": secret}}


def test_unknown_and_disabled_clients_are_not_found(clients: CompiledClients) -> None:
    save(clients, "off", enabled=False)
    assert clients.part.get("off") is None
    assert clients.part.get("unknown") is None
    assert clients.part.get("") is None
    save(clients, "off", enabled=True)
    assert clients.part.get("off") is not None
    clients.delete(OAUTH_CLIENTS, "off")
    assert clients.part.get("off") is None
    assert len(clients.part) == 0


def test_a_client_is_prepared_once(clients: CompiledClients) -> None:
    save(clients, "app")
    first = clients.part.get("app")
    save(clients, "other")
    assert first is not None
    assert clients.part.get("app") is first
    assert (first.id, first.settings.name) == ("app", "Name of app")
    assert first.grant_types == {"AUTHORIZATION_CODE", "REFRESH_TOKEN"}
    save(clients, "app", name="Another name")
    second = clients.part.get("app")
    assert second is not None
    assert (first.settings.name, second.settings.name) == ("Name of app", "Another name")


def test_a_secret_is_compared_by_its_digest(
    clients: CompiledClients, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(clients, "app", **with_secret("right"))
    found = clients.part.get("app")
    assert found is not None
    monkeypatch.setattr(Keyring, "open", None)
    for wrong in ("", "righ", "right ", "Right", "rightright", "r\0ght", "ünicode"):
        assert not found.accepts_secret(wrong, clock.now())
    assert found.accepts_secret("right", clock.now())
    assert "right" not in repr(vars(found))


def test_signatures_use_the_decrypted_secret(clients: CompiledClients, clock: ManualClock) -> None:
    save(clients, "app", **with_secret("right"))
    found = clients.part.get("app")
    assert found is not None
    assert found.secrets(clock.now()) == ("right",)


def test_a_previous_secret_is_accepted_until_it_expires(clients: CompiledClients, clock: ManualClock) -> None:
    save(clients, "app", **with_secret("first"))
    retention = {"clientSecretRetentionPeriodType": "OVERRIDE_SERVER_DEFAULT", "clientSecretRetentionPeriod": 10}
    save(clients, "app", **with_secret("second"), **retention)
    found = clients.part.get("app")
    assert found is not None
    assert found.secrets(clock.now()) == ("second", "first")
    assert found.accepts_secret("first", clock.now())
    later = clock.now() + timedelta(minutes=10)
    assert not found.accepts_secret("first", later)
    assert found.accepts_secret("second", later)
    assert found.secrets(later) == ("second",)


def test_a_client_without_secret_accepts_none(clients: CompiledClients, clock: ManualClock) -> None:
    save(clients, "app", clientAuth={"type": "NONE"})
    found = clients.part.get("app")
    assert found is not None
    assert found.secrets(clock.now()) == ()
    assert not found.accepts_secret("", clock.now())


def test_a_digest_is_usable_in_one_process_only(clients: CompiledClients, clock: ManualClock) -> None:
    save(clients, "app")
    with clients.configuration.reading() as view:
        keyring = view.secrets.keyring
    digests = set()
    for seed in (1, 2):
        found = ClientPreparation(keyring, SeededRandomness(seed)).prepared(clients.part.bodies["app"])
        assert found is not None
        assert found.accepts_secret("clear-secret-of-app", clock.now())
        digests.add(found._secrets[0].digest)
    assert len(digests) == 2


def test_an_unreadable_client_is_left_out(clients: CompiledClients, clock: ManualClock) -> None:
    for id_ in ("good", "damaged", "unknown-word", "unknown-choice", "unknown-member", "unsealed"):
        save(clients, id_)
    with clients.configuration.database.writing() as connection:
        for id_, body in (
            ("damaged", "{"),
            ("unknown-word", '{"clientId": "unknown-word", "name": "x", "grantTypes": ["MAGIC"]}'),
            ("unknown-choice", UNKNOWN_CHOICE),
            ("unknown-member", '{"clientId": "unknown-member", "name": "x", "grantTypes": ["CIBA"], "new": 1}'),
            ("unsealed", UNSEALED),
        ):
            connection.execute(
                update(document).where(document.c.kind == OAUTH_CLIENTS.kind, document.c.id == id_).values(body=body)
            )
    with capture_logs() as logs:
        part = clients.compile_all()
        assert [part.get(id_) for id_ in ("damaged", "unknown-word", "unknown-choice", "unknown-member")] == [None] * 4
        assert part.get("unknown-word") is None
    reported = sorted(each["client_id"] for each in logs if each["event"] == "client not usable")
    assert reported == ["damaged", "unknown-choice", "unknown-member", "unknown-word"]
    assert part.get("good") is not None
    # A client that lost its secret cannot authenticate; it does not become a public client.
    unsealed = part.get("unsealed")
    assert unsealed is not None
    assert unsealed.settings.client_auth.type == "SECRET"
    assert not unsealed.accepts_secret("", clock.now())
    assert not unsealed.accepts_secret("broken", clock.now())


def test_a_key_added_by_another_process_is_read(
    clients: CompiledClients, database_url: str, tmp_path: Path, clock: ManualClock
) -> None:
    save(clients, "app")
    options = Options(data=tmp_path, database=database_url)
    with opened(options, ProcessEnvironment(clock, SeededRandomness(7))) as other:
        with other.configuration.changing_keys(AUTHOR) as (change, keyring):
            keyring.add(change.connection, keyring.make())
        there = CompiledPart(other.configuration, CLIENTS)
        save(there, "app", **with_secret("sealed-with-the-newest"))
    found = clients.update().get("app")
    assert found is not None
    assert found.secrets(clock.now()) == ("sealed-with-the-newest",)


def test_other_changes_keep_the_part(clients: CompiledClients) -> None:
    save(clients, "app")
    assert clients.update() is clients.part


OPERATIONS = st.lists(
    st.lists(
        st.tuples(st.sampled_from(["save", "disable", "delete"]), st.integers(0, 4), st.integers(0, 2)), max_size=4
    ),
    min_size=1,
    max_size=5,
)


@given(batches=OPERATIONS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_incremental_changes_equal_a_complete_build(
    clients: CompiledClients, batches: list[list[tuple[str, int, int]]]
) -> None:
    for batch in batches:
        with clients.configuration.changing(AUTHOR) as change:
            for act, number, name in batch:
                id_ = f"client-{number}"
                body = client(id_, name=f"Name {name}", enabled=act == "save")
                model = as_model(OAUTH_CLIENTS, body)
                is_present = change.has(OAUTH_CLIENTS, id_)
                if act == "delete":
                    if is_present:
                        change.delete(OAUTH_CLIENTS, id_, None)
                elif is_present:
                    change.replace(OAUTH_CLIENTS, id_, model, None)
                else:
                    change.create(OAUTH_CLIENTS, model)
        assert clients.update().bodies == clients.compile_all().bodies


def test_a_prepared_client_has_the_values_of_its_settings(clients: CompiledClients) -> None:
    managers = {"defaultAccessTokenManagerRef": {"id": "jwt"}, "restrictToDefaultAccessTokenManager": True}
    scopes = {"restrictScopes": True, "restrictedScopes": ["read"]}
    more = {"validateUsingAllEligibleAtms": True, "grantTypes": ["CLIENT_CREDENTIALS", "ACCESS_TOKEN_VALIDATION"]}
    settings = as_model(OAUTH_CLIENTS, client("app", **managers, **scopes, **more, exclusiveScopes=["admin"]))

    found = RegisteredClient.of(settings)

    assert found.grant_types == set(settings.grant_types)
    assert found.common_scopes == frozenset({"read"})
    assert found.exclusive_scopes == frozenset({"admin"})
    assert found.essentials.client_auth.type is settings.client_auth.type
    assert found.essentials.default_access_token_manager_ref is not None
    assert found.essentials.default_access_token_manager_ref.id == "jwt"
    assert found.essentials.restrict_to_default_access_token_manager
    assert found.essentials.validate_using_all_eligible_atms


def test_essentials_have_the_names_and_defaults_of_the_settings() -> None:
    # Members missing in a stored body have the model's defaults: the essentials must have the same ones.
    plain = as_model(OAUTH_CLIENTS, {"clientId": "app", "name": "App", "grantTypes": ["CLIENT_CREDENTIALS"]})
    from_model, defaults = RegisteredClient.of(plain).essentials, ClientEssentials("app", frozenset(plain.grant_types))

    assert set(ClientEssentials.__struct_fields__) <= set(Client.model_fields)
    for name in ClientEssentials.__struct_fields__:
        if name != "client_auth":
            assert getattr(from_model, name) == getattr(defaults, name), name
    assert from_model.client_auth.type is defaults.client_auth.type
    assert not from_model.client_auth.secondary_secrets
    assert not defaults.client_auth.secondary_secrets


def test_a_client_with_unreadable_settings_is_refused_when_they_are_needed(clients: CompiledClients) -> None:
    save(clients, "app")
    body = clients.part.bodies["app"].replace(b'"name":"Name of app"', b'"name":""')
    with clients.configuration.reading() as view:
        keyring = view.secrets.keyring
    found = ClientPreparation(keyring, SeededRandomness(1)).prepared(body)
    assert found is not None
    with capture_logs() as logs, pytest.raises(InvalidClient):
        assert found.settings
    assert [(each["event"], each["client_id"]) for each in logs] == [("client not usable", "app")]
