"""Attributes that the token endpoint returns beside the access token, as configured in the access token manager."""

from typing import Any

import pytest

from hanse.kit.errors import ValidationFailed
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGERS
from tests.engine.oauth.token.deployment import Deployment, central_manager
from tests.support.mappings import text, token_mapping


def responding(*attributes: dict[str, Any]) -> dict[str, Any]:
    return central_manager(3, "ES256") | {"tokenEndpointAttributeContract": {"attributes": list(attributes)}}


def deploy(deployment: Deployment, *attributes: dict[str, Any]) -> str:
    deployment.add(MANAGERS, responding(*attributes))
    mapping = token_mapping(3)
    mapping["attributeContractFulfillment"] |= {each["name"]: text(f"value of {each['name']}") for each in attributes}
    deployment.add(ACCESS_TOKEN_MAPPINGS, mapping)
    return deployment.add_service("configured", defaultAccessTokenManagerRef={"id": "manager-3"})


def test_attributes_are_returned_by_scope_and_not_in_the_token(deployment: Deployment) -> None:
    authorization = deploy(
        deployment, {"name": "tier"}, {"name": "team", "multiValued": True, "mappedScopes": ["write"]}
    )
    with_scope = deployment.client_credentials(authorization, scope="read write").json()
    assert (with_scope["tier"], with_scope["team"]) == ("value of tier", ["value of team"])
    without = deployment.client_credentials(authorization, scope="read").json()
    assert "team" not in without
    assert without["tier"] == "value of tier"
    introspected = deployment.engine.post(
        "/as/introspect.oauth2", {"token": without["access_token"]}, Authorization=authorization
    ).json()
    assert introspected["active"] is True
    assert "tier" not in introspected


def test_the_mapping_must_fulfill_the_attributes(deployment: Deployment) -> None:
    deployment.add(MANAGERS, responding({"name": "tier"}))
    with pytest.raises(ValidationFailed) as caught:
        deployment.add(ACCESS_TOKEN_MAPPINGS, token_mapping(3))
    assert [error.message for error in caught.value.errors] == ["The attribute tier is not fulfilled."]


@pytest.mark.parametrize("name", ["access_token", "id_token", "token_type", "expires_in"])
def test_no_attribute_replaces_a_member_of_the_protocol(deployment: Deployment, name: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        deployment.add(MANAGERS, responding({"name": name}))
    assert [error.field_path for error in caught.value.errors] == ["tokenEndpointAttributeContract.attributes[0].name"]


def test_clients_of_other_managers_do_not_get_the_attributes(deployment: Deployment) -> None:
    deploy(deployment, {"name": "tier"})
    assert "tier" not in deployment.client_credentials(deployment.add_service("other")).json()
