"""Client registration policies: the configured ones apply, in their order."""

from typing import Any

import pytest

from hanse.config.change.write_transaction import Author
from hanse.config.declare.access import Principal, Role
from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.registration_policies.resource import REGISTRATION_POLICIES
from tests.engine.oauth.registration.registering import METADATA, allow, managed, refused, register, registered, stored
from tests.engine.server import EngineServer
from tests.support.configurations import as_model, create
from tests.support.instances import expression_policy, registration_policy


def apply(server: EngineServer, *policies: dict[str, Any]) -> None:
    """Configure policies."""
    for each in policies:
        create(server.core.configuration, REGISTRATION_POLICIES, each)
    allow(server, policyRefs=[{"id": each["id"]} for each in policies])


def test_response_types_that_are_not_allowed_are_removed(server: EngineServer) -> None:
    apply(server, registration_policy(0, "id_token"))
    types = ["code", "id_token"]
    metadata = {**METADATA, "response_types": types, "grant_types": ["authorization_code", "implicit"]}
    found = registered(server, metadata)
    assert found["response_types"] == ["code"]
    assert stored(server, found)["restrictedResponseTypes"] == ["code"]
    only = {**METADATA, "response_types": ["id_token"], "grant_types": ["implicit"]}
    assert refused(register(server, only), "invalid_client_metadata") == "None of the response types is allowed."


def test_the_default_response_type_is_subject_to_the_policy(server: EngineServer) -> None:
    apply(server, registration_policy(0, "code"))
    refused(register(server), "invalid_client_metadata")


def test_a_policy_that_is_not_selected_does_not_apply(server: EngineServer) -> None:
    create(server.core.configuration, REGISTRATION_POLICIES, registration_policy(0, "code"))
    server.caught_up()
    assert register(server).status_code == 201


def test_expressions_refuse_and_change_registrations(server: EngineServer) -> None:
    condition = 'attributes["redirect_uris"].exists(u, !u.startsWith("https://portal.example.com/"))'
    changes = {"client_name": '"Portal: " + attributes["client_name"]', "contacts": '["ops@example.com"]'}
    apply(server, expression_policy(0, condition, "Use an address of the portal.", **changes))
    found = registered(server)
    assert (found["client_name"], found["contacts"]) == ("Portal: Portal", ["ops@example.com"])
    elsewhere = {**METADATA, "redirect_uris": ["https://elsewhere.example.com/"]}
    assert refused(register(server, elsewhere), "invalid_client_metadata") == "Use an address of the portal."


def test_policies_apply_in_their_order(server: EngineServer) -> None:
    first = expression_policy(1, "false", client_name='"First"')
    second = expression_policy(2, "false", client_name='attributes["client_name"] + ", second"')
    apply(server, first, second)
    assert registered(server)["client_name"] == "First, second"


def test_an_expression_that_cannot_be_evaluated_refuses_the_registration(server: EngineServer) -> None:
    apply(server, expression_policy(0, 'attributes["missing"] == "x"'))
    assert refused(register(server), "invalid_client_metadata") == "The registration cannot be checked."


def test_metadata_that_a_policy_sets_is_validated(server: EngineServer) -> None:
    apply(server, expression_policy(0, "false", redirect_uris='["http://evil.example.com/"]'))
    refused(register(server), "invalid_redirect_uri")


def test_policies_apply_to_changes_as_well(server: EngineServer) -> None:
    found = registered(server)
    apply(server, expression_policy(0, 'attributes["operation"] == "update"', "No changes."))
    changed = {**METADATA, "client_id": found["client_id"]}
    assert refused(managed(server, "PUT", found, changed), "invalid_client_metadata") == "No changes."


@pytest.mark.parametrize("text", ["attributes[", "[1].all(x, [1].all(y, true))" + "x" * 5000])
def test_an_invalid_expression_is_refused_when_it_is_saved(server: EngineServer, text: str) -> None:
    with pytest.raises(ValidationFailed):
        create(server.core.configuration, REGISTRATION_POLICIES, expression_policy(0, text))


def test_only_expression_administrators_write_expressions(server: EngineServer) -> None:
    administrator = Author("ada", "r-1", Principal("ada", frozenset({Role.ADMINISTRATOR})))
    model = as_model(REGISTRATION_POLICIES, expression_policy(0, "false"))
    with server.core.configuration.changing(administrator) as change, pytest.raises(ValidationFailed) as failure:
        change.create(REGISTRATION_POLICIES, model)
    assert [each.error_id for each in failure.value.errors] == ["expression_administrator_required"]
