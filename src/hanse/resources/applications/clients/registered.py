"""The record of clients that registered themselves (RFC 7591)."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, Filterable, ServerSet, ShortText
from hanse.config.declare.types import Moment
from hanse.resources.applications.clients.addresses import WebAddress
from hanse.resources.applications.clients.overrides import GrantOverrides

MOST_CONTACTS = 20
# Identifiers of clients that registered themselves begin with this, so that they can be counted by the primary key.
REGISTERED_PREFIX = "dc-"
# The stored digest of the registration access token, which answers of the API leave out.
TOKEN_DIGEST = "registrationAccessTokenDigest"  # noqa: S105 - the name of a member.


class DynamicRegistration(ConfigModel):
    """The registration of a client that registered itself, with the metadata that no other setting contains."""

    registered: Annotated[Moment, Field(title="Registered")]
    changed: Annotated[
        Moment | None, Field(title="Changed by the client", description="Last change that the client itself requested.")
    ] = None
    token_endpoint_auth_method: Annotated[ShortText, Field(title="Registered authentication method")]
    application_type: Annotated[ShortText, Field(title="Application type")] = "web"
    client_uri: Annotated[WebAddress | None, Field(title="Home page")] = None
    policy_uri: Annotated[WebAddress | None, Field(title="Privacy policy")] = None
    tos_uri: Annotated[WebAddress | None, Field(title="Terms of service")] = None
    contacts: Annotated[list[ShortText], Field(title="Contacts", max_length=MOST_CONTACTS, default_factory=list)]
    software_id: Annotated[ShortText | None, Field(title="Software ID")] = None
    software_version: Annotated[ShortText | None, Field(title="Software version")] = None
    software_statement_issuer: Annotated[
        str | None,
        Field(
            title="Issuer of the software statement",
            max_length=2048,
            description="The software statement that the client presented was verified with keys of this issuer.",
        ),
    ] = None
    # SHA-256 in hexadecimal form. A random token of 256 bits needs no slower function.
    registration_access_token_digest: Annotated[str | None, Field(title="Token digest", max_length=64)] = None


class RegisteredFields(GrantOverrides):
    """The field of clients that registered themselves."""

    dynamic_registration: Annotated[
        DynamicRegistration | None,
        Field(title="Dynamic registration", description="Present if the client registered itself (RFC 7591)."),
        # Users are warned of these clients.
        ServerSet(for_engine=True),
        Filterable(),
    ] = None
