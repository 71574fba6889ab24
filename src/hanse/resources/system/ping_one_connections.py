"""Connections to the cloud identity service: a credential, and what it says of the organisation it comes from."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse.config.access import Area
from hanse.config.fields import ConfigModel, LongText, ResourceId, Searchable, Secret, ServerSet, Unique
from hanse.config.resource import Proposal, Resource
from hanse.config.types import Name
from hanse.kit.clock import to_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.ports import CloudPlatform, CredentialFacts

MAXIMUM_CREDENTIAL_LENGTH = 16_384
_Decided = Annotated[str | None, ServerSet()]


class PingOneConnection(ConfigModel):
    """One connection; what the credential says is filled in by the server."""

    id: ResourceId | None = None
    name: Annotated[
        Name,
        Field(title="Connection Name"),
        Unique("This name is already in use."),
        Searchable(),
    ]
    description: Annotated[LongText | None, Field(title="Description"), Searchable()] = None
    active: Annotated[bool | None, Field(title="Active")] = None
    credential: Annotated[
        str | None,
        Field(title="Credential", max_length=MAXIMUM_CREDENTIAL_LENGTH, description="The gateway credential."),
        Secret(),
    ] = None
    encrypted_credential: Annotated[str | None, Field(max_length=65_536)] = None
    credential_id: _Decided = None
    ping_one_connection_id: _Decided = None
    environment_id: _Decided = None
    creation_date: _Decided = None
    organization_name: Annotated[str | None, ServerSet(), Searchable()] = None
    region: _Decided = None
    ping_one_management_api_endpoint: _Decided = None
    ping_one_authentication_api_endpoint: _Decided = None


def _prepare(proposal: Proposal[PingOneConnection]) -> PingOneConnection:
    new = proposal.new
    if new.active is None:
        new = new.model_copy(update={"active": True})
    if not new.credential:
        return new
    found = proposal.ports.get(CloudPlatform).describe(new.credential)
    if isinstance(found, FieldError):
        raise ValidationFailed([found])
    return new.model_copy(update=_decided(found))


def _decided(facts: CredentialFacts) -> dict[str, str]:
    return {
        "credential_id": facts.credential_id,
        "ping_one_connection_id": facts.connection_id,
        "environment_id": facts.environment_id,
        "creation_date": to_text(facts.creation_date),
        "organization_name": facts.organization_name,
        "region": facts.region,
        "ping_one_management_api_endpoint": facts.management_endpoint,
        "ping_one_authentication_api_endpoint": facts.authentication_endpoint,
    }


def _check_credential(proposal: Proposal[PingOneConnection]) -> Iterator[FieldError]:
    # A replacement may leave the credential out, and keeps the one that is stored.
    if proposal.old is None and not proposal.new.credential and not proposal.new.encrypted_credential:
        yield FieldError("This field is required.", "credential", "required_field")


PING_ONE_CONNECTIONS = Resource(
    kind="pingOneConnections",
    path="/pingOneConnections",
    model=PingOneConnection,
    area=Area.CONFIGURATION,
    title="PingOne Connections",
    description="Connections to the cloud identity service.",
    sort_by="name",
    prepare=_prepare,
    rules=(_check_credential,),
)
