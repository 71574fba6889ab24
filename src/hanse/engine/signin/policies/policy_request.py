"""One request of a sign-in, and its input for the policy runner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hanse.engine.http.answers import Header
from hanse.engine.http.request import Request
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.policies.position import PassedAdapter, PolicyPosition, TreePosition
from hanse.engine.signin.policies.trace import Trace
from hanse.engine.snapshot.authentication_sources import key_for_connection
from hanse.plugins.contracts.adapters import ConsentRequest, Failure, Redirect, ShowPage


@dataclass
class PolicyRequest:
    """One request of a sign-in. `form` is the user's input, and None at the start."""

    request: Request
    wanted: SignInRequest
    position: PolicyPosition
    form: Mapping[str, str] | None
    # Returns the browser's session at an adapter, if it may be used for this request.
    session: Callable[[str], PassedAdapter | None]
    # The absolute address at which the flow continues.
    resume_url: str = ""
    flow_id: str = ""
    # The consent that an adapter should request from the user after the sign-in.
    consent: ConsentRequest | None = None
    # Cookies of adapters, which the answer sets.
    cookies: list[Header] = field(default_factory=list)
    # The error message of the provider at which the sign-in failed last, if it is passed on.
    provider_message: str = ""
    # Records the steps of a dry run.
    trace: Trace = field(default_factory=Trace)

    def key_of(self, source: str) -> str:
        """Return the key of a source, whose settings the SP connection of the request may override."""
        return key_for_connection(self.request.snapshot, source, self.wanted.connection)


@dataclass(frozen=True)
class UserId:
    """The user as an earlier step of the policy or the application knows them."""

    text: str = ""
    is_authenticated: bool = False
    is_mapped: bool = False

    def is_same(self, passed: PassedAdapter) -> bool:
        """Return whether a session belongs to the user whom an earlier step named."""
        texts = [value for value in passed.attributes.values() if isinstance(value, str)]
        return any(self.text.casefold() == each.casefold() for each in (passed.user_key, *texts))


class AdapterCaller(Protocol):
    """Calls adapters; implemented by `signin.adapters.adapter_calls`."""

    async def call(
        self, turn: PolicyRequest, adapter: str, user: UserId, known: TreePosition
    ) -> ShowPage | Redirect | PassedAdapter | Failure:
        """Begin with an adapter, or continue it if `turn.form` is given."""
        ...


class PoliciesChanged(Exception):
    """The policies of the position have changed in the meantime."""
