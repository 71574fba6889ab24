"""Service authentication: the applications that may call services of this server, and their shared secrets.

Of the services in the API contract, this server has the attribute query service only. The credentials of the others are
kept, so that a configuration can be exchanged with other servers, and they have no effect.
"""

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Secret, ShortText
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import SYSTEM_INTEGRATION, ConsolePage
from hanse.kit.errors import FieldError

ATTRIBUTE_QUERY: Final = "attributeQuery"
# Guesses are limited to 20 in a minute.
_SHORTEST_SECRET: Final = 12
_KEPT: Final = ("jmx", "connectionManagement", "ssoDirectoryService")


class ServiceModel(ConfigModel):
    """The name and the secret with which applications authenticate."""

    id: Annotated[
        ShortText | None,
        Field(title="Application ID", description="Applications send this ID. If empty, the service is disabled."),
    ] = None
    shared_secret: Annotated[
        str | None,
        Field(
            title="Shared secret",
            description="Secret that applications send with the application ID, of at least 12 characters.",
            min_length=_SHORTEST_SECRET,
            max_length=1024,
        ),
        Secret(),
    ] = None
    encrypted_shared_secret: Annotated[str | None, Field(max_length=16_384)] = None


class ServiceAuthentication(ConfigModel):
    """The authentication of applications at services."""

    attribute_query: Annotated[
        ServiceModel | None,
        Field(
            title="Attribute queries",
            description="Applications that request attributes of users from identity providers.",
        ),
    ] = None
    jmx: Annotated[ServiceModel | None, Field(title="JMX")] = None
    connection_management: Annotated[ServiceModel | None, Field(title="Connection management")] = None
    sso_directory_service: Annotated[ServiceModel | None, Field(title="SSO directory service")] = None


def _check(proposal: Proposal[ServiceAuthentication]) -> Iterator[FieldError]:
    new = proposal.new
    services = (new.attribute_query, new.jmx, new.connection_management, new.sso_directory_service)
    for name, service in zip((ATTRIBUTE_QUERY, *_KEPT), services, strict=True):
        if service is not None:
            yield from _credential_errors(name, service)


def _credential_errors(name: str, service: ServiceModel) -> Iterator[FieldError]:
    has_secret = bool(service.shared_secret or service.encrypted_shared_secret)
    if service.id and not has_secret:
        yield FieldError("Enter the shared secret.", f"{name}.sharedSecret", "required_field")
    if has_secret and not service.id:
        yield FieldError("Enter the application ID.", f"{name}.id", "required_field")
    if ":" in (service.id or ""):
        # RFC 7617, section 2: the first colon ends the user name.
        yield FieldError("An application ID must not have a colon.", f"{name}.id", "invalid_value")


SERVICE_AUTHENTICATION: Final = Resource(
    path=handles.SERVICE_AUTHENTICATION.path,
    model=ServiceAuthentication,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Service Authentication", description="Credentials of applications that call services of this server."
    ),
    default=ServiceAuthentication,
    saving=SaveRules(rules=(_check,)),
    ui=Ui(
        page=ConsolePage(
            id="serviceAuthentication",
            label="Service Authentication",
            heading=SYSTEM_INTEGRATION,
            slug="service-authentication",
            position=40,
            keywords=("attribute query", "shared secret", "application ID"),
        ),
        guide="attribute-queries",
        form=ItemForm(layout=FormLayout(left_out=frozenset(_KEPT))),
    ),
)
