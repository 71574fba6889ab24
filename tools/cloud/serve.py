"""The start of the service: the organization is created at the first start, and the listener is opened."""

import ipaddress
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from hanse.kit.clock import Clock
from hanse.kit.randomness import Randomness
from tools.cloud.app import create_app
from tools.cloud.credentials import issue_credential
from tools.cloud.records import Environment, EnvironmentType, Gateway, Organization, new_uuid
from tools.cloud.state import CloudState, is_initialized


@dataclass(frozen=True)
class Listener:
    """The listening address. The certificate and its key are PEM files; without them there is no TLS."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None

    @property
    def public_url(self) -> str:
        """The address in the form that a caller on this host uses."""
        scheme = "https" if self.certificate else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"

    def problem(self) -> str | None:
        """Return the error of the choice, or None if it is valid."""
        if (self.certificate is None) != (self.key is None):
            return "A certificate needs its key, and a key its certificate."
        # Credentials are bearer secrets and must not leave the machine without encryption.
        if self.certificate is None and not _is_loopback(self.host):
            return f"Without TLS the service listens on the loopback interface only, not on {self.host}."
        return None


def open_state(
    folder: Path,
    organization_name: str,
    region: str,
    public_url: str,
    *,
    clock: Clock,
    randomness: Randomness,
) -> tuple[CloudState, str | None]:
    """Return the state in a data folder and, at the first start, the text of the first credential.

    An existing organization keeps its name and region. Its address is updated to that of the listener.
    """
    if is_initialized(folder):
        state = CloudState(folder)
        if state.organization.public_url != public_url:
            state.change_public_url(public_url)
        return state, None
    now = clock.now()
    organization = Organization(new_uuid(randomness), organization_name, region, public_url)
    environment = Environment(new_uuid(randomness), "Administrators", EnvironmentType.PRODUCTION, now)
    gateway = Gateway(new_uuid(randomness), environment.id, "Hanse", now)
    state = CloudState.create(folder, organization, environment, gateway)
    _, token = issue_credential(state, gateway, clock, randomness)
    return state, token


def run(state: CloudState, listener: Listener, *, clock: Clock, randomness: Randomness) -> None:
    """Serve until the process receives a stop signal."""
    uvicorn.run(
        create_app(state, clock, randomness),
        host=listener.host,
        port=listener.port,
        ssl_certfile=listener.certificate,
        ssl_keyfile=listener.key,
        server_header=False,
        log_level="warning",
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
