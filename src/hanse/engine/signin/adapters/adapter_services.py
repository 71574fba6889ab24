"""Services for adapters, which run on threads, while the state is accessed from the event loop."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hanse.crypto.key_pairs import PublicKey
from hanse.crypto.xml.anchored_trust import AnchoredTrust, SignerNames
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import HttpSettings
from hanse.engine.anchored_signers import anchored_trust
from hanse.engine.credentials import PasswordChecks
from hanse.engine.keys.key_material import NoSuchKey
from hanse.engine.services import Services
from hanse.engine.signin.adapters.keyed_locks import KeyedLocks
from hanse.engine.signin.adapters.second_factor_service import EngineSecondFactors
from hanse.engine.signin.adapters.user_keys import user_key_of
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.authentication_sources import find_source
from hanse.engine.snapshot.kerberos_tickets import KERBEROS_TICKETS
from hanse.engine.snapshot.model import PublishedIssuer, Snapshot
from hanse.engine.state.contracts import OneTimeKind, digest
from hanse.engine.stored_artifacts import ArtifactRecipient, ArtifactRecipientRole, StoredArtifacts
from hanse.engine.thread_calls import wait_for
from hanse.kit.errors import Unavailable
from hanse.kit.texts.locale_choice import DEFAULT_LOCALE
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.contracts.second_factors import SecondFactors
from hanse.plugins.contracts.users import AttributeValue, CredentialResult, UserRecord
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.profile import PageText

T = TypeVar("T")
# Returns the keys of another server by the address of its key set, the algorithm and the key id. Raises Unavailable.
KeysAt = Callable[[str, str, str | None], Coroutine[Any, Any, Sequence[PublicKey]]]


@dataclass(frozen=True)
class AdapterServiceParts:
    """The parts of the services of adapters. `send` returns at once."""

    services: Services
    credentials: PasswordChecks
    # Snapshot, publisher, recipient, template and values.
    send: Callable[[Snapshot, str, str, str, Mapping[str, str]], Coroutine[Any, Any, bool]]

    sessions: SsoSessions
    keys_at: KeysAt
    turns: KeyedLocks = field(default_factory=KeyedLocks)


class EngineAdapterServices:
    """The services of one adapter instance for one call; the interface is `AdapterServices`."""

    def __init__(
        self,
        support: AdapterServiceParts,
        snapshot: Snapshot,
        adapter: str,
        loop: asyncio.AbstractEventLoop,
        locale: str = DEFAULT_LOCALE,
        issuer: PublishedIssuer | None = None,
        local_user: str = "",
    ) -> None:
        """`loop` is the event loop of the state, `locale` the user's language; `issuer` has the keys to sign with.

        `local_user` is the local user whom this sign-in has authenticated; empty for nobody.
        """
        self._issuer = issuer
        self._support = support
        self._services = support.services
        self._credentials = support.credentials
        self._snapshot = snapshot
        self._adapter = adapter
        self._loop = loop
        self.digests = support.services.passwords
        self.randomness = support.services.randomness
        self.second_factors: SecondFactors = EngineSecondFactors(
            support.services, snapshot, adapter, self._wait, local_user
        )
        self._locale = locale
        instance = find_source(snapshot, adapter)
        # The local identity profile of the adapter.
        self._profile: str = "" if instance is None else getattr(instance.plugin, "local_profile", "")

    def check_password(self, validator: str, username: str, password: str) -> CredentialResult:
        """Return a validator's result."""
        return self._credentials.check(self._snapshot, validator, username, password, self._profile)

    def can_change_passwords(self, validator: str) -> bool:
        """Return whether a validator can change what it checks."""
        return self._credentials.manages(self._snapshot, validator)

    def change_password(self, validator: str, username: str, old: str, new: str) -> str | None:
        """Change a password."""
        manager, services = self._credentials.manager(self._snapshot, validator, self._profile)
        return self._shown(manager.change_password(username, old, new, services))

    def reset_password(self, validator: str, username: str, new: str) -> str | None:
        """Set a password without the old one."""
        manager, services = self._credentials.manager(self._snapshot, validator, self._profile)
        return self._shown(manager.reset_password(username, new, services))

    def find_user(self, validator: str, username: str) -> UserRecord | None:
        """Return a validator's record of a user."""
        manager, services = self._credentials.manager(self._snapshot, validator, self._profile)
        return manager.find_user(username, services)

    def find_users_by_email(self, validator: str, email: str) -> Sequence[UserRecord]:
        """Return the users with this address."""
        manager, services = self._credentials.manager(self._snapshot, validator, self._profile)
        return manager.find_users_by_email(email, services)

    def unlock(self, validator: str, username: str) -> bool:
        """Unlock an account."""
        manager, services = self._credentials.manager(self._snapshot, validator, self._profile)
        return manager.unlock(username, services)

    def local_accounts(self, validator: str) -> LocalAccounts | None:
        """Return the accounts of the adapter's profile if the validator's users are those of the profile."""
        return self._credentials.accounts(self._snapshot, validator, self._profile)

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message to a user."""
        return self._wait(self._support.send(self._snapshot, publisher, to, template, values))

    def failures(self, key: str) -> tuple[int, float]:
        """Return the number of failures of a key, and for how many more seconds it is locked."""
        now = self._now()
        found = self._wait(self._services.state.throttle.read_failures(self._key(key), now))
        return found.count, max(0.0, found.locked_until - now)

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        """Count one failure."""
        now = self._now()
        found = self._wait(
            self._services.state.throttle.fail(
                self._key(key), now, window_seconds=lock_seconds, limit=limit, lock_seconds=lock_seconds
            )
        )
        return found.count, max(0.0, found.locked_until - now)

    def clear_failures(self, key: str) -> None:
        """Forget failures."""
        self._wait(self._services.state.throttle.clear(self._key(key)))

    def one_at_a_time(self, key: str) -> AbstractContextManager[bool]:
        """Wait until nobody else of this process has entered for a key."""
        return self._support.turns.of(f"{self._adapter}\0{key}")

    def put_one_time(self, key: str, value: str, seconds: float) -> None:
        """Store a value that works once."""
        values = self._services.state.one_time
        expires = self._now() + seconds
        self._wait(values.put(OneTimeKind.PASSWORD_RESET, self._key(key), value.encode(), expires))

    def take_one_time(self, key: str) -> str | None:
        """Return a value once."""
        values = self._services.state.one_time
        found = self._wait(values.take(OneTimeKind.PASSWORD_RESET, self._key(key), self._now()))
        return None if found is None else found.decode()

    def store_artifact(self, partner: str, server: str, message: bytes, seconds: float) -> str:
        """Store a message for an identity provider, and return its artifact."""
        recipient = ArtifactRecipient(ArtifactRecipientRole.IDENTITY_PROVIDER, partner)
        return self._wait(StoredArtifacts(self._services).store(recipient, server, message, seconds))

    def claim(self, key: str, seconds: float) -> bool:
        """Remember a value; False if it was remembered already."""
        now = self._now()
        return self._wait(
            self._services.state.one_time.claim(OneTimeKind.ADAPTER_CODE, self._key(key), now + seconds, now)
        )

    def random_text(self, length: int, alphabet: str) -> str:
        """Return an unpredictable text of equally likely characters."""
        found: list[str] = []
        # Octets at or above the largest multiple of the alphabet's length are dropped.
        limit = 256 - 256 % len(alphabet)
        while len(found) < length:
            octets = self._services.randomness.token_bytes(2 * length)
            found += [alphabet[each % len(alphabet)] for each in octets if each < limit]
        return "".join(found[:length])

    def end_sessions(self, attributes: Mapping[str, AttributeValue], local_user: str = "") -> None:
        """End the sessions of a user."""
        if local_user:
            self._wait(self._support.sessions.end_of_local_user(self._snapshot, local_user))
        user_key = user_key_of(self._snapshot, self._adapter, attributes)
        self._wait(self._support.sessions.end_all(self._snapshot, user_key))

    def http(self, settings: HttpSettings) -> HttpSender:
        """Return the client for a service."""
        return self._services.ports.get(DataStoreClients).http(settings)

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        """Return the keys at an address that may have signed a token."""
        return self._wait(self._support.keys_at(url, algorithm, key_id))

    def anchored_trust(self, names: SignerNames) -> AnchoredTrust:
        """Return the trust in certificates that the trusted CAs have issued for these names."""
        return anchored_trust(self._services, self._snapshot, names, self._loop)

    def user_of_ticket(self, realm: str, token: bytes) -> tuple[str, str]:
        """Return the realm and the user of a Kerberos ticket."""
        found = self._snapshot.part(KERBEROS_TICKETS).get(realm)
        if found is None:
            raise Unavailable("The domain or realm is not usable.")
        return found.realm, found.user_of(token, self._now())

    def sign(self, algorithm: str, claims: Mapping[str, Any], media_type: str = "JWT") -> str:
        """Return claims as a JWT that is signed with a key of the issuer."""
        try:
            if self._issuer is not None:
                return self._issuer.sign(algorithm, claims, {"typ": media_type})
        except NoSuchKey as error:
            raise Unavailable(str(error)) from error
        raise Unavailable("There is no issuer whose keys could sign.")

    def _shown(self, refusal: str | None) -> str | None:
        if isinstance(refusal, PageText):
            return self._services.pages.text(self._locale, refusal, **refusal.values)
        return refusal

    def _key(self, key: str) -> bytes:
        return digest(f"{self._adapter}\0{key}")

    def _now(self) -> float:
        return self._services.clock.now().timestamp()

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return wait_for(coroutine, self._loop)
