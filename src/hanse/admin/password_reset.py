"""`hanse admin reset-password`: sets an account's password for a person who has access to the server's machine.

It works on the database directly, and the server may be running. The command line's layer opens the configuration from
its options and calls `reset_password_command`, which communicates with the person at the terminal.
"""

import sys

import typer

from hanse.admin.session.throttle import LoginThrottle
from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.list_query import ListQuery
from hanse.kit.clock import Clock
from hanse.kit.errors import HanseError, NotFound
from hanse.resources.system.administrative_accounts.actions import set_password
from hanse.resources.system.administrative_accounts.password_rules import PasswordRules
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS

# The author in the log of revisions. No account can have this name, because names of accounts have no spaces.
AUTHOR = Author("hanse admin")


class UsernameNeeded(Exception):
    """There is not exactly one account, so one has to be named; the message lists them."""


def choose_username(configuration: Configuration, username: str | None) -> str:
    """Return the account to work on: the one named, or the only one; raises NotFound or UsernameNeeded."""
    with configuration.reading() as view:
        if username is not None:
            return view.get(ADMINISTRATIVE_ACCOUNTS, username).id
        names = [stored.id for stored in view.list(ADMINISTRATIVE_ACCOUNTS, ListQuery()).items]
    if not names:
        raise NotFound("There are no administrative accounts yet. Open the console to set the server up.")
    if len(names) > 1:
        raise UsernameNeeded(f"Name one of the accounts: {', '.join(names)}")
    return names[0]


def reset_password(configuration: Configuration, clock: Clock, username: str, password: str) -> None:
    """Set a password, activate the account and forget failed log-ins; the account's sessions end with it."""

    def save(change: Change) -> None:
        set_password(change, username, password, activate=True)
        LoginThrottle(configuration.database, clock).clear(change.connection)

    configuration.change(AUTHOR, save)


def reset_password_command(
    configuration: Configuration, clock: Clock, *, username: str | None, password_stdin: bool
) -> None:
    """Run the command: choose the account, read and check the password, set it, and show the result.

    Raises typer.Exit with code 1 if it fails.
    """
    try:
        chosen = choose_username(configuration, username)
    except (HanseError, UsernameNeeded) as error:
        typer.echo(f"hanse: {error}", err=True)
        raise typer.Exit(1) from error
    password = _read_password(chosen, from_stdin=password_stdin)
    unmet = list(configuration.ports.get(PasswordRules).unmet(password))
    if unmet:
        typer.echo(f"hanse: the password needs: {', '.join(unmet)}", err=True)
        raise typer.Exit(1)
    reset_password(configuration, clock, chosen, password)
    typer.echo(f"The password of '{chosen}' is changed, the account is active, and its sessions have ended.")


def _read_password(username: str, *, from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    answer: str = typer.prompt(f"New password for '{username}'", hide_input=True, confirmation_prompt=True)
    return answer
