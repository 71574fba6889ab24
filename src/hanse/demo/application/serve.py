"""Runs the sample application until it receives a stop signal."""

import ssl
from pathlib import Path

import uvicorn

from hanse.demo.application.client import DemoClientSettings
from hanse.demo.application.site import Site
from hanse.demo.planned_application import CLIENT_ID
from hanse.demo.record import DemoRecord
from hanse.kit.randomness import Randomness


def trust_of(certificate: Path) -> ssl.SSLContext:
    """Return the trusted certificates: the system's authorities, and the certificate that the server created itself."""
    context = ssl.create_default_context()
    if certificate.exists():
        context.load_verify_locations(certificate)
    return context


def serve_application(record: DemoRecord, certificate: Path, randomness: Randomness) -> None:
    """Serve on the loopback interface, over plain HTTP."""
    settings = DemoClientSettings(record.issuer, CLIENT_ID, record.secret, f"{record.url}/callback", f"{record.url}/")
    site = Site(settings, trust_of(certificate), record.passwords, randomness)
    uvicorn.run(site.application(), host="127.0.0.1", port=record.port, server_header=False, log_level="warning")
