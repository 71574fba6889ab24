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
    """One tree that is being walked, and the node that is next in it.

    A fragment knows what it is given and what happens in it, so each frame has its own sources. A frame with `adapters`
    stands for a policy that tries these in turn.
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
    """An adapter that authenticated the user in this sign-in, now or in the session that is used again."""

    adapter: str
    attributes: Attributes
    user_key: str
    auth_time: float
    amr: list[str] = []
    acr: str = ""
    from_session: bool = False
    # False for a sign-in of a session whose time is not tracked.
    tracks_time: bool = True
    # False where users only say who they are.
    proves: bool = True
    # What the adapter says of sessions.
    may_keep_session: bool = True
    shared_device: bool | None = None


class WaitingAdapter(msgspec.Struct):
    """An adapter has shown a page, and is called again with what the user sends."""

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
    # The policies that were left by Continue, or that no branch led on from; the one being walked is `frames[0]`.
    left: list[str] = []
    # Set by Restart: a session would lead the same way again.
    ignore_sessions: bool = False
    tracked: Attributes = {}
    # What selectors hand on.
    selected: dict[str, str] = {}
