"""The options of a server as flags of a command, derived from their declaration in `kit.options`."""

import inspect
import os
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from hanse.kit.option_loading import FILE_NAME, OPTION_NAMES, flag_of, load_options, variable_of
from hanse.kit.option_values import duration_text
from hanse.kit.options import EMBEDDED_DATABASE, Options, OptionsError

METAVARS = {
    "data": "DIR",
    "admin_port": "PORT",
    "engine_port": "PORT",
    "database": "URL",
    "otlp_endpoint": "URL",
} | dict.fromkeys(("session_idle_timeout", "session_lifetime", "sign_in_timeout"), "DURATION")


def complain(*problems: str, code: int = 1) -> NoReturn:
    """Show errors, one line each, and end the command."""
    for problem in problems:
        typer.echo(f"hanse: {problem}", err=True)
    raise typer.Exit(code)


def require_installation(options: Options) -> None:
    """End the command if there is no installation, instead of creating an empty one."""
    if options.database is None and not (options.data / EMBEDDED_DATABASE).exists():
        complain(f"no data of a server in {options.data}; specify its folder with --data")


def takes_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the flags of these options (by default all) and pass `Options` as its first argument.

    Further parameters of the command are unaffected. Errors in the options end the command with code 2.
    """
    wanted = names or OPTION_NAMES

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def run(**arguments: Any) -> None:
            flags = {name: _as_text(arguments.pop(name)) for name in ["config", *wanted]}
            try:
                options = load_options(flags, os.environ, Path.cwd())
            except OptionsError as error:
                complain(*error.problems, code=2)
            command(options, **arguments)

        own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]
        parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own] + _flags(wanted)
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        # typer reads a command's parameters from its signature and annotations.
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # inspect reads it from any function.
        return run

    return decorate


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else None
    return None if value is None else str(value)


def _flags(names: tuple[str, ...]) -> list[inspect.Parameter]:
    declared = {option.name: option for option in fields(Options)}
    config = f"File of options; otherwise {FILE_NAME} in the data folder or the working directory. [HANSE_CONFIG]"
    flags = [_flag("config", str | None, None, config, "FILE")]
    for name in names:
        option = declared[name]
        if option.type is bool:
            flags.append(_flag(name, bool, False, f"{option.metadata['help']} [{variable_of(name)}]", None))
        else:
            shown = "" if name in _UNPRINTABLE else _shown(option.default)
            default = f"; default {shown}" if shown else ""
            text = f"{option.metadata['help']} [{variable_of(name)}{default}]"
            flags.append(_flag(name, str | None, None, text, METAVARS.get(name, "TEXT")))
    return flags


_UNPRINTABLE = frozenset({"metrics_clients"})


def _shown(default: Any) -> str:
    if isinstance(default, timedelta):
        return duration_text(default)
    return "" if default in (None, "", ()) else str(default)


def _flag(name: str, kind: Any, default: Any, text: str, metavar: str | None) -> inspect.Parameter:
    option = typer.Option(flag_of(name), help=text, metavar=metavar, show_default=False)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])
