"""The resource declaration of connections: the credential, and the facts about the organization in it."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, LongText, ResourceId, Searchable, Secret, ServerSet, Unique
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.rules import DeletionRules, Proposal, SaveRules
from hanse.config.declare.types import Name
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import EXTERNAL_SYSTEMS, ConsolePage
from hanse.config.declare.view import ConfigurationReader, View
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.clock import to_text
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.ports import CloudPlatform, CredentialFacts

MAXIMUM_CREDENTIAL_LENGTH = 16_384
_Decided = Annotated[str | None, Field(max_length=4096), ServerSet()]


class PingOneConnection(ConfigModel):
    """A connection to the cloud; the server fills in the facts that the credential contains."""

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
        Field(
            title="Credential",
            max_length=MAXIMUM_CREDENTIAL_LENGTH,
            description="Gateway credential of the connection.",
        ),
        Secret(),
    ] = None
    encrypted_credential: Annotated[str | None, Field(max_length=65_536)] = None
    credential_id: _Decided = None
    ping_one_connection_id: _Decided = None
    environment_id: _Decided = None
    creation_date: _Decided = None
    organization_name: Annotated[LongText | None, ServerSet(), Searchable()] = None
    region: _Decided = None
    ping_one_management_api_endpoint: _Decided = None
    ping_one_authentication_api_endpoint: _Decided = None


def new_credential(view: View, new: PingOneConnection, kept: str | None) -> str | None:
    """Return the credential that a save contains, or None if it keeps the stored one.

    It is in clear text, or sealed by this installation in an answer or an export; `kept` is the sealed one that is
    stored. For a sealed text that cannot be decrypted None is returned; the save itself refuses it.
    """
    if new.credential:
        return new.credential
    sealed = new.encrypted_credential
    if not sealed or sealed == kept:
        return None
    try:
        return view.secret(PING_ONE_CONNECTIONS, StoredDocument("", {"encryptedCredential": sealed}, 0), "credential")
    except BrokenSeal:
        return None


def _prepare(proposal: Proposal[PingOneConnection]) -> PingOneConnection:
    new = proposal.new
    if new.active is None:
        new = new.model_copy(update={"active": True})
    credential = new_credential(proposal.view, new, proposal.old.encrypted_credential if proposal.old else None)
    if credential is None:
        return new
    found = proposal.ports.get(CloudPlatform).describe(credential)
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
    # A replacement without a credential keeps the stored one.
    if proposal.old is None and not proposal.new.credential and not proposal.new.encrypted_credential:
        yield FieldError("This field is required.", "credential", "required_field")


def _verify(new: PingOneConnection, id_: str | None, configuration: ConfigurationReader) -> Iterator[FieldError]:
    with configuration.reading() as view:
        old = view.find(PING_ONE_CONNECTIONS, id_) if id_ is not None else None
        credential = new_credential(view, new, old.body.get("encryptedCredential") if old else None)
    platform = configuration.ports.get(CloudPlatform)
    # A credential that cannot be parsed is refused earlier, and there is no region to ask.
    if credential is None or isinstance(platform.describe(credential), FieldError):
        return
    refusal = platform.refusal(credential)
    if refusal is not None:
        yield refusal


UI = Ui(
    page=ConsolePage(
        id="pingOneConnections",
        label="PingOne Connections",
        heading=EXTERNAL_SYSTEMS,
        slug="pingone-connections",
        position=10,
        keywords=("cloud",),
        is_react=True,
    ),
    item_page="/system/external-systems/pingone-connections/edit/{id}",
)

PING_ONE_CONNECTIONS = Resource(
    path=handles.PING_ONE_CONNECTIONS.path,
    model=PingOneConnection,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="PingOne Connections",
        singular="PingOne Connection",
        description="Connections to the cloud identity service.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(prepare=_prepare, rules=(_check_credential,), verify=_verify),
    deletion=DeletionRules(in_use="Cannot delete this connection as it is currently in use."),
    deployment=DeploymentOptions(scope=ReplicationScope.CONNECTIONS),
    ui=UI,
)
