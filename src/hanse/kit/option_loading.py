"""Loads the options of a process from four places.

In falling precedence: a flag (`--admin-port 9999`), an environment variable (`HANSE_ADMIN_PORT`), a key of `hanse.toml`
(`admin-port = 9999`), the default. The file is the one that `--config` or `HANSE_CONFIG` names, or else `hanse.toml` in
the data folder, or else in the working directory. Paths in the file are relative to the file. All errors are reported
at once, each with the place of the value.
"""

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from hanse.kit import option_values as read
from hanse.kit.options import Options, OptionsError

FILE_NAME = "hanse.toml"
PATH_READERS = (read.folder, read.file, read.files)
OPTION_NAMES = tuple(option.name for option in fields(Options))
READERS: Mapping[str, Callable[[str], Any]] = {option.name: option.metadata["reader"] for option in fields(Options)}


@dataclass(frozen=True)
class OptionSource:
    """A text of one option and the place it came from, such as `--admin-port` or `HANSE_ADMIN_PORT`."""

    name: str
    value: str


def flag_of(name: str) -> str:
    """Return the flag of an option, `--admin-port` of `admin_port`."""
    return "--" + name.replace("_", "-")


def variable_of(name: str) -> str:
    """Return the environment variable of an option, `HANSE_ADMIN_PORT` of `admin_port`."""
    return "HANSE_" + name.upper()


def load_options(flags: Mapping[str, str | None], environment: Mapping[str, str], directory: Path) -> Options:
    """Return the options; `flags` are by option name, with None (or nothing) for missing ones.

    The key `config` among the flags names the file. Raises OptionsError.
    """
    problems: list[str] = []
    given = {name: OptionSource(flag_of(name), value) for name, value in flags.items() if value is not None}
    for name in ["config", *OPTION_NAMES]:
        if name not in given and variable_of(name) in environment:
            given[name] = OptionSource(variable_of(name), environment[variable_of(name)])
    path = _find_file(given, directory, problems)
    if path is not None:
        given = {**_read_file(path, problems), **given}
    values = {
        option.name: _read_one(option.metadata["reader"], given[option.name], problems)
        for option in fields(Options)
        if option.name in given
    }
    if problems:
        raise OptionsError(problems)
    options = Options(**{"data": directory / "data", **values})
    _check_together(options, given, problems)
    if problems:
        raise OptionsError(problems)
    return options


def _find_file(given: Mapping[str, OptionSource], directory: Path, problems: list[str]) -> Path | None:
    named = given.get("config")
    if named is not None:
        path = _read_one(lambda value: read.file(str(directory / read.at_home(value))), named, problems)
        return path if isinstance(path, Path) else None
    # A malformed data folder is reported by its own reader, not here.
    data = _read_one(read.at_home, given["data"], []) if "data" in given else Path("data")
    candidates = [directory / data / FILE_NAME] if data is not None else []
    return next((path for path in [*candidates, directory / FILE_NAME] if path.is_file()), None)


def _read_file(path: Path, problems: list[str]) -> dict[str, OptionSource]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{path}: {error}")
        return {}
    keys = {name.replace("_", "-"): name for name in OPTION_NAMES}
    found: dict[str, OptionSource] = {}
    for key, value in content.items():
        if key not in keys:
            close = difflib.get_close_matches(key, keys, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            problems.append(f"{key} in {path}: unknown option{hint}")
            continue
        name = keys[key]
        place = f"{key} in {path}"
        try:
            found[name] = OptionSource(place, _as_text(value, READERS[name], path.parent))
        except ValueError as error:
            problems.append(f"{place}: {error}")
    return found


def _as_text(value: Any, reader: Callable[[str], Any], folder: Path) -> str:
    """Return a TOML value as the text that a flag would have."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return ",".join(f"{name}={part}" for name, part in value.items())
    parts = value if isinstance(value, list) else str(value).split(",")
    if reader in PATH_READERS:
        parts = [str(folder / read.at_home(str(part).strip())) for part in parts if str(part).strip()]
    return ",".join(str(part) for part in parts)


def _read_one(reader: Callable[[str], Any], source: OptionSource, problems: list[str]) -> Any:
    try:
        return reader(source.value)
    except ValueError as error:
        problems.append(f"{source.name}: {error}")
        return None


def _check_together(options: Options, given: Mapping[str, OptionSource], problems: list[str]) -> None:
    def place(name: str) -> str:
        return given[name].name if name in given else flag_of(name)

    if options.mode != "standalone" and options.database is None:
        problems.append(
            f"{place('mode')}: {options.mode} runs in a cluster and requires PostgreSQL; specify the database with "
            "--database postgresql://user@host/database"
        )
    if options.mode == "console" and options.engine_workers:
        problems.append(f"{place('engine_workers')}: a console has no engine; leave it out with --mode console")
    if (options.tls_certificate is None) != (options.tls_key is None):
        missing = "tls_key" if options.tls_key is None else "tls_certificate"
        present = "tls_certificate" if options.tls_key is None else "tls_key"
        problems.append(f"{place(present)}: needs {flag_of(missing)} too")
    if options.no_tls and options.tls_certificate is not None:
        problems.append(f"{place('no_tls')}: cannot be combined with {place('tls_certificate')}")
    if options.no_tls and options.mutual_tls_port is not None:
        problems.append(f"{place('no_tls')}: cannot be combined with {place('mutual_tls_port')}")
    if options.session_idle_timeout > options.session_lifetime:
        lifetime = read.duration_text(options.session_lifetime)
        idle = read.duration_text(options.session_idle_timeout)
        short = f"{place('session_lifetime')}: must not be less than {flag_of('session_idle_timeout')}, {idle}"
        long = f"{place('session_idle_timeout')}: must not be more than {flag_of('session_lifetime')}, {lifetime}"
        problems.append(short if "session_lifetime" in given else long)
    if options.mode == "standalone" and options.admin_port == options.engine_port != 0:
        problems.append(f"{place('engine_port')}: must differ from {place('admin_port')}")
