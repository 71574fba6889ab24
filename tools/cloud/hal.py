"""The platform's response bodies in HAL: records as JSON with `_links` and `_embedded`."""

from collections.abc import Mapping, Sequence
from typing import Any

from hanse.kit.clock import to_text
from tools.cloud.records import Environment, Gateway, GatewayCredential, Organization

Json = dict[str, Any]


def environment_body(root: str, organization: Organization, environment: Environment) -> Json:
    """Return an environment. `root` is the management API's address up to `/v1`."""
    self_href = f"{root}/environments/{environment.id}"
    return {
        "_links": _links(self=self_href, organization=f"{root}/organizations/{organization.id}"),
        "id": environment.id,
        "name": environment.name,
        "organization": {"id": organization.id},
        "type": environment.type,
        "region": organization.region,
        "createdAt": to_text(environment.created_at),
    }


def gateway_body(root: str, gateway: Gateway) -> Json:
    """Return a gateway."""
    environment = f"{root}/environments/{gateway.environment_id}"
    self_href = f"{environment}/gateways/{gateway.id}"
    return {
        "_links": _links(self=self_href, environment=environment, credentials=f"{self_href}/credentials"),
        "id": gateway.id,
        "name": gateway.name,
        "type": "PING_FEDERATE",
        "enabled": True,
        "environment": {"id": gateway.environment_id},
        "createdAt": to_text(gateway.created_at),
    }


def credential_body(root: str, gateway: Gateway, credential: GatewayCredential, token: str | None = None) -> Json:
    """Return a gateway credential. It contains the signed text only in the response to its creation."""
    environment = f"{root}/environments/{gateway.environment_id}"
    parent = f"{environment}/gateways/{gateway.id}"
    body: Json = {
        "_links": _links(self=f"{parent}/credentials/{credential.id}", gateway=parent, environment=environment),
        "id": credential.id,
        "createdAt": to_text(credential.created_at),
    }
    if credential.last_used_at:
        body["lastUsedAt"] = to_text(credential.last_used_at)
    if token:
        body["token"] = token
    return body


def collection_body(name: str, items: Sequence[Json], links: Mapping[str, str], *, count: int | None = None) -> Json:
    """Return a page of a collection. `size` is the number of items on the page, and `count` that of all items."""
    total = len(items) if count is None else count
    return {"_links": _links(**links), "_embedded": {name: list(items)}, "count": total, "size": len(items)}


def _links(**hrefs: str) -> Json:
    return {relation: {"href": href} for relation, href in hrefs.items()}
