"""Composes the sign-in."""

from functools import partial

from hanse.engine.credentials import PasswordChecks
from hanse.engine.local_accounts import local_accounts, open_directory
from hanse.engine.services import Services
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts, KeysAt
from hanse.engine.signin.service import SignInService
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.user_messages import UserMessages


def credentials_of(services: Services) -> PasswordChecks:
    """Return the password checks."""
    directory, accounts = partial(open_directory, services), partial(local_accounts, services)
    return PasswordChecks(services.passwords, directory, accounts, services.randomness)


def adapter_support(services: Services, sessions: SsoSessions, keys_at: KeysAt) -> AdapterServiceParts:
    """Return the services of the adapters of a process. `keys_at` returns the keys of another server."""
    return AdapterServiceParts(services, credentials_of(services), UserMessages(services).send, sessions, keys_at)


def open_sign_in(services: Services, support: AdapterServiceParts) -> SignInService:
    """Return the sign-in for all protocols of a process."""
    return SignInService(services, support, support.sessions)
