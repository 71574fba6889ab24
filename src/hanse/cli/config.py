"""`hanse config`: the whole configuration to a file and back."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hanse.cli.options import complain, require_installation, takes_options
from hanse.kit.options import Options

if TYPE_CHECKING:
    from hanse.app.core import Core
    from hanse.ops.backup.commands import Opened

app = typer.Typer(
    help="Export the whole configuration to a file, or import it from one.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.command("export")
@takes_options("data", "database")
def export(
    options: Options,
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="File to write; - is standard output.")] = "-",
) -> None:
    """Write the whole configuration as JSON.

    The file has every exported document, readable and in a fixed order, so that two exports can be compared and kept
    under version control. Secrets in it stay encrypted, with keys that are themselves wrapped under the master key: it
    can only be imported where that master key is known. An installation's own facts, such as its license, are not in
    it. The server may be running. Imported into an empty server with the same master key and exported again, it is the
    same file, byte for byte; under another master key only the wrapped keys differ.

    Example: hanse config export --out configuration.json
    """
    from hanse.ops.backup.commands import run_export

    require_installation(options)
    run_export(_opener(options), out)


@app.command("import")
@takes_options("data", "database")
def import_(
    options: Options,
    file: Annotated[str, typer.Argument(metavar="FILE", help="File to import; - is standard input.")],
    source_master_key: Annotated[
        Path | None,
        typer.Option(
            "--source-master-key",
            metavar="FILE",
            help="Master key file of the server that created the export, if it differs from this server's.",
        ),
    ] = None,
) -> None:
    """Replace the whole configuration with an export.

    The file is checked as a whole first, and every finding is printed with its place in the file; as long as there is
    one, nothing changes. Then everything is replaced at once, as one revision in the history. What an export does not
    have, such as the license, stays. The server may be running; it uses the new configuration at once.

    Example: hanse config import configuration.json
    """
    from hanse.ops.backup.commands import run_import

    run_import(_opener(options, closes_setup=True), file, source_master_key)


def _opener(options: Options, *, closes_setup: bool = False) -> "Callable[[], AbstractContextManager[Opened]]":
    @contextmanager
    def open_configuration() -> "Iterator[Opened]":
        from hanse.app import startup_errors
        from hanse.app.core import ProcessEnvironment, opened
        from hanse.kit.clock import SystemClock
        from hanse.kit.product import VERSION
        from hanse.kit.randomness import SystemRandomness
        from hanse.ops.backup.commands import Opened

        try:
            with opened(options, ProcessEnvironment(SystemClock(), SystemRandomness())) as core:
                yield Opened(core.configuration, core.keyring, VERSION)
                if closes_setup:
                    _close_setup(core)
        except startup_errors.CANNOT_START as error:
            complain(str(error))

    return open_configuration


def _close_setup(core: "Core") -> None:
    """End the setup of an empty server that has received administrators by an import: they sign in as before."""
    from hanse.admin.setup.gate import SetupGate
    from hanse.config.declare.access import Role
    from hanse.config.list_query import ListQuery
    from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS

    with core.configuration.reading() as view:
        accounts = [stored.body for stored in view.list(ADMINISTRATIVE_ACCOUNTS, ListQuery()).items]
    if any(account["active"] and Role.ADMINISTRATOR in account["roles"] for account in accounts):
        environment = core.environment
        SetupGate(core.configuration.database, environment.clock, environment.randomness).complete()
