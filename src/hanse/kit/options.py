"""The options of a process, each declared once with its default, the reader of its text and its help."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from hanse.kit import option_values as read

# The embedded database, in the data folder.
EMBEDDED_DATABASE = "hanse.db"


class OptionsError(ValueError):
    """One or more options cannot be used; `problems` are sentences that name the source of each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _read_by(reader: Callable[[str], Any], help_text: str) -> dict[str, Any]:
    return {"reader": reader, "help": help_text}


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a process. Paths are absolute after `load_options`."""

    data: Path = field(default=Path("data"), metadata=_read_by(read.folder, "Data folder of the server."))
    admin_port: int = field(
        default=9999, metadata=_read_by(read.port, "Port of the console and the admin API; 0 chooses a free port.")
    )
    engine_port: int = field(default=9031, metadata=_read_by(read.port, "Port of the engine; 0 chooses a free port."))
    mutual_tls_port: int | None = field(
        default=None,
        metadata=_read_by(
            read.port,
            "Further port of the engine that requests TLS client certificates; 0 chooses a free port. By default none.",
        ),
    )
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
    # The address may contain a password, so it is not in the text of this object.
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
    otlp_endpoint: str | None = field(
        default=None,
        metadata=_read_by(
            read.web_address,
            "URL of an OpenTelemetry receiver (OTLP over HTTP) to which the engine sends traces; by default none.",
        ),
    )
    trusted_proxies: tuple[read.Network, ...] = field(
        default=(),
        metadata=_read_by(
            read.networks,
            "Networks of the reverse proxies whose headers the engine accepts, comma-separated; by default none.",
        ),
    )
    outgoing_networks: tuple[read.Network, ...] = field(
        default=(),
        metadata=_read_by(
            read.networks,
            "Private networks that may be requested, such as for a client's JWKS URL or a data store, comma-separated.",
        ),
    )
    # Parsed by the cloud client; a table in the file is converted to such a text.
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
    breached_passwords: Path | None = field(
        default=None,
        metadata=_read_by(
            read.folder,
            "Folder of range files with passwords from data breaches, which local users must not choose.",
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
    # Parsed by the documentation site; a table in the file is converted to such a text.
    documentation_urls: str = field(
        default="",
        metadata=_read_by(read.label, "URLs of help pages outside this server: support=https://…,main-menu=https://…"),
    )

    @property
    def tls(self) -> bool:
        """Return whether the listeners use TLS."""
        return not self.no_tls

    @property
    def scheme(self) -> str:
        """Return the scheme of the listeners' addresses."""
        return "http" if self.no_tls else "https"
