"""The TLS side of a partner's services: a self-signed certificate, and client certificates that it requires."""

import ssl
from dataclasses import dataclass
from pathlib import Path

from cryptography.x509 import load_pem_x509_certificate

from hanse.crypto.certificate_chains import to_chain
from hanse.crypto.certificates import make_server_certificate
from hanse.kit.clock import SystemClock
from tests.support.instances import Body


@dataclass
class TlsServer:
    """The certificate of a server, and the context for its socket."""

    context: ssl.SSLContext
    # The trusted CA with which administrators trust the server.
    authority: Body

    @classmethod
    def certified(cls, folder: Path, host: str = "127.0.0.1", *, clients: str = "") -> "TlsServer":
        """Return a server with a certificate for a host. `clients` are the client certificates that it accepts (PEM).

        OpenSSL checks validity by the system clock.
        """
        made = make_server_certificate((host,), SystemClock().now())
        path = folder / f"{host}.pem"
        path.write_bytes(made.key + made.certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        if clients:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(cadata=clients)
        return cls(
            context, {"id": "partner", "certificate": to_chain([load_pem_x509_certificate(made.certificate)])[0]}
        )
