"""The TLS context of a listener."""

import ssl
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

# The suites that RFC 9325, section 4.2, recommends for TLS 1.2; the FAPI profiles allow no others. TLS 1.3 has its own.
CIPHERS = "ECDHE+AESGCM"


class UnusableCertificate(Exception):
    """The certificate or its key cannot be used; the message names the files."""


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return a context of TLS 1.2 or later for a PEM certificate chain and its key. Raises UnusableCertificate."""
    context = hardened_context()
    try:
        # The empty password prevents OpenSSL from asking for one on the terminal.
        context.load_cert_chain(certificate, key, password="")
    except (OSError, ssl.SSLError) as error:
        raise UnusableCertificate(
            f"cannot serve TLS with certificate {certificate} and key {key}: {_reason(error)}"
        ) from error
    return context


def hardened_context() -> ssl.SSLContext:
    """Return a context of TLS 1.2 or later without a certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(CIPHERS)
    # RFC 9325, sections 3.3 and 3.5: compression leaks secrets (CRIME), renegotiation invites denial of service.
    context.options |= ssl.OP_NO_COMPRESSION | ssl.OP_NO_RENEGOTIATION | ssl.OP_CIPHER_SERVER_PREFERENCE
    context.set_alpn_protocols(["http/1.1"])
    return context


def present_certificate(context: ssl.SSLContext, pem: str) -> None:
    """Have a context present a certificate; the text has its private key and its chain. Raises OSError."""
    # Python's ssl module reads keys from files only. This file is private, and deleted immediately.
    with NamedTemporaryFile("w", suffix=".pem") as file:
        file.write(pem)
        file.flush()
        context.load_cert_chain(file.name, password="")


def accept_client_certificates(context: ssl.SSLContext, accepted: str) -> None:
    """Have a context request client certificates, which are optional and trusted through those of `accepted`, in PEM.

    Sessions are not resumed: a resumed one has the client's certificate, but not the rest of its chain.
    """
    context.verify_mode = ssl.CERT_OPTIONAL
    # An intermediate authority, or the certificate of one client, can be trusted without what is above it.
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.options |= ssl.OP_NO_TICKET
    context.num_tickets = 0
    if accepted:
        context.load_verify_locations(cadata=accepted)


def switch_of(context: ssl.SSLContext) -> Callable[[ssl.SSLContext | None], None]:
    """Return the function that changes the context for new connections, or with None restores this one.

    OpenSSL requests a context after the client's first message, with or without a server name.
    """
    current: ssl.SSLContext | None = None

    def choose(connection: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        if current is not None:
            connection.context = current

    def use(chosen: ssl.SSLContext | None) -> None:
        nonlocal current
        current = chosen

    context.sni_callback = choose
    return use


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
        return "the key belongs to another certificate"
    if isinstance(error, ssl.SSLError):
        return "they are not PEM files of a certificate and an unencrypted private key"
    return str(error.strerror)
