"""OAuth clients as requests need them: kept compactly by id, and prepared at first use."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hmac import compare_digest

from hanse.config.listing import Stored
from hanse.config.store import documents
from hanse.config.validation import parse
from hanse.engine.snapshot.compiling import Compiler, CompilerInput
from hanse.kit.clock import from_text
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS


@dataclass(frozen=True)
class Secret:
    """One secret of a client, in clear; `expires` is None for the current one."""

    value: str
    expires: datetime | None


class RegisteredClient:
    """A client that is prepared for use."""

    def __init__(self, settings: Client, secrets: tuple[Secret, ...]) -> None:
        self.settings = settings
        self._secrets = secrets

    @property
    def id(self) -> str:
        """The client identifier."""
        return self.settings.client_id

    @cached_property
    def grant_types(self) -> frozenset[str]:
        """The grant types that the client may use, in the contract's words."""
        return frozenset(str(each) for each in self.settings.grant_types)

    @cached_property
    def common_scopes(self) -> frozenset[str] | None:
        """The common scopes and scope groups that the client may request; None for all of them."""
        return frozenset(self.settings.restricted_scopes) if self.settings.restrict_scopes else None

    @cached_property
    def exclusive_scopes(self) -> frozenset[str]:
        """The exclusive scopes and scope groups that the client may request."""
        return frozenset(self.settings.exclusive_scopes)

    def secrets(self, now: datetime) -> tuple[str, ...]:
        """Return the secrets that are valid now, the current one first; for HMAC keys."""
        return tuple(each.value for each in self._secrets if each.expires is None or each.expires > now)

    def accepts_secret(self, secret: str, now: datetime) -> bool:
        """Return whether a secret is one of the client's. All are compared, in constant time."""
        matches = [compare_digest(each.encode(), secret.encode()) for each in self.secrets(now)]
        return any(matches)


class Clients:
    """All clients. `get` is safe to call from several threads."""

    def __init__(self, clients: Mapping[str, RegisteredClient]) -> None:
        self._clients = clients

    def get(self, client_id: str) -> RegisteredClient | None:
        """Return a client; None when there is none or it is disabled."""
        found = self._clients.get(client_id)
        return found if found is not None and found.settings.enabled else None

    def __len__(self) -> int:
        return len(self._clients)


def _compile(given: CompilerInput[Clients]) -> Clients:
    found = documents.everything(given.view.connection, OAUTH_CLIENTS.kind)
    return Clients({each.id: _prepared(given, each) for each in found})


def _prepared(given: CompilerInput[Clients], stored: Stored) -> RegisteredClient:
    settings = parse(Client, documents.to_text(stored.body).encode())
    secrets: list[Secret] = []
    if current := given.view.secret(OAUTH_CLIENTS, stored, "clientAuth", "secret"):
        secrets.append(Secret(current, None))
    for index, each in enumerate(settings.client_auth.secondary_secrets or ()):
        older = given.view.secret(OAUTH_CLIENTS, stored, "clientAuth", "secondarySecrets", index, "secret")
        if older:
            secrets.append(Secret(older, from_text(each.expiry_time)))
    return RegisteredClient(settings, tuple(secrets))


CLIENTS: Compiler[Clients] = Compiler("clients", frozenset({OAUTH_CLIENTS.kind}), _compile)
