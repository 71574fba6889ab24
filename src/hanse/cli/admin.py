"""`hanse admin`: actions for people with access to the server's machine, without signing in."""

from typing import Annotated

import typer

from hanse.cli.options import complain, require_installation, takes_options
from hanse.kit.options import Options

app = typer.Typer(
    help="Reset an administrator's password.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.callback()
def group() -> None:
    """Reset an administrator's password."""


@app.command("reset-password")
@takes_options("data", "database")
def reset_password(
    options: Options,
    username: Annotated[
        str | None, typer.Argument(help="Username of the account; can be left out if there is only one.")
    ] = None,
    *,
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the new password from standard input instead of asking.")
    ] = False,
) -> None:
    """Set an account's password, activate the account, forget its failed log-ins and end its sessions.

    Works with the server running or not. Without --password-stdin the new password is asked for, twice.
    """
    from hanse.admin.password_reset import reset_password_command
    from hanse.app import startup_errors
    from hanse.app.core import ProcessEnvironment, opened
    from hanse.kit.clock import SystemClock
    from hanse.kit.randomness import SystemRandomness

    require_installation(options)
    clock = SystemClock()
    try:
        with opened(options, ProcessEnvironment(clock, SystemRandomness())) as core:
            reset_password_command(core.configuration, clock, username=username, password_stdin=password_stdin)
    except startup_errors.CANNOT_START as error:
        complain(str(error))
