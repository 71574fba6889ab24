"""The endpoint windows of the help menu (specification 3, section 2.2): the engine's endpoints and their addresses."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import Call, Operation, OperationResult
from hanse.config.transaction_view import TransactionView
from hanse.kit.endpoint_descriptions import Address, EndpointDescription, EndpointKind

UI = "/pf-admin-ui"


class EndpointView(ConfigModel):
    """One endpoint of the engine."""

    name: str
    template: Annotated[str, Field(description="URL with the placeholders {origin} and {path}.")]
    description: str
    kinds: list[EndpointKind]
    of_issuer: Annotated[bool, Field(description="True if only issuers have this endpoint.")]


class EndpointAddress(ConfigModel):
    """An address of the engine."""

    origin: str
    path: str
    is_issuer: Annotated[bool, Field(description="True if tokens are issued under this address.")]


class EndpointList(ConfigModel):
    """The endpoints of the engine. The first address is the server's own."""

    addresses: list[EndpointAddress]
    endpoints: list[EndpointView]


@dataclass(frozen=True)
class EndpointCalls:
    """The operation. `addresses` are those in the configuration, the base URL first if there is one.

    Both are computed at each call, so that a process that only administers imports the engine at the first call.
    """

    endpoints: Callable[[], Sequence[EndpointDescription]]
    addresses: Callable[[TransactionView], Iterable[Address]]
    scheme: str
    port: int

    def list_endpoints(self, call: Call) -> OperationResult:
        """Return the endpoints, with the addresses that the caller may read."""
        found = list(self.addresses(call.view))
        if not found or found[0].is_virtual:
            # Without a base URL, the address is derived from the caller's.
            own = Address(engine_origin(call.caller.origin, self.scheme, self.port), is_issuer=False)
            found.insert(0, own)
        sees_all = is_allowed(call.principal, Area.ISSUERS, Intent.READ)
        return OperationResult(
            EndpointList(
                addresses=[
                    EndpointAddress(origin=each.origin, path=each.path, is_issuer=each.is_issuer)
                    for each in found
                    if sees_all or not each.is_virtual
                ],
                endpoints=[
                    EndpointView(
                        name=each.name,
                        template=each.template,
                        description=each.description,
                        kinds=sorted(each.kinds),
                        of_issuer=each.of_issuer,
                    )
                    for each in self.endpoints()
                ],
            )
        )

    def operation(self) -> Operation:
        """Return the operation."""
        return Operation(
            path=f"{UI}/endpoints",
            area=Area.CONSOLE,
            tag="Console",
            summary="List the endpoints of the engine",
            run=self.list_endpoints,
            answer=EndpointList,
            on_passive=True,
        )


def engine_origin(caller_origin: str, scheme: str, port: int) -> str:
    """Return the engine's origin for a caller of the console: the same host with the engine's port."""
    host = urlsplit(caller_origin).hostname or "localhost"
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}:{port}"
