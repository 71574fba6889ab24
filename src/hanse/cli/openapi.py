"""`hanse openapi`: the admin API's description, without a server."""

import json
from pathlib import Path

import typer

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def openapi() -> None:
    """Write the OpenAPI description of the admin API and the session service to standard output, as JSON."""
    from hanse.admin.api.description_operations import TITLE
    from hanse.admin.api.openapi import describe
    from hanse.app.admin_services import administer
    from hanse.app.cluster_node import standalone_node
    from hanse.app.core import ProcessEnvironment, assemble
    from hanse.kit.clock import SystemClock
    from hanse.kit.options import Options
    from hanse.kit.product import VERSION
    from hanse.kit.randomness import SystemRandomness

    randomness = SystemRandomness()
    # Nothing is opened: folder and key only need to have the right types.
    options = Options(data=Path())
    core = assemble(options, ProcessEnvironment(SystemClock(), randomness), randomness.token_bytes(32))
    description = describe(
        administer(core, options, standalone_node(core, options).answers).operations, title=TITLE, version=VERSION
    )
    typer.echo(json.dumps(description, indent=2, ensure_ascii=False, sort_keys=True))
