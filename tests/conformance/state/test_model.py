"""Any sequence of operations on codes, grants and refresh tokens has the same results in a store and in a model."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from hanse.engine.state.contracts import Grant, RedeemedCode, RefreshToken, digest
from hanse.engine.state.store import StoredState
from tests.conformance.state.example_rows import NOW, grant, refresh

T = TypeVar("T")
DAY = 24 * 3600.0
REMEMBERED = 600.0
NAMES = st.integers(0, 3)
USERS = st.sampled_from(["ada", "bob"])
_examples = count()


@dataclass
class Model:
    """The expected content of a store: grants by id, and tokens and codes by name."""

    grants: dict[str, Grant] = field(default_factory=dict)
    tokens: dict[str, RefreshToken] = field(default_factory=dict)
    codes: dict[str, tuple[float, str | None]] = field(default_factory=dict)

    def active_grant(self, id_: str, now: float) -> Grant | None:
        found = self.grants.get(id_)
        if found is None or (found.expires is not None and found.expires <= now):
            return None
        return None if found.idle_seconds is not None and found.updated + found.idle_seconds <= now else found

    def use(self, id_: str, now: float) -> bool:
        found = self.active_grant(id_, now)
        if found is not None:
            self.grants[id_] = replace(found, updated=now)
        return found is not None

    def revoke(self, id_: str) -> None:
        self.grants.pop(id_, None)
        self.tokens = {name: token for name, token in self.tokens.items() if token.grant_id != id_}


class Machine(RuleBasedStateMachine):
    """Does the same to a store and to the model. The examples share a database, so each uses names of its own."""

    state: StoredState
    runner: asyncio.Runner

    @initialize()
    def begin(self) -> None:
        self.prefix = f"e{next(_examples)}"
        self.now = NOW
        self.model = Model()
        self.made = count()

    def run(self, operation: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(operation)

    def new_token(self, grant_id: str) -> tuple[str, RefreshToken]:
        name = f"{self.prefix}-t{next(self.made)}"
        return name, replace(refresh(name, grant_id), issued=self.now)

    def new_grant(self, number: int, user: str, expires: float | None, idle: float | None) -> Grant:
        return grant(
            f"{self.prefix}-g{number}",
            user_key=f"{self.prefix}-{user}",
            issued=self.now,
            updated=self.now,
            expires=None if expires is None else self.now + expires,
            idle_seconds=idle,
        )

    @rule(seconds=st.sampled_from([1.0, 30.0, 400.0, 2000.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule(number=NAMES, lifetime=st.sampled_from([60.0, 3600.0]))
    def a_code_is_issued(self, number: int, lifetime: float) -> None:
        name = f"{self.prefix}-c{number}-{next(self.made)}"
        self.run(self.state.grants.put_code(digest(name), name.encode(), self.now + lifetime))
        self.model.codes[name] = (self.now + lifetime, None)

    @rule(
        data=st.data(),
        number=NAMES,
        user=USERS,
        expires=st.none() | st.just(1000.0),
        idle=st.none() | st.just(300.0),
        offline=st.booleans(),
    )
    def a_code_is_redeemed(
        self, data: st.DataObject, number: int, user: str, expires: float | None, idle: float | None, offline: bool
    ) -> None:
        name = data.draw(st.sampled_from([*self.model.codes, "unknown"]))
        made = self.new_grant(number, user, expires, idle)
        known = self.model.grants.get(made.id)
        if known is not None:
            # The grant exists already and keeps its user and the time of its first issue.
            made = replace(made, user_key=known.user_key, issued=known.issued)
        token_name, token = self.new_token(made.id)
        ends, used_by = self.model.codes.get(name, (0.0, "unknown"))
        works = used_by is None and ends > self.now
        token_given = token if offline else None
        assert self.run(self.state.grants.redeem_code(digest(name), made, token_given, self.now)) == works
        if works:
            self.model.codes[name] = (max(ends, self.now + REMEMBERED), made.id)
            self.model.grants[made.id] = made
            if offline:
                self.model.tokens[token_name] = token

    @rule(data=st.data())
    def a_token_is_rotated(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from([*self.model.tokens, "unknown"]))
        old = self.model.tokens.get(name)
        new_name, new = self.new_token(old.grant_id if old else "unknown")
        works = old is not None and old.replaced is None and self.model.use(old.grant_id, self.now)
        assert self.run(self.state.grants.rotate(digest(name), new, self.now)) == works
        if works and old is not None:
            self.model.tokens[name] = replace(old, replaced=self.now)
            self.model.tokens[new_name] = new

    @rule(number=NAMES)
    def a_token_is_added(self, number: int) -> None:
        name, token = self.new_token(f"{self.prefix}-g{number}")
        works = self.model.use(token.grant_id, self.now)
        assert self.run(self.state.grants.add_refresh_token(token, self.now)) == works
        if works:
            self.model.tokens[name] = token

    @rule(number=NAMES)
    def a_grant_is_used(self, number: int) -> None:
        id_ = f"{self.prefix}-g{number}"
        self.run(self.state.grants.used(id_, self.now))
        self.model.use(id_, self.now)

    @rule(number=NAMES)
    def a_grant_is_revoked(self, number: int) -> None:
        id_ = f"{self.prefix}-g{number}"
        was = self.model.active_grant(id_, self.now) is not None
        assert self.run(self.state.grants.revoke(id_, self.now)) == was
        self.model.revoke(id_)

    @rule(user=USERS)
    def all_grants_of_a_user_are_revoked(self, user: str) -> None:
        user_key = f"{self.prefix}-{user}"
        fitting = [id_ for id_, each in self.model.grants.items() if each.user_key == user_key]
        were = sum(self.model.active_grant(id_, self.now) is not None for id_ in fitting)
        assert self.run(self.state.grants.revoke_all(self.now, user_key=user_key)) == were
        for id_ in fitting:
            self.model.revoke(id_)

    @rule()
    def the_state_is_swept(self) -> None:
        self.run(self.state.sweep(self.now))
        for id_ in [id_ for id_ in self.model.grants if self.model.active_grant(id_, self.now) is None]:
            self.model.revoke(id_)

    @invariant()
    def the_store_has_the_content_of_the_model(self) -> None:
        for name, (ends, used_by) in self.model.codes.items():
            expected = None if ends <= self.now else RedeemedCode(used_by) if used_by else name.encode()
            assert self.run(self.state.grants.peek_code(digest(name), self.now)) == expected
        for name, token in self.model.tokens.items():
            held = self.model.active_grant(token.grant_id, self.now)
            found = self.run(self.state.grants.by_refresh_token(digest(name), self.now))
            assert found == (None if held is None else (held, token))
        for user in ("ada", "bob"):
            user_key = f"{self.prefix}-{user}"
            kept = [self.model.active_grant(id_, self.now) for id_ in sorted(self.model.grants)]
            page = self.run(self.state.grants.page(self.now, user_key=user_key))
            assert page.items == tuple(each for each in kept if each is not None and each.user_key == user_key)


def test_a_store_behaves_like_the_model(state: StoredState) -> None:
    with asyncio.Runner() as runner:
        machine = type("BoundMachine", (Machine,), {"state": state, "runner": runner})
        run_state_machine_as_test(machine, settings=settings(max_examples=12, stateful_step_count=25))
