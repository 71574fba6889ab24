"""The operations on the credentials of connections, which the API contract has beside the connections themselves."""

from typing import Final

from hanse.config.http.operation import Operation
from hanse.resources.federation.connections.credential_operations import certificate_operations, key_operations
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS

CONNECTION_OPERATIONS: Final[tuple[Operation, ...]] = (
    *certificate_operations(IDP_CONNECTIONS),
    *certificate_operations(SP_CONNECTIONS),
    *key_operations(SP_CONNECTIONS),
)
