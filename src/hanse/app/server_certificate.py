"""The certificate of the listeners: the one that the options name, or a generated one."""

import socket
import ssl
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import structlog
from starlette.concurrency import run_in_threadpool

from hanse.app.data_folder import write_private
from hanse.config.declare.access import Area
from hanse.config.declare.notice_sources import NoticeSource
from hanse.config.declare.notices import EXPIRY_WARNING, Notice
from hanse.config.declare.ports import Ports
from hanse.config.declare.view import View
from hanse.config.expirations import Expiration
from hanse.kit.clock import Clock, to_text
from hanse.kit.options import Options
from hanse.kit.periodic import Periodic
from hanse.kit.texts.messages import message

LOG = structlog.stdlib.get_logger("hanse.certificate")
CERTIFICATE_NAME = "server.crt"
KEY_NAME = "server.key"
RENEW_WITHIN = timedelta(days=30)
FIRST_CHECK_SECONDS = 60
CHECK_SECONDS = 24 * 3600
FOLLOW_SECONDS = 60


def certificate_files(options: Options, clock: Clock) -> tuple[Path, Path]:
    """Return the paths of certificate and key, after creating them in `<data>/tls` if they do not exist."""
    if options.tls_certificate is not None and options.tls_key is not None:
        return options.tls_certificate, options.tls_key
    certificate, key = _own_files(options)
    if not (certificate.exists() and key.exists()):
        _make(certificate, key, clock)
    return certificate, key


async def keep_renewed(contexts: Iterable[ssl.SSLContext], options: Options, clock: Clock) -> None:
    """Renew a generated certificate for as long as the server runs; new connections get the new one.

    The first check follows after the start, because reading a certificate needs libraries that a start does not.
    """
    used = tuple(contexts)

    async def renew() -> None:
        if await run_in_threadpool(renew_if_due, options, clock):
            for context in used:
                context.load_cert_chain(*_own_files(options))
            LOG.info("certificate renewed")

    await Periodic("certificate", renew, CHECK_SECONDS, first_seconds=FIRST_CHECK_SECONDS).run()


def modified(options: Options) -> tuple[int, ...]:
    """Return the modification time of the generated files."""
    try:
        return tuple(path.stat().st_mtime_ns for path in _own_files(options))
    except FileNotFoundError:
        return ()


async def follow_renewed(contexts: Iterable[ssl.SSLContext], options: Options, seen: tuple[int, ...]) -> None:
    """Serve with a certificate that another process has renewed; `seen` is the `modified` value of the current one."""
    used = tuple(contexts)

    async def reload() -> None:
        nonlocal seen
        found = await run_in_threadpool(modified, options)
        if found and found != seen and options.tls_certificate is None:
            for context in used:
                context.load_cert_chain(*_own_files(options))
            seen = found

    await Periodic("certificate of another process", reload, FOLLOW_SECONDS, first_seconds=0).run()


def renew_if_due(options: Options, clock: Clock) -> bool:
    """Create a new certificate if the one in `<data>/tls` expires within 30 days, and return whether it did.

    A certificate that a person put in its place is never changed.
    """
    from hanse.crypto.certificates import read_facts  # noqa: PLC0415 - a tenth of the cold start.

    certificate, key = _own_files(options)
    if options.tls_certificate is not None or not certificate.exists():
        return False
    try:
        facts = read_facts(certificate.read_bytes())
    except ValueError:
        # Only a person can repair a damaged file; the listener's error names it.
        return False
    if not facts.self_made or facts.not_after - clock.now() >= RENEW_WITHIN:
        return False
    _make(certificate, key, clock)
    return True


def server_certificate(options: Options) -> NoticeSource:
    """Return the source of notices about certificates that expire soon and are not renewed automatically."""

    def find_notices(_view: View, ports: Ports) -> Iterator[Notice]:
        from hanse.crypto.certificates import read_facts  # noqa: PLC0415 - a tenth of the cold start.

        path = _current_file(options)
        try:
            facts = read_facts(path.read_bytes())
        except (OSError, ValueError):
            # The file is being replaced. If it stays damaged, the listener reports it at the next start.
            return
        now = ports.get(Clock).now()
        if facts.self_made or facts.not_after - now >= EXPIRY_WARNING:
            return
        template = "The certificate in {path} expires on {end}. Put a new one in its place and restart the server."
        if facts.not_after <= now:
            template = "The certificate in {path} expired on {end}. Put a new one in its place and restart the server."
        yield Notice(
            id="serverCertificateExpiry",
            label=message("Server certificate"),
            description=message(template, path=path, end=facts.not_after),
        )

    # The location of the file is a fact of the installation, like the keys that belong to it.
    return NoticeSource(Area.KEYS, find_notices)


def certificate_expiry(options: Options) -> Expiration | None:
    """Return the end of validity of the listeners' certificate file; None without TLS, or if it cannot be read.

    The file is used by listeners for which no SSL server certificate is active.
    """
    from hanse.crypto.certificates import read_facts  # noqa: PLC0415 - a tenth of the cold start.

    path = _current_file(options)
    try:
        facts = read_facts(path.read_bytes())
    except (OSError, ValueError):
        return None
    return Expiration(to_text(facts.not_after), path.name, is_renewed=facts.self_made) if options.tls else None


def _current_file(options: Options) -> Path:
    return options.tls_certificate or _own_files(options)[0]


def _own_files(options: Options) -> tuple[Path, Path]:
    folder = options.data / "tls"
    return folder / CERTIFICATE_NAME, folder / KEY_NAME


def _make(certificate: Path, key: Path, clock: Clock) -> None:
    from hanse.crypto.certificates import make_server_certificate  # noqa: PLC0415 - needed at the first start only.

    made = make_server_certificate(_own_names(), clock.now())
    certificate.parent.mkdir(mode=0o700, exist_ok=True)
    write_private(key, made.key)
    write_private(certificate, made.certificate)


def _own_names() -> list[str]:
    names = ["localhost", "127.0.0.1", "::1"]
    own = socket.gethostname().lower()
    # A DNS name in a certificate is ASCII (RFC 5280, section 4.2.1.6); other machine names are omitted.
    if own and own not in names and own.isascii() and "_" not in own:
        names.append(own)
    return names
