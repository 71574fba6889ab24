"""The operations of connections in addition to those of their declarations: copies, checks and credentials."""

from typing import Final

from hanse.config.http.operation import Operation
from hanse.resources.federation.connections.copying import copy_operation
from hanse.resources.federation.connections.credential_operations import certificate_operations, key_operations
from hanse.resources.federation.connections.health import health_operation
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.metadata.address_health import metadata_findings
from hanse.resources.federation.metadata.update_operations import metadata_operations
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS

CONNECTION_OPERATIONS: Final[tuple[Operation, ...]] = (
    copy_operation(IDP_CONNECTIONS),
    copy_operation(SP_CONNECTIONS),
    *certificate_operations(IDP_CONNECTIONS),
    *certificate_operations(SP_CONNECTIONS),
    *key_operations(IDP_CONNECTIONS),
    *key_operations(SP_CONNECTIONS),
    *metadata_operations(IDP_CONNECTIONS),
    *metadata_operations(SP_CONNECTIONS),
    health_operation(IDP_CONNECTIONS, metadata_findings),
    health_operation(SP_CONNECTIONS, metadata_findings),
)
