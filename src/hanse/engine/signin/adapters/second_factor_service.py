"""The second factors of an adapter's users, for the adapter."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import structlog

from hanse.engine.local_accounts import LocalUserLookups
from hanse.engine.services import Services
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.randomness import new_id
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor

LOG = structlog.stdlib.get_logger("hanse.signin")
# Of each kind, at each adapter.
MOST_OF_A_KIND: Final = 10


class EngineSecondFactors:
    """The second factors of one adapter instance for one call; the interface is `second_factors.SecondFactors`."""

    def __init__(
        self,
        services: Services,
        snapshot: Snapshot,
        adapter: str,
        wait: Callable[[Coroutine[Any, Any, Any]], Any],
        local_user: str = "",
    ) -> None:
        """`wait` runs a coroutine on the event loop of the state, and returns its result.

        `local_user` is the local user whom this sign-in has authenticated; empty for nobody.
        """
        self._services = services
        self._snapshot = snapshot
        self._users = LocalUserLookups(services)
        self._store = services.state.second_factors
        self._adapter = adapter
        self._wait = wait
        self._local_user = local_user

    def of_user(self, user_key: str) -> Sequence[SecondFactor]:
        """Return the second factors of a user."""
        found: Sequence[SecondFactor] = self._wait(self._store.of_user(self._adapter, user_key, self._local_user))
        if self._local_user:
            return found
        # Without a password, only the current owner of the username can be meant.
        former = {each for each in {factor.local_user for factor in found} if each and self._is_former(each, user_key)}
        return [each for each in found if each.local_user not in former]

    def find(self, lookup: bytes) -> SecondFactor | None:
        """Return the second factor with this digest."""
        found: SecondFactor | None = self._wait(self._store.by_lookup(self._adapter, lookup))
        return found if found is not None and self._is_usable(found) else None

    def add(
        self,
        user_key: str,
        kind: FactorKind,
        name: str,
        secret: bytes,
        *,
        is_first: bool = False,
        counter: int = 0,
        lookup: bytes = b"",
    ) -> bool:
        """Store a second factor."""
        made = self._made(user_key, self._account(user_key), kind, name, secret, counter=counter, lookup=lookup)
        added = bool(self._wait(self._store.add(made, most=1 if is_first else MOST_OF_A_KIND)))
        if added:
            LOG.info("second factor registered", adapter=self._adapter, factor=made.id, kind=kind.value)
        return added

    def record_use(self, factor: SecondFactor, counter: int, *, must_increase: bool) -> bool:
        """Record a use."""
        if not self._is_usable(factor):
            return False
        used = self._store.record_use(factor.id, counter, self._now(), must_increase=must_increase)
        return bool(self._wait(used))

    def remove(self, factor: SecondFactor) -> bool:
        """Delete a second factor."""
        removed = self._is_usable(factor) and self._wait(self._store.remove(factor.id)) is not None
        if removed:
            LOG.info("second factor removed", adapter=self._adapter, factor=factor.id, kind=factor.kind.value)
        return removed

    def replace_recovery_codes(self, user_key: str, codes: Sequence[tuple[str, bytes]]) -> None:
        """Replace a user's recovery codes."""
        account = self._account(user_key)
        made = [self._made(user_key, account, FactorKind.RECOVERY_CODE, name, secret) for name, secret in codes]
        self._wait(self._store.replace_recovery_codes(self._adapter, user_key, made, local_user=self._local_user))
        LOG.info("recovery codes created", adapter=self._adapter)

    def _account(self, user_key: str) -> str:
        """Return the local user to whom a new second factor belongs.

        After a sign-in with a second factor alone, this is the user to whom the existing factors belong.
        """
        return self._local_user or next((each.local_user for each in self.of_user(user_key) if each.local_user), "")

    def _is_usable(self, factor: SecondFactor) -> bool:
        """Return whether a second factor belongs to no account, or to one that can sign in with it."""
        account = factor.local_user
        if not account:
            return True
        is_usable = bool(self._wait(self._users.is_active(self._snapshot, account))) and (
            account == self._local_user if self._local_user else not self._is_former(account, factor.user_key)
        )
        if not is_usable:
            LOG.info("second factor of a local user not usable", adapter=self._adapter, factor=factor.id)
        return is_usable

    def _is_former(self, local_user: str, user_key: str) -> bool:
        """Return whether the name under which a second factor was registered now belongs to another user."""
        return bool(self._wait(self._users.has_namesake(self._snapshot, local_user, user_key)))

    def _made(
        self,
        user_key: str,
        local_user: str,
        kind: FactorKind,
        name: str,
        secret: bytes,
        *,
        counter: int = 0,
        lookup: bytes = b"",
    ) -> SecondFactor:
        return SecondFactor(
            id=new_id(self._services.randomness),
            adapter=self._adapter,
            user_key=user_key,
            kind=kind,
            name=name,
            created=self._now(),
            counter=counter,
            lookup=lookup,
            secret=secret,
            local_user=local_user,
        )

    def _now(self) -> float:
        return self._services.clock.now().timestamp()
