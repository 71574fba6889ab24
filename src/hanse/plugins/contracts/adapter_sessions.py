"""The settings of IdP adapters for sessions and for logout."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class AdapterSession:
    """The adapter's own session settings, which apply whatever the session policies are.

    Adapters with the same `group` share the session; it is empty if each has its own.
    """

    group: str = ""
    idle_seconds: float
    maximum_seconds: float


@dataclass(frozen=True, kw_only=True)
class AdapterLogout:
    """An address of this server, below `/ext`, at which users of an adapter sign out.

    They are then redirected to `redirect`, or see the page of a template.
    """

    path: str
    redirect: str = ""
    template: str = ""
