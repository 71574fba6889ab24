"""The command `hanse`. Each command's module is imported when the command is used, so that `--help` is fast.

`COMMANDS` lists all commands; each module has an `app`, a `typer.Typer`. Commands that need a server's options (data
folder, database) declare them with `options.takes_options`, so that they are the same everywhere.
"""

from hanse.cli.root import main

__all__ = ["main"]
