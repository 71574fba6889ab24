"""The subjects of the settings of sessions: of each the resource, its samples, and how one is altered."""

from collections.abc import Callable
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.resources.authentication.session_quotas import SESSION_QUOTAS
from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS, SESSION_SETTINGS

Body = dict[str, Any]
SESSION_SUBJECTS: tuple[tuple[Resource[Any], Callable[[int], Body], Callable[[Body], Body]], ...] = (
    (
        SESSION_SETTINGS,
        lambda n: {"trackAdapterSessionsForLogout": True, "sessionRevocationLifetime": 100 + n},
        lambda b: {**b, "sessionRevocationLifetime": 99},
    ),
    (
        SESSION_QUOTAS,
        lambda n: {"enableSessionQuotas": True, "sessionQuotaBehavior": "DENY_ACCESS", "sessionLimit": n + 1},
        lambda b: {**b, "sessionQuotaBehavior": "DESTROY_IDLEST_SESSION"},
    ),
    (
        APPLICATION_SESSIONS,
        lambda n: {"idleTimeoutMins": 10 + n, "maxTimeoutMins": 500},
        lambda b: {**b, "maxTimeoutMins": -1},
    ),
    (
        AUTHENTICATION_SESSIONS,
        lambda n: {"enableSessions": True, "idleTimeoutMins": 10 + n, "maxTimeoutMins": 500},
        lambda b: {**b, "persistentSessions": True},
    ),
)
