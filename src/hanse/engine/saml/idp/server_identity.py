"""The entity ID that this server uses towards a partner."""

from dataclasses import dataclass

from hanse.engine.saml.idp.refusals import UnknownRequest
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.federation.own_entity_id import own_entity_id, own_realm


@dataclass(frozen=True)
class ServerIdentity:
    """The entity ID of this server. `virtual_id` has the same value for a virtual server ID, and is empty otherwise."""

    entity_id: str
    virtual_id: str = ""


def server_identity(snapshot: Snapshot, partner: SpPartner, named: str | None = None) -> ServerIdentity:
    """Return the identity for a partner; `named` is a virtual server ID of a request. Raises UnknownRequest."""
    virtual = named or partner.settings.default_virtual_entity_id
    if virtual:
        if virtual not in partner.settings.virtual_entity_ids:
            raise UnknownRequest("The connection has no such virtual server ID.")
        return ServerIdentity(virtual, virtual)
    server = snapshot.part(SERVER)
    entity_id = own_entity_id(server) if partner.sso.is_saml else own_realm(server)
    if not entity_id:
        raise UnknownRequest(f"This server has no {'SAML 2.0 entity ID' if partner.sso.is_saml else 'realm'}.")
    return ServerIdentity(entity_id)
