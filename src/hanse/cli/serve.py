"""`hanse serve`: run the server until it receives a stop signal."""

import contextlib
import gc
import sys
from collections.abc import Generator

import typer

from hanse.cli.options import complain, takes_options
from hanse.kit.options import Options

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@takes_options()
def serve(options: Options) -> None:
    """Run the server: the console and admin API on one port, the engine on another.

    Each option is a flag, an environment variable (in brackets) or a key of hanse.toml, in that precedence.
    Stop it with Ctrl+C or SIGTERM: it finishes the requests in progress, then ends.
    """
    with _without_garbage_collection():
        with _without_rich():
            # Imported here, so that `hanse serve --help` does not load the server.
            from hanse.app import startup_errors
            from hanse.app.process import run
        try:
            run(options, typer.echo)
        except startup_errors.CANNOT_START as error:
            complain(str(error))


@contextlib.contextmanager
def _without_garbage_collection() -> Generator[None, None, None]:
    """Disable the garbage collector until the server runs, which enables it.

    It would search the growing heap of classes and functions again and again, and find nothing.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextlib.contextmanager
def _without_rich() -> Generator[None, None, None]:
    """Prevent structlog from importing rich for tracebacks, which are rendered plainly."""
    absent = "rich" not in sys.modules
    if absent:
        sys.modules["rich"] = None  # type: ignore[assignment]  # None is how Python blocks a module.
    try:
        yield
    finally:
        if absent:
            del sys.modules["rich"]
