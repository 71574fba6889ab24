"""`hanse` itself: the table of commands, and how failures that a person can act on are shown."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


@dataclass(frozen=True)
class LazyCommand:
    """A command and the module that brings it as `app`."""

    module: str
    summary: str


COMMANDS: Mapping[str, LazyCommand] = {
    "serve": LazyCommand("hanse.cli.serve", "Run the server."),
    "config": LazyCommand("hanse.cli.config", "Export the whole configuration to a file, or import it from one."),
    "admin": LazyCommand("hanse.cli.admin", "Reset an administrator's password."),
    "license": LazyCommand("hanse.ops.licence.cli", "Issue and show licenses, and make the keys that sign them."),
    "demo": LazyCommand("hanse.demo.cli", "Set up a working sign-in with a sample application."),
    "openapi": LazyCommand("hanse.cli.openapi", "Write the admin API's OpenAPI description."),
}


class LazyGroup(TyperGroup):
    """A group that knows the names and summaries of its commands without importing them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order of the table."""
        return [*super().list_commands(ctx), *COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command, importing its module."""
        lazy = COMMANDS.get(cmd_name)
        if lazy is None:
            return super().get_command(ctx, cmd_name)
        module_app = importlib.import_module(lazy.module).app
        # One look for all help texts, and no rich to import for it.
        module_app.rich_markup_mode = None
        group = get_group(module_app)
        group.name = cmd_name
        # A module whose only command has the name that it is listed under brings that command, not a group.
        return group.commands.get(cmd_name, group)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the summaries of the table, where typer would import every command to ask for its own."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, lazy.summary) for name, lazy in COMMANDS.items()])


app = typer.Typer(
    cls=LazyGroup,
    name="hanse",
    help="Hanse, an identity federation server with a browser console.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(value: bool) -> None:
    if value:
        from hanse.kit.product import VERSION

        typer.echo(f"hanse {VERSION}")
        raise typer.Exit


@app.callback()
def root(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Exist, so that typer makes a group of commands even of a single one."""


def main() -> None:
    """Run the command line."""
    app(prog_name="hanse")
