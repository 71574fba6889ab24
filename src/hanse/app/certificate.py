"""The certificate that the listeners serve with: the one that the options name, or one of our own making."""

import socket
from datetime import timedelta
from pathlib import Path

from hanse.app.folder import write_private
from hanse.crypto.certificates import make_server_certificate, read_facts
from hanse.kit.clock import Clock
from hanse.kit.options import Options

CERTIFICATE_NAME = "server.crt"
KEY_NAME = "server.key"
RENEW_WITHIN = timedelta(days=30)


def certificate_files(options: Options, clock: Clock) -> tuple[Path, Path]:
    """Return the paths of certificate and key, having made them in `<data>/tls` when nothing usable is there.

    A certificate of our own making is renewed at a start within 30 days of its end. One that a person put in its
    place is left alone, whatever its state.
    """
    if options.tls_certificate is not None and options.tls_key is not None:
        return options.tls_certificate, options.tls_key
    folder = options.data / "tls"
    certificate, key = folder / CERTIFICATE_NAME, folder / KEY_NAME
    if not (certificate.exists() and key.exists()) or _is_due(certificate, clock):
        made = make_server_certificate(_own_names(), clock.now())
        folder.mkdir(mode=0o700, exist_ok=True)
        write_private(key, made.key)
        write_private(certificate, made.certificate)
    return certificate, key


def _is_due(certificate: Path, clock: Clock) -> bool:
    try:
        facts = read_facts(certificate.read_bytes())
    except ValueError:
        # A damaged file is a person's to repair; the listener's error names it.
        return False
    return facts.self_made and facts.not_after - clock.now() < RENEW_WITHIN


def _own_names() -> list[str]:
    names = ["localhost", "127.0.0.1", "::1"]
    own = socket.gethostname().lower()
    # A DNS name in a certificate is ASCII (RFC 5280, section 4.2.1.6); odd machine names are left out.
    if own and own not in names and own.isascii() and "_" not in own:
        names.append(own)
    return names
