"""Operations on a connection: the status of its credential, its environments, and the components that use it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hanse.config.configuration import Configuration
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.marked_fields import fields_with
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.view import View
from hanse.config.http.operation import API, Call, Operation, OperationResult, QueryParameter
from hanse.config.http.resource_operations import LIST_PARAMETERS
from hanse.config.list_query import normal_form
from hanse.config.references import Usage
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.errors import ExternalRefusal
from hanse.kit.ports import CloudEnvironment, CloudPlatform, CredentialCheck, CredentialStatus
from hanse.resources.system.ping_one_connections.resource import PING_ONE_CONNECTIONS

_PAGING = tuple(parameter for parameter in LIST_PARAMETERS if parameter.name in {"page", "numberPerPage"})
_FILTER = QueryParameter("filter", str, "Words that the name or ID of an environment must contain.", "")
_UNREADABLE = "The connection's credential cannot be decrypted with the keys of this server. Replace it."
_MISSING = "The connection has no credential. Edit it and add one."
_CATEGORY_NAMES = {
    UsageCategory.IDP_CONNECTION: "IdP Connections",
    UsageCategory.SP_CONNECTION: "SP Connections",
    UsageCategory.PASSWORD_CREDENTIAL_VALIDATOR: "Password Credential Validators",
    UsageCategory.AUTHENTICATION_SELECTOR: "Selectors",
    UsageCategory.IDP_ADAPTER: "IdP Adapters",
    UsageCategory.SP_ADAPTER: "SP Adapters",
    UsageCategory.ACCESS_TOKEN_MGMT_PLUGIN: "Access Token Management",
    UsageCategory.TOKEN_PROCESSOR: "Token Processors",
    UsageCategory.TOKEN_GENERATOR: "Token Generators",
    UsageCategory.NOTIFICATION_PUBLISHER: "Notification Publishers",
    UsageCategory.OOB_AUTH_PLUGIN: "Out of Band Authenticators",
    UsageCategory.DATA_STORE: "Data Stores",
    UsageCategory.DYNAMIC_CLIENT_REGISTRATION_PLUGIN: "Client Registration Policies",
    UsageCategory.RISK_PROVIDER: "Risk Providers",
    UsageCategory.IDENTITY_STORE_PROVISIONER: "Identity Store Provisioners",
}


class PingOneCredentialStatus(ConfigModel):
    """The status of a connection's credential. If it is not valid or the status is unknown, `message` says why."""

    ping_one_credential_status: CredentialStatus
    message: str | None = None


class PingOneEnvironment(ConfigModel):
    """An environment that a connection can access."""

    id: str
    name: str
    type: str | None = None


class PingOneEnvironments(ConfigModel):
    """The environments that a connection can access, or a page of them; `totalItems` is present only with pages."""

    items: list[PingOneEnvironment]
    total_items: int | None = None


class ResourceCategoryInfo(ConfigModel):
    """A category of objects that use a connection."""

    id: UsageCategory
    name: str


class ResourceUsage(ConfigModel):
    """An object that uses a connection."""

    id: str
    name: str
    category_id: UsageCategory
    type: str
    ref: ResourceLink


class ResourceUsages(ConfigModel):
    """The objects that use a connection, and their categories."""

    categories: list[ResourceCategoryInfo]
    items: list[ResourceUsage]


class ServiceAssociation(ConfigModel):
    """A component that can use a connection, the services it uses, and whether it uses this connection."""

    component_name: str
    service_names: list[str]
    configured: bool


class ServiceAssociations(ConfigModel):
    """Every component of this server that can use a connection."""

    items: list[ServiceAssociation]


@dataclass(frozen=True)
class Component:
    """A resource that can refer to connections, and the cloud services that it uses through them."""

    resource: Resource[Any]
    category: UsageCategory
    services: tuple[str, ...]


def components_of(registry: Registry) -> tuple[Component, ...]:
    """Return every component, according to the declarations; raises ValueError for one without a category."""
    found = []
    for resource in registry:
        markers = [marked.marker(Ref) for marked in fields_with(resource.model, Ref)]
        to_connections = [each for each in markers if each and each.resource.path == PING_ONE_CONNECTIONS.path]
        if not to_connections:
            continue
        if resource.usage is None:
            raise ValueError(f"{resource.kind} refers to {PING_ONE_CONNECTIONS.path} and has no usage category")
        services = dict.fromkeys(service for each in to_connections for service in each.services)
        found.append(Component(resource, resource.usage, tuple(services)))
    return tuple(found)


def connection_operations(registry: Registry) -> list[Operation]:
    """Return the operations about one connection."""
    components = components_of(registry)

    def usage(call: Call) -> OperationResult:
        connection = call.view.get(PING_ONE_CONNECTIONS, call.path["id"])
        items = list(_usages(call.view, components, call.view.used_by(PING_ONE_CONNECTIONS, connection.id)))
        categories = [ResourceCategoryInfo(id=each, name=_CATEGORY_NAMES[each]) for each in UsageCategory]
        occurring = {item.category_id for item in items}
        return OperationResult(
            ResourceUsages(categories=[each for each in categories if each.id in occurring], items=items)
        )

    def services(call: Call) -> OperationResult:
        connection = call.view.get(PING_ONE_CONNECTIONS, call.path["id"])
        users = {used.kind for used in call.view.used_by(PING_ONE_CONNECTIONS, connection.id)}
        return OperationResult(
            ServiceAssociations(
                items=[
                    ServiceAssociation(
                        component_name=each.resource.text.title,
                        service_names=list(each.services),
                        configured=each.resource.kind in users,
                    )
                    for each in components
                ]
            )
        )

    return [
        _operation(
            "credentialStatus",
            "Check the credential of a connection",
            _credential_status,
            PingOneCredentialStatus,
            in_transaction=False,
            calls_out=True,
        ),
        _operation(
            "environments",
            "List the environments of a connection",
            _environments,
            PingOneEnvironments,
            query=(*_PAGING, _FILTER),
            in_transaction=False,
            calls_out=True,
            extra_statuses=(422, 500),
        ),
        _operation("usage", "List where a connection is used", usage, ResourceUsages),
        _operation("serviceAssociations", "List what a connection can be used for", services, ServiceAssociations),
    ]


def _operation(
    name: str, summary: str, run: Callable[[Call], OperationResult], answer: type[ConfigModel], **rest: Any
) -> Operation:
    return Operation(
        path=f"{API}{PING_ONE_CONNECTIONS.item_path}/{name}",
        area=PING_ONE_CONNECTIONS.area,
        summary=summary,
        run=run,
        tag=PING_ONE_CONNECTIONS.text.title,
        answer=answer,
        **rest,
    )


def _credential_status(call: Call) -> OperationResult:
    try:
        credential = _credential(call.configuration, call.path["id"])
    except BrokenSeal:
        found = CredentialCheck(CredentialStatus.UNKNOWN, _UNREADABLE)
    else:
        found = _checked(call, credential)
    return OperationResult(PingOneCredentialStatus(ping_one_credential_status=found.status, message=found.reason))


def _checked(call: Call, credential: str | None) -> CredentialCheck:
    if credential is None:
        return CredentialCheck(CredentialStatus.INVALID, _MISSING)
    return call.ports.get(CloudPlatform).check(credential)


def _environments(call: Call) -> OperationResult:
    try:
        credential = _credential(call.configuration, call.path["id"])
    except BrokenSeal:
        raise ExternalRefusal(_UNREADABLE, result_id="credential_unreadable") from None
    if credential is None:
        raise ExternalRefusal(_MISSING, result_id="credential_missing")
    found = _filtered(call.ports.get(CloudPlatform).environments(credential), call.query["filter"])
    size = call.query["numberPerPage"]
    shown = found if size is None else found[(call.query["page"] - 1) * size :][:size]
    items = [PingOneEnvironment(id=each.id, name=each.name, type=each.type) for each in shown]
    return OperationResult(PingOneEnvironments(items=items, total_items=None if size is None else len(found)))


def _credential(configuration: Configuration, id_: str) -> str | None:
    """Return a connection's credential. The transaction ends before the cloud is called."""
    with configuration.reading() as view:
        return view.secret(PING_ONE_CONNECTIONS, view.get(PING_ONE_CONNECTIONS, id_), "credential")


def _filtered(environments: Iterable[CloudEnvironment], text: str) -> list[CloudEnvironment]:
    words = normal_form(text).split()
    return [each for each in environments if all(word in normal_form(f"{each.name}\n{each.id}") for word in words)]


def _usages(view: View, components: Iterable[Component], used: Iterable[Usage]) -> Iterable[ResourceUsage]:
    ids: dict[str, dict[str, None]] = {}
    for usage in used:
        # A document may refer to the connection in several places, but is listed once.
        ids.setdefault(usage.kind, {})[usage.id] = None
    for component in components:
        resource = component.resource
        stored = view.find_many(resource, list(ids.get(resource.kind, ())))
        named = {
            id_: str(each.body.get("name") or each.body.get(resource.lists.sort_by or "") or id_)
            for id_, each in stored.items()
        }
        for id_, name in sorted(named.items(), key=lambda item: (normal_form(item[1]), item[0])):
            yield ResourceUsage(
                id=id_,
                name=resource.text.title if resource.is_singleton else name,
                category_id=component.category,
                type=resource.text.title,
                ref=ResourceLink(id=id_),
            )
