"""The position of a user in the policies, which a flow stores between two pages."""

from typing import Any

import msgspec

from hanse.engine.signin.contracts import Value

Attributes = dict[str, Value]


class KnownSource(msgspec.Struct):
    """The attributes of one source that the user passed in a tree: `ADAPTER` or `FRAGMENT`, and its id."""

    type: str
    id: str
    attributes: Attributes


class TreePosition(msgspec.Struct):
    """A tree in evaluation, and its next node.

    A fragment can use only its inputs and its own nodes, so each frame has its own sources. A frame with `adapters`
    represents a policy that tries these in turn.
    """

    id: str
    digest: str
    node: int = 0
    is_fragment: bool = False
    adapters: list[str] = []
    inputs: Attributes = {}
    # The nearest source first.
    known: list[KnownSource] = []


class PassedAdapter(msgspec.Struct):
    """An adapter that authenticated the user in this sign-in, now or in a reused session."""

    adapter: str
    attributes: Attributes
    user_key: str
    # Time of the authentication, which may have been earlier at another server.
    auth_time: float
    # Time of the sign-in here, from which a session's lifetime is measured; 0 if it is that of the authentication.
    started: float = 0.0
    # The user's session at another server, and the user's SAML name identifier there.
    remote_session: str = ""
    remote_subject: str = ""
    # The virtual server ID for which that server has authenticated the user; empty for the server's own entity ID.
    virtual_id: str = ""
    # The text with which the adapter signs the user out there.
    logout_hint: str = ""
    amr: list[str] = []
    acr: str = ""
    from_session: bool = False
    # False for a session that does not record the time of the sign-in.
    tracks_time: bool = True
    # False if users only enter a name there.
    proves: bool = True
    # The adapter's own session settings.
    may_keep_session: bool = True
    shared_device: bool | None = None
    # The ID of the user in a local identity profile; empty for other users.
    local_user: str = ""


class WaitingAdapter(msgspec.Struct):
    """An adapter that has shown a page, and is called again with the user's input."""

    adapter: str
    state: dict[str, Any] = {}


class PolicyPosition(msgspec.Struct):
    """Everything that the runner remembers."""

    frames: list[TreePosition] = []
    passed: list[PassedAdapter] = []
    waiting: WaitingAdapter | None = None
    # The adapters that the user is asked to choose from.
    choice: list[str] = []
    restarts: int = 0
    # The policies that were left by Continue, or without a matching branch; the current one is `frames[0]`.
    left: list[str] = []
    # Set by Restart: a session would lead to the same result again.
    ignore_sessions: bool = False
    tracked: Attributes = {}
    # The authentication context class that a selector of the current policy has chosen.
    context: str = ""
    overrides_context: bool = False

    @property
    def local_user(self) -> str:
        """The ID of the local user who has signed in; empty for nobody."""
        return next((each.local_user for each in reversed(self.passed) if each.local_user and each.proves), "")

    def leave_policy(self) -> None:
        """Leave the current policy, so that the next one that applies is tried."""
        self.left.append(self.frames[0].id)
        self.frames.clear()
        self.context = ""

    def restart(self) -> None:
        """Return to the first policy. The position is changed in place, because the flow holds it."""
        self.frames, self.passed, self.left, self.choice, self.waiting = [], [], [], [], None
        self.context = ""
        self.restarts += 1
        self.ignore_sessions = True

    def acr(self, reported: str) -> str:
        """Return the authentication context class of the sign-in; `reported` is that of the adapter, or empty."""
        return self.context if self.context and (self.overrides_context or not reported) else reported
