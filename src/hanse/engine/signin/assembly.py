"""Composes the sign-in."""

from functools import partial
from typing import TYPE_CHECKING

from hanse.data_stores.client_pool import DataStoreClients
from hanse.engine.credentials import PasswordChecks
from hanse.engine.local_accounts import local_accounts
from hanse.engine.services import Services
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts, KeysAt
from hanse.engine.signin.service import SignInService
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.user_messages import UserMessages
from hanse.kit.errors import Unavailable

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory


def credentials_of(services: Services) -> PasswordChecks:
    """Return the password checks."""

    def directory(snapshot: Snapshot, id_: str) -> "Directory":
        settings = snapshot.part(DATA_STORE_SETTINGS).directories.get(id_)
        if settings is None:
            raise Unavailable(f"The data store '{id_}' cannot be used as a directory.")
        return services.ports.get(DataStoreClients).directory(settings)

    return PasswordChecks(services.passwords, directory, partial(local_accounts, services), services.randomness)


def adapter_support(services: Services, sessions: SsoSessions, keys_at: KeysAt) -> AdapterServiceParts:
    """Return the services of the adapters of a process. `keys_at` returns the keys of another server."""
    return AdapterServiceParts(services, credentials_of(services), UserMessages(services).send, sessions, keys_at)


def open_sign_in(services: Services, support: AdapterServiceParts) -> SignInService:
    """Return the sign-in for all protocols of a process."""
    return SignInService(services, support, support.sessions)
