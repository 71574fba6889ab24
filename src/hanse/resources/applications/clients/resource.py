"""The resource declaration of OAuth clients."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import (
    AnswerOptions,
    DocumentIds,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.ports import Ports
from hanse.config.declare.replication import replication_status
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.kit.clock import Clock, to_text
from hanse.resources.applications.clients.authentication import WITH_SECRET, authentication_errors
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.registered import TOKEN_DIGEST
from hanse.resources.applications.clients.rules import client_errors
from hanse.resources.applications.clients.secrets import short_secret_errors, with_secrets
from hanse.resources.applications.clients.ui import CLIENTS_UI
from hanse.resources.property_values import property_value_references


def _prepare(proposal: Proposal[Client]) -> Client:
    new = with_secrets(proposal)
    if proposal.old is not None and new == proposal.old:
        return new
    now = to_text(proposal.ports.get(Clock).now())
    dates = {"modification_date": now, **({"creation_date": now} if proposal.old is None else {})}
    return new.model_copy(update=dates)


def _has_secret(body: dict[str, Any]) -> Callable[[dict[str, Any]], bool]:
    """Return the function for `StorageOptions.is_secret`.

    Secrets are stored only if the client's authentication method uses one.
    """
    has_secret = body.get("clientAuth", {}).get("type") in WITH_SECRET
    return lambda _holder: has_secret


def _without_digest(body: dict[str, Any], _moment: datetime) -> dict[str, Any]:
    """Return a client without the digest of its registration access token."""
    registration = body.get("dynamicRegistration")
    if not registration:
        return body
    shown = {name: value for name, value in registration.items() if name != TOKEN_DIGEST}
    return {**body, "dynamicRegistration": shown}


def _replication(view: View, ports: Ports) -> Callable[[StoredDocument], dict[str, Any]]:
    status = replication_status(view, ports, ReplicationScope.CLIENTS, handles.CLIENTS)
    return lambda stored: {"replicationStatus": status(stored)}


OAUTH_CLIENTS = Resource(
    path=handles.CLIENTS.path,
    model=Client,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="OAuth Clients",
        singular="OAuth Client",
        description="Applications that can request tokens, and what each may request.",
    ),
    ids=DocumentIds(member="clientId", in_use="This client ID is already in use."),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        prepare=_prepare,
        rules=(client_errors, authentication_errors, short_secret_errors),
    ),
    storage=StorageOptions(
        references=partial(property_value_references, member="extendedParameters"), is_secret=_has_secret
    ),
    answers=AnswerOptions(presentation=Presentation(Client, _without_digest), enrich=_replication),
    deployment=DeploymentOptions(scope=ReplicationScope.CLIENTS),
    ui=CLIENTS_UI,
)
