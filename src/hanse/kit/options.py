"""The options of a process, each declared once and read from four places.

In falling precedence: a flag (`--admin-port 9999`), an environment variable (`HANSE_ADMIN_PORT`), a key of
`hanse.toml` (`admin-port = 9999`), the default. The file is the one that `--config` or `HANSE_CONFIG` names, or
else `hanse.toml` in the data folder, or else in the working directory. Paths in the file are relative to the file.
All mistakes are reported at once, each with the place that it came from.
"""

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from pathlib import Path
from typing import Any

from hanse.kit import option_values as read

# The embedded database, in the data folder.
EMBEDDED_DATABASE = "hanse.db"
FILE_NAME = "hanse.toml"
PATH_READERS = (read.folder, read.file, read.files)


class OptionsError(ValueError):
    """One or more options cannot be used; `problems` are sentences that name the source of each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _read_by(reader: Callable[[str], Any], help_text: str) -> dict[str, Any]:
    return {"reader": reader, "help": help_text}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a process. Paths are absolute once `load_options` has made it."""

    data: Path = field(default=Path("data"), metadata=_read_by(read.folder, "Data folder of the server."))
    admin_port: int = field(
        default=9999, metadata=_read_by(read.port, "Port of the console and the admin API; 0 chooses a free port.")
    )
    engine_port: int = field(default=9031, metadata=_read_by(read.port, "Port of the engine; 0 chooses a free port."))
    engine_workers: int | None = field(
        default=None,
        metadata=_read_by(
            read.engine_workers,
            "Number of engine processes; 0 runs the whole server in one process. By default one for each processor.",
        ),
    )
    host: str = field(
        default="*", metadata=_read_by(read.text, "Host name or IP address to listen on; * listens on every interface.")
    )
    # The address may hold a password, so it is not in the text of this object.
    database: str | None = field(
        default=None,
        repr=False,
        metadata=_read_by(
            read.postgresql_address,
            "URL of a PostgreSQL database (postgresql://…), used instead of the embedded database in the data folder.",
        ),
    )
    mode: str = field(
        default="standalone", metadata=_read_by(read.mode, f"Role of this node: {', '.join(read.MODES)}.")
    )
    node_index: int = field(
        default=0,
        metadata=_read_by(read.node_index, "Index of this node within the cluster; 0 assigns one automatically."),
    )
    node_tags: tuple[str, ...] = field(default=(), metadata=_read_by(read.words, "Tags of this node, comma-separated."))
    node_group: str = field(default="", metadata=_read_by(read.label, "Group of this node."))
    no_tls: bool = field(
        default=False, metadata=_read_by(read.switch, "Plain HTTP, for development behind a proxy only.")
    )
    tls_certificate: Path | None = field(
        default=None, metadata=_read_by(read.file, "PEM file of the certificate chain to serve with.")
    )
    tls_key: Path | None = field(
        default=None, metadata=_read_by(read.file, "PEM file of that certificate's private key.")
    )
    session_idle_timeout: timedelta = field(
        default=timedelta(minutes=30),
        metadata=_read_by(read.duration, "Time without activity after which a session of the console ends."),
    )
    session_lifetime: timedelta = field(
        default=timedelta(hours=8),
        metadata=_read_by(
            read.duration, "Time after sign-in at which a session of the console ends regardless of activity."
        ),
    )
    sign_in_timeout: timedelta = field(
        default=timedelta(minutes=10),
        metadata=_read_by(read.duration, "Time in which users must complete a sign-in to an application."),
    )
    log_level: str = field(
        default="info",
        metadata=_read_by(read.log_level, f"Minimum log level: {', '.join(read.LOG_LEVELS)}."),
    )
    metrics_clients: tuple[read.Network, ...] = field(
        default=read.networks("127.0.0.0/8,::1"),
        metadata=_read_by(
            read.networks, "Networks that may read /metrics, comma-separated; by default this machine only."
        ),
    )
    outgoing_networks: tuple[read.Network, ...] = field(
        default=(),
        metadata=_read_by(
            read.networks,
            "Private networks that the engine may send requests to, such as to a client's JWKS URL, comma-separated.",
        ),
    )
    # The text is understood by those who connect to the cloud; a table in the file becomes such a text.
    cloud_regions: str = field(
        default="",
        metadata=_read_by(
            read.label, "Cloud regions that may be called, with their addresses: NA=https://…,EU=https://…"
        ),
    )
    cloud_console_region: str = field(
        default="",
        metadata=_read_by(read.label, "Region of the cloud console that the home button opens: NA, CA, EU, AP, …"),
    )
    cloud_console_environment: str = field(
        default="", metadata=_read_by(read.label, "ID of the cloud environment that the home button opens.")
    )
    templates: Path | None = field(
        default=None,
        metadata=_read_by(
            read.folder, "Folder of templates, texts and assets that replace those of the sign-in pages."
        ),
    )
    demo_port: int = field(
        default=9032,
        metadata=_read_by(read.port, "Port of the demo application on this machine; 0 disables the demo."),
    )
    licence_trust_anchors: tuple[Path, ...] = field(
        default=(),
        metadata=_read_by(read.files, "Files with the public keys that verify licenses, comma-separated."),
    )
    environment: str = field(
        default="", metadata=_read_by(read.label, "Label of this environment in the console, such as Production.")
    )
    console_title: str = field(default="Hanse", metadata=_read_by(read.text, "Title of the console."))
    show_background: bool = field(
        default=False,
        metadata=_read_by(
            read.switch, "Show a different drawing behind the console's navigation each time it is opened."
        ),
    )
    timezone: str = field(
        default="UTC",
        metadata=_read_by(read.timezone, "Time zone in which the console shows times, such as Europe/Berlin."),
    )
    language: str = field(
        default="en",
        metadata=_read_by(read.language, "Language of e-mails to administrators: en, de or es."),
    )
    # The text is understood by those who serve the documentation; a table in the file becomes such a text.
    documentation_urls: str = field(
        default="",
        metadata=_read_by(read.label, "URLs of help pages outside this server: support=https://…,main-menu=https://…"),
    )

    @property
    def tls(self) -> bool:
        """Whether the listeners speak TLS."""
        return not self.no_tls

    @property
    def scheme(self) -> str:
        """The scheme of the listeners' addresses."""
        return "http" if self.no_tls else "https"


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
    """Return the options; `flags` are by option name, with None (or nothing) for those not given.

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
    # A data folder that cannot be read from its text is reported by its own reader, not here.
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
    """Return a TOML value as the text that a flag would have given."""
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
    if options.session_idle_timeout > options.session_lifetime:
        lifetime = read.duration_text(options.session_lifetime)
        idle = read.duration_text(options.session_idle_timeout)
        short = f"{place('session_lifetime')}: must not be less than {flag_of('session_idle_timeout')}, {idle}"
        long = f"{place('session_idle_timeout')}: must not be more than {flag_of('session_lifetime')}, {lifetime}"
        problems.append(short if "session_lifetime" in given else long)
    if options.mode == "standalone" and options.admin_port == options.engine_port != 0:
        problems.append(f"{place('engine_port')}: must differ from {place('admin_port')}")


OPTION_NAMES = tuple(option.name for option in fields(Options))
READERS: Mapping[str, Callable[[str], Any]] = {option.name: option.metadata["reader"] for option in fields(Options)}
