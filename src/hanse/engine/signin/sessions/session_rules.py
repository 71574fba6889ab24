"""Selection of the session settings for an adapter's sign-in: session policies, or the adapter's own settings."""

from dataclasses import dataclass
from math import inf
from typing import Final

from hanse.engine.snapshot.authentication_sources import base_key, find_source, is_overridden, source_key
from hanse.engine.snapshot.configuration_parts import GLOBAL_SESSION_POLICY, SOURCE_SESSION_POLICIES
from hanse.engine.snapshot.model import Snapshot
from hanse.plugins.contracts.adapter_sessions import AdapterSession
from hanse.resources.authentication.source_sessions import AuthenticationSessionPolicy, UserDeviceType

_MINUTE: Final = 60.0


@dataclass(frozen=True)
class SessionRule:
    """Lifetime of an adapter's sign-in. `key` identifies it in the session."""

    key: str
    idle_seconds: float
    maximum_seconds: float
    persistent: bool = False
    context_sensitive: bool = False
    device: UserDeviceType = UserDeviceType.ANY
    # False if the time of the sign-in must not be reported.
    tracks_time: bool = True

    def allows(self, shared_device: bool | None) -> bool:
        """Return whether a session may be kept on a device, given the user's answer about it; None if nobody asked."""
        if shared_device is None or self.device is UserDeviceType.ANY:
            return True
        return shared_device is (self.device is UserDeviceType.SHARED)

    def ends(self, since: float, used: float) -> float:
        """Return when a sign-in ends that was used at a given time, in seconds since the epoch."""
        return min(since + self.maximum_seconds, used + self.idle_seconds)


def session_rule(snapshot: Snapshot, adapter: str) -> SessionRule | None:
    """Return the rule for an adapter's sign-in; None if it is not kept at all.

    A policy for the adapter takes precedence over the one for all. If neither enables sessions, the adapter's own
    settings apply.
    """
    own_policy = _policy_of(snapshot, adapter)
    everywhere = snapshot.part(GLOBAL_SESSION_POLICY)
    instance = find_source(snapshot, adapter)
    plugin = None if instance is None else instance.plugin
    tracks_time = getattr(plugin, "tracks_time", True)
    if own_policy is not None and own_policy.enable_sessions:
        # A time that the policy does not set is the global policy's.
        idle_mins, max_mins = own_policy.idle_timeout_mins, own_policy.max_timeout_mins
        idle, maximum = timeouts_in_seconds(
            everywhere.idle_timeout_mins if idle_mins is None else idle_mins,
            everywhere.max_timeout_mins if max_mins is None else max_mins,
        )
        return SessionRule(
            adapter,
            idle,
            maximum,
            own_policy.persistent,
            own_policy.authn_context_sensitive,
            own_policy.user_device_type,
            tracks_time,
        )
    if own_policy is None and everywhere.enable_sessions:
        idle, maximum = timeouts_in_seconds(everywhere.idle_timeout_mins, everywhere.max_timeout_mins)
        return SessionRule(adapter, idle, maximum, everywhere.persistent_sessions, tracks_time=tracks_time)
    own = getattr(plugin, "own_session", None)
    if not isinstance(own, AdapterSession):
        return None
    # An overridden adapter shares its session with no other one.
    key = f"group:{own.group}" if own.group and not is_overridden(adapter) else adapter
    return SessionRule(key, own.idle_seconds, own.maximum_seconds, tracks_time=tracks_time)


def proves(snapshot: Snapshot, adapter: str) -> bool:
    """Return whether an adapter authenticates users, rather than only asking for a name."""
    instance = find_source(snapshot, adapter)
    return instance is not None and not getattr(instance.plugin, "identifies_only", False)


def _policy_of(snapshot: Snapshot, adapter: str) -> AuthenticationSessionPolicy | None:
    policies, key = snapshot.part(SOURCE_SESSION_POLICIES).values(), base_key(adapter)
    return next((each for each in policies if source_key(each.authentication_source) == key), None)


def timeouts_in_seconds(idle: int, maximum: int) -> tuple[float, float]:
    """Return the idle and the maximum time in seconds. They are given in minutes; -1 means no limit."""
    return (inf if idle < 0 else idle * _MINUTE), (inf if maximum < 0 else maximum * _MINUTE)
