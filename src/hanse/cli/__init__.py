"""The command `hanse`. Each command's module is imported when the command is used, so that `--help` is quick.

`COMMANDS` lists them all; a module brings `app`, a `typer.Typer`. Commands that need a server's options (data
folder, database) take them with `options.takes_options`, so that they are the same everywhere.
"""

from hanse.cli.root import main

__all__ = ["main"]
