"""Filters of admin API operations: for a server outside a cluster, and for the passive console of a cluster."""

from collections.abc import Callable

from hanse.cluster.console_roles import PASSIVE_READ_TEXT, PASSIVE_TEXT
from hanse.config.declare.access import Area, Intent, Principal
from hanse.config.http.operation import API, Operation
from hanse.kit.errors import NotAllowed

CLUSTER = f"{API}/cluster/"
NOT_CLUSTERED_TEXT = "This server is not deployed in clustered mode."
# Each console has its own sessions, and these areas hold no configuration.
_RUN_TIME = frozenset({Area.OWN_SESSION, Area.PUBLIC})
# Raises NotAllowed for an operation that this node does not perform. It is called after the caller's own rights were
# checked.
Admission = Callable[[Operation, Principal | None], None]


class NotClustered(NotAllowed):
    """The request concerns a cluster, and this server does not belong to one."""

    result_id = "not_clustered"


def admit_standalone(operation: Operation, _principal: Principal | None) -> None:
    """Refuse operations about a cluster (API contract: 403 for every operation of `/cluster/`)."""
    if operation.path.startswith(CLUSTER):
        raise NotClustered(NOT_CLUSTERED_TEXT)


def admit_by_role(refuse_if_passive: Callable[[str], None]) -> Admission:
    """Return the filter for a console. A passive one answers cluster operations only (specification 2, section 6).

    The setup wizard is the exception. It may run on any console, and then makes that console the active one.
    """

    def admit(operation: Operation, principal: Principal | None) -> None:
        sets_up = principal is not None and principal.is_setup
        if sets_up or operation.on_passive or operation.area in _RUN_TIME:
            return
        refuse_if_passive(PASSIVE_READ_TEXT if operation.intent is Intent.READ else PASSIVE_TEXT)

    return admit
