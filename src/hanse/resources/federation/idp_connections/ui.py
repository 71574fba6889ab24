"""The pages of IdP connections."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.mapping import MappingForm
from hanse.config.declare.ui.navigation import AUTHENTICATION_INTEGRATION, ConsolePage, Tile, TileIcon
from hanse.config.declare.view import View
from hanse.resources.federation.connections.list_columns import certificate_facts_on_pages
from hanse.resources.federation.idp_connections.credentials import IdpConnectionCredentials
from hanse.resources.federation.idp_connections.model import (
    CONTRACT,
    GRANT,
    MAPPINGS,
    UNSUPPORTED_MEMBERS,
    AccessTokenManagerMapping,
)
from hanse.resources.mapping.offer import MappingOffer

PAGE: Final = ConsolePage(
    id="idpConnections",
    label="IdP Connections",
    heading=AUTHENTICATION_INTEGRATION,
    slug="idp-connections",
    position=10,
    keywords=("partner", "federation", "RFC 7521", "RFC 7523", "JWT bearer", "assertion grant", "entity ID"),
    tile=Tile(TileIcon.CONNECTED, "Identity providers whose assertions this server accepts.", position=10),
)


def connection_ui(offer: Callable[[View, Mapping[str, Any]], MappingOffer]) -> Ui:
    """Return the list and the form."""
    return Ui(
        page=PAGE,
        guide="idp-connections",
        items=ItemList(
            singular="IdP Connection",
            plural="IdP Connections",
            columns=("entityId", "active", "modificationDate"),
            empty="An IdP connection is a partner whose assertions this server accepts. Clients exchange them for"
            " access tokens (RFC 7521).",
        ),
        item=ItemFacts(facts=certificate_facts_on_pages(handles.IDP_CONNECTIONS)),
        form=ItemForm(
            layout=FormLayout(
                sections=(
                    Section("General info", ("name", "entityId", "active")),
                    Section(
                        "Credentials",
                        ("credentials.certs", "credentials.jwksUrl"),
                        "Keys that verify the signatures of the partner.",
                    ),
                    Section(
                        "OAuth assertion grant",
                        (GRANT,),
                        "Clients with the grant type Extension present the partner's assertions at the token endpoint,"
                        " and receive access tokens.",
                    ),
                    Section("Contact", ("contactInfo",)),
                ),
                left_out=frozenset(
                    {
                        *UNSUPPORTED_MEMBERS,
                        *(f"credentials.{name}" for name in IdpConnectionCredentials.unsupported),
                        "type",
                        "creationDate",
                        "modificationDate",
                        "replicationStatus",
                        "credentials.certs.certView",
                        "credentials.certs.x509File.id",
                        "credentials.certs.x509File.cryptoProvider",
                        "credentials.certs.encryptionCert",
                        f"{CONTRACT}.coreAttributes",
                    }
                ),
            ),
            mapping=MappingForm(
                offer=offer,
                holder=MAPPINGS,
                item_model=AccessTokenManagerMapping,
                label="Access token mappings",
                help="Sources of the attributes in access tokens, for each access token manager.",
                decides=frozenset({f"{CONTRACT}.extendedAttributes.name", f"{MAPPINGS}.accessTokenManagerRef"}),
            ),
        ),
    )
