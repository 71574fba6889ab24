"""A server on which strangers can register."""

from collections.abc import Iterator
from typing import Any

import pytest

from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.system.authorization_server import COMMON_SCOPES
from tests.engine.signin.local_identities.community import Community, opened_community
from tests.engine.signin.site import SignInSite
from tests.support.access_tokens import manager
from tests.support.clients import client
from tests.support.configurations import replace
from tests.support.mail import mailbox
from tests.support.mappings import from_source


@pytest.fixture
def community(site: SignInSite) -> Iterator[Community]:
    with mailbox() as box:
        yield opened_community(site, box)


@pytest.fixture
def token_members(community: Community) -> Community:
    """Ada and Bob have registered; sessions and reference tokens are on."""
    site = community.site
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True})
    site.add(MANAGERS, manager(0, "sub"))
    mapping: dict[str, Any] = {
        "context": {"type": "IDP_ADAPTER", "contextRef": {"id": "adapter-0"}},
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"sub": from_source("ADAPTER", "username", "adapter-0")},
    }
    site.add(ACCESS_TOKEN_MAPPINGS, mapping)
    site.add(COMMON_SCOPES, {"name": "read", "description": "May read"})
    site.engine.save(MANAGER_SETTINGS, {"defaultAccessTokenManagerRef": {"id": "manager-0"}})
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", client("web", bypassApprovalPage=True))
    site.engine.caught_up()
    for name in ("ada", "bob"):
        community.register(community.visitor(), name)
    return community
