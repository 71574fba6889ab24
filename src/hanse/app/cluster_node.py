"""A process as a node of a cluster, or as a standalone server."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from hanse.app.core import Core
from hanse.app.data_folder import write_private
from hanse.cluster.clustered import ClusteredAnswers
from hanse.cluster.console_follower import ConsoleFollower
from hanse.cluster.console_roles import Consoles
from hanse.cluster.identity import NodeFacts, address_of
from hanse.cluster.membership import Membership
from hanse.cluster.node_table import ClusterNode, NodeMode
from hanse.cluster.operation_filters import Admission, admit_by_role, admit_standalone
from hanse.cluster.overseer import ClusterOverseer
from hanse.cluster.standalone import StandaloneAnswers, refuse_beside_cluster
from hanse.cluster.status import ClusterAnswers
from hanse.config.database import Database
from hanse.config.transaction_view import TransactionView
from hanse.kit.options import Options
from hanse.kit.product import VERSION

MODES = {"standalone": NodeMode.STANDALONE, "console": NodeMode.CONSOLE, "engine": NodeMode.ENGINE}


@dataclass(frozen=True)
class ConsoleNode:
    """The cluster services of this process's console."""

    answers: ClusterAnswers
    shared: Database
    # Refuses the operations that this node does not perform.
    admit: Admission
    # True if, to its knowledge, it may change the configuration.
    is_active: Callable[[], bool] = lambda: True
    # The node's index in the cluster.
    index: Callable[[], int] = lambda: 0

    @property
    def nodes(self) -> Callable[[TransactionView], list[ClusterNode]]:
        """Return the nodes of the cluster."""
        return self.answers.nodes


def facts_of(options: Options) -> NodeFacts:
    """Return the facts that this process reports; `options` have the actual ports."""
    port = options.engine_port if options.mode == "engine" else options.admin_port
    return NodeFacts(
        address=address_of(options.host, port),
        mode=MODES[options.mode],
        version=VERSION,
        index=options.node_index,
        group=options.node_group,
        tags=options.node_tags,
    )


def standalone_node(core: Core, options: Options) -> ConsoleNode:
    """Return the node of a standalone server."""
    return ConsoleNode(
        StandaloneAnswers(), core.configuration.database, admit_standalone, index=lambda: options.node_index
    )


def join_standalone(core: Core, options: Options) -> ConsoleNode:
    """Return the node of a standalone server; raises OptionsError if nodes of a cluster use the database."""
    refuse_beside_cluster(core.configuration.database)
    return standalone_node(core, options)


def join_as_console(core: Core, options: Options, cleanup: ExitStack) -> ConsoleNode:
    """Make this process a node with a console until `cleanup`; the first one of a cluster becomes active."""
    configuration, environment = core.configuration, core.environment
    membership = Membership(
        configuration.database,
        facts_of(options),
        options.data,
        environment.randomness,
        write_private,
        lambda: core.license,
    )
    membership.join()
    membership.compare_with_license()
    consoles = Consoles(configuration.database, membership.identity.id)
    consoles.claim()
    configuration.oversee(ClusterOverseer(consoles, configuration.database))
    followed = (core.license.current, lambda view: core.keyring.refresh(view.connection))
    following = ConsoleFollower(configuration, membership, consoles, environment.clock, followed)
    following.check()
    membership.start(following.check)
    cleanup.callback(membership.leave)
    return ConsoleNode(
        ClusteredAnswers(membership, consoles, core.license, core.configuration.registry),
        configuration.database,
        admit_by_role(consoles.refuse_if_passive),
        lambda: consoles.is_active,
        lambda: membership.index,
    )
