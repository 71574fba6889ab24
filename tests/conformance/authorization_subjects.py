"""Subjects of the authorization server: scopes, issuers and its settings, with the documents that each needs."""

from collections.abc import Callable
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.resources.system.authorization_server import (
    COMMON_GROUPS,
    COMMON_SCOPES,
    EXCLUSIVE_GROUPS,
    EXCLUSIVE_SCOPES,
)
from hanse.resources.system.authorization_server import SETTINGS as AUTHORIZATION_SERVER
from hanse.resources.system.virtual_issuers import VIRTUAL_ISSUERS

Body = dict[str, Any]

AUTHORIZATION_SUBJECTS: tuple[
    tuple[Resource[Any], Callable[[int], Body], Callable[[Body], Body], tuple[tuple[Resource[Any], Body], ...]], ...
] = (
    (
        COMMON_SCOPES,
        lambda n: {"name": f"https://scope.example/{n}", "description": "Reads accounts"},
        lambda b: {**b, "description": "Reads all accounts"},
        (),
    ),
    (
        EXCLUSIVE_SCOPES,
        lambda n: {"name": f"payment-{n}:*", "description": "Pays", "dynamic": True},
        lambda b: {**b, "description": "Pays once"},
        (),
    ),
    (
        COMMON_GROUPS,
        lambda n: {"name": f"group-{n}", "description": "Several", "scopes": ["openid", "read", "write"]},
        lambda b: {**b, "scopes": ["write"]},
        tuple((COMMON_SCOPES, {"name": name, "description": name}) for name in ("read", "write")),
    ),
    (
        EXCLUSIVE_GROUPS,
        lambda n: {"name": f"group-{n}", "description": "Several", "scopes": ["pay", "repay"]},
        lambda b: {**b, "scopes": ["pay"]},
        tuple((EXCLUSIVE_SCOPES, {"name": name, "description": name}) for name in ("pay", "repay")),
    ),
    (
        AUTHORIZATION_SERVER,
        lambda n: {"defaultScopeDescription": f"Basic access {n}"},
        lambda b: {**b, "defaultScopeDescription": "Altered"},
        (),
    ),
    (
        VIRTUAL_ISSUERS,
        lambda n: {"id": f"issuer-{n}", "name": f"Issuer {n}", "host": f"host-{n}.example.com", "path": "/kontor"},
        lambda b: {**b, "path": "/other"},
        (),
    ),
)
