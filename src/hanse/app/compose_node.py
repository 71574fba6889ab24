"""What an engine of a cluster is made of."""

from contextlib import ExitStack
from functools import partial

from hanse.app.compose_engine import follow_snapshots
from hanse.app.core import Environment
from hanse.app.engine_node import serve_published
from hanse.app.engine_services import sweeper
from hanse.app.parts import Parts
from hanse.app.support_data import support_worker
from hanse.app.verbosity import keep_in_force
from hanse.engine.background import outbox_sender
from hanse.kit.options import Options
from hanse.ops.logging.verbosity import Verbosity


def compose_engine_node(options: Options, environment: Environment, verbosity: Verbosity, cleanup: ExitStack) -> Parts:
    """Return the parts of an engine that serves what is published."""
    node = serve_published(options, environment, cleanup)
    follow_snapshots(node.follower, verbosity)
    keep = partial(keep_in_force, node.core.configuration, verbosity, reads=False)
    jobs = (
        support_worker(node.core, options, node).run,
        keep,
        sweeper(node.services),
        outbox_sender(node.services).run,
    )
    return Parts(engine=node.parts, jobs=jobs, configuration=node.core.configuration)
