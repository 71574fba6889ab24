"""`hanse` itself: the table of commands, and the display of failures that a person can act on."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


@dataclass(frozen=True)
class LazyCommand:
    """A command and the module with its `app`."""

    module: str
    summary: str


COMMANDS: Mapping[str, LazyCommand] = {
    "serve": LazyCommand("hanse.cli.serve", "Run the server."),
    "config": LazyCommand("hanse.cli.config", "Export the whole configuration to a file, or import it from one."),
    "admin": LazyCommand("hanse.cli.admin", "Reset an administrator's password."),
    "license": LazyCommand("hanse.ops.license.cli", "Issue and show licenses, and make the keys that sign them."),
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
        # All help texts have one style, and rich is not imported for it.
        module_app.rich_markup_mode = None
        group = get_group(module_app)
        group.name = cmd_name
        # If a module has only one command, with the name under which it is listed, that command is used instead of a
        # group.
        return group.commands.get(cmd_name, group)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the summaries of the table; typer would import every command for them."""
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
    """Do nothing; with this function typer makes a group of commands even of a single one."""


def main() -> None:
    """Run the command line."""
    app(prog_name="hanse")
