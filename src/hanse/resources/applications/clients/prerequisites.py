"""The configuration that a client's grant types require, and which part of it is missing.

The rules follow the engine: `engine.oauth.access_tokens` selects the access token manager and its mapping,
`engine.oauth.grant_mapping` determines the owner of a grant, and `engine.signin.policies` selects the way users sign
in. Only numbers, references and single documents are read, because a server may have thousands of each.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from hanse import handles
from hanse.config.declare.ui.declaration import Prerequisite
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery, MemberCondition, StoredDocument
from hanse.kit.texts.messages import message
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS, ContextType
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.clients.secret_length import least_secret_octets
from hanse.resources.applications.clients.sign_in_sources import (
    ENABLED,
    only,
    only_validator,
    password_context,
    reached_contracts,
    user_context,
)
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.applications.token_exchange.processor_policies import TOKEN_EXCHANGE_SETTINGS
from hanse.resources.grants import GrantType

_OPENID = "openid"
# Grant types that require users to sign in at this server.
_SIGN_IN = frozenset({GrantType.AUTHORIZATION_CODE, GrantType.IMPLICIT, GrantType.DEVICE_CODE, GrantType.CIBA})
# Grant types that issue access tokens without a sign-in at this server.
_WITHOUT_SIGN_IN = frozenset(
    {GrantType.CLIENT_CREDENTIALS, GrantType.RESOURCE_OWNER_CREDENTIALS, GrantType.TOKEN_EXCHANGE}
)
_USER_CONTEXTS = (
    ContextType.AUTHENTICATION_POLICY_CONTRACT,
    ContextType.IDP_ADAPTER,
    ContextType.IDP_CONNECTION,
)
Body = Mapping[str, Any]


def missing_for_client(view: View, body: Body) -> Iterator[Prerequisite]:
    """Yield the parts of the configuration that a client's grant types require and that are missing."""
    yield from _short_secret(view, body)
    grants = frozenset(body.get("grantTypes") or ())
    signs_in = not grants.isdisjoint(_SIGN_IN)
    if not signs_in and grants.isdisjoint(_WITHOUT_SIGN_IN):
        return
    manager_id = _manager_id(view, body)
    manager = None if manager_id is None else view.find(MANAGERS, manager_id)
    yield from _manager_missing(view, body, manager)
    if manager is not None:
        yield from _mappings_missing(view, manager, grants, signs_in=signs_in)
    if GrantType.TOKEN_EXCHANGE in grants:
        yield from _exchange_missing(view, body, manager)
    if signs_in:
        yield from _sign_in_missing(view)
        if _receives_id_tokens(view, grants):
            yield from _openid_missing(view, body, manager)
    if GrantType.CIBA in grants:
        yield from _request_policy_missing(view, body)
    if GrantType.RESOURCE_OWNER_CREDENTIALS in grants and not view.count(handles.CREDENTIALS_GRANT_MAPPINGS):
        text = message("No grant mapping covers users whose passwords the client sends.")
        values = {"id": validator} if (validator := only_validator(view)) else {}
        yield Prerequisite(text, handles.CREDENTIALS_GRANT_MAPPINGS, values=values)


def _receives_id_tokens(view: View, grants: frozenset[Any]) -> bool:
    """Return whether an ID token can be issued. The settings decide it for clients that use only device codes."""
    if grants.isdisjoint(_SIGN_IN - {GrantType.DEVICE_CODE}):
        settings = view.singleton(handles.AUTHORIZATION_SERVER)
        return bool(settings.return_id_token_on_open_id_with_device_authz_grant)
    return True


def _manager_id(view: View, body: Body) -> str | None:
    own = (body.get("defaultAccessTokenManagerRef") or {}).get("id")
    default = view.singleton(MANAGER_SETTINGS).default_access_token_manager_ref
    return own or (default.id if default is not None else None)


def _manager_missing(view: View, body: Body, manager: StoredDocument | None) -> Iterator[Prerequisite]:
    if manager is None and not view.count(MANAGERS):
        yield Prerequisite(message("There is no access token manager to issue tokens."), MANAGERS)
    elif manager is None:
        text = message("The client has no access token manager, and none is the default.")
        yield Prerequisite(text, MANAGERS, adds=False)
    else:
        access = manager.body.get("accessControlSettings") or {}
        allowed = {each["id"] for each in access.get("allowedClients") or ()}
        if access.get("restrictClients") and body.get("clientId") not in allowed:
            text = message("The access token manager {name} does not allow this client.", name=manager.body["name"])
            yield Prerequisite(text, MANAGERS, adds=False, item=manager.id)


def _mappings_missing(
    view: View, manager: StoredDocument, grants: frozenset[Any], *, signs_in: bool
) -> Iterator[Prerequisite]:
    def is_mapped(*contexts: ContextType) -> bool:
        return any(_is_mapped(view, manager.id, each) for each in (ContextType.DEFAULT, *contexts))

    name, own = manager.body["name"], {"accessTokenManagerRef": manager.id}
    if signs_in and not is_mapped(*_USER_CONTEXTS):
        text = message("No access token mapping covers users who sign in, for the manager {name}.", name=name)
        yield Prerequisite(text, ACCESS_TOKEN_MAPPINGS, values={**user_context(view), **own})
    if GrantType.RESOURCE_OWNER_CREDENTIALS in grants and not is_mapped(ContextType.PCV):
        text = message(
            "No access token mapping covers passwords that the client sends, for the manager {name}.", name=name
        )
        yield Prerequisite(text, ACCESS_TOKEN_MAPPINGS, values={**password_context(view), **own})
    if GrantType.CLIENT_CREDENTIALS in grants and not is_mapped(ContextType.CLIENT_CREDENTIALS):
        text = message("No access token mapping covers client credentials, for the manager {name}.", name=name)
        context = {"context.type": ContextType.CLIENT_CREDENTIALS.value}
        yield Prerequisite(text, ACCESS_TOKEN_MAPPINGS, values={**context, **own})


def _exchange_missing(view: View, body: Body, manager: StoredDocument | None) -> Iterator[Prerequisite]:
    own = (body.get("tokenExchangeProcessorPolicyRef") or {}).get("id")
    default = view.singleton(TOKEN_EXCHANGE_SETTINGS).default_processor_policy_ref
    policy = own or (default.id if default is not None else None)
    if policy is None:
        there_is_one = bool(view.count(handles.TOKEN_EXCHANGE_POLICIES))
        text = message("The client has no token exchange processor policy, and none is the default.")
        yield Prerequisite(text, handles.TOKEN_EXCHANGE_POLICIES, adds=not there_is_one)
    contexts = (ContextType.DEFAULT, ContextType.TOKEN_EXCHANGE_PROCESSOR_POLICY)
    if manager is not None and not any(_is_mapped(view, manager.id, each) for each in contexts):
        name = manager.body["name"]
        text = message("No access token mapping covers token exchange, for the manager {name}.", name=name)
        context = {"context.type": ContextType.TOKEN_EXCHANGE_PROCESSOR_POLICY.value}
        chosen = {} if policy is None else {"context.contextRef": policy}
        yield Prerequisite(
            text, ACCESS_TOKEN_MAPPINGS, values={**context, **chosen, "accessTokenManagerRef": manager.id}
        )


def _is_mapped(view: View, manager_id: str, context: ContextType) -> bool:
    conditions = (
        MemberCondition("accessTokenManagerRef.id", manager_id),
        MemberCondition("context.type", context.value),
    )
    return bool(view.list(ACCESS_TOKEN_MAPPINGS, ListQuery(number_per_page=1, conditions=conditions)).items)


def _sign_in_missing(view: View) -> Iterator[Prerequisite]:
    """Return the configuration that is missing for users to sign in, with a single adapter or with a policy."""
    if view.count(handles.ADAPTER_GRANT_MAPPINGS):
        return
    is_enabled = ListQuery(number_per_page=1, conditions=(ENABLED,))
    if not view.count(handles.POLICIES):
        yield Prerequisite(message("There is no authentication policy by which users sign in."), handles.POLICIES)
    elif not view.list(handles.POLICIES, is_enabled).items:
        yield Prerequisite(message("Every authentication policy is disabled."), handles.POLICIES, adds=False)
    elif not view.singleton(handles.POLICY_SETTINGS).enable_idp_authn_selection:
        yield Prerequisite(message("IdP authentication policies are disabled."), handles.POLICY_SETTINGS, adds=False)
    yield from _grant_mapping_missing(view)


def _grant_mapping_missing(view: View) -> Iterator[Prerequisite]:
    contracts, grants = handles.POLICY_CONTRACTS, handles.CONTRACT_GRANT_MAPPINGS
    reached, mapped = reached_contracts(view), view.targets((grants,), contracts)
    if mapped and (not reached or not reached.isdisjoint(mapped)):
        return
    if not mapped.isdisjoint(view.targets((handles.POLICIES,), contracts)):
        text = message("Every authentication policy that ends with the policy contract of a grant mapping is disabled.")
        yield Prerequisite(text, handles.POLICIES, adds=False)
        return
    text = message("No grant mapping covers a policy contract with which an authentication policy ends.")
    values = {"authenticationPolicyContractRef": contract} if (contract := only(reached)) else {}
    yield Prerequisite(text, grants, values=values)


def _openid_missing(view: View, body: Body, manager: StoredDocument | None) -> Iterator[Prerequisite]:
    may_request = not body.get("restrictScopes") or _OPENID in (body.get("restrictedScopes") or ())
    own = (body.get("oidcPolicy") or {}).get("policyGroup")
    if not may_request or own or view.singleton(OIDC_SETTINGS).default_policy_ref is not None:
        return
    text = message("No OpenID Connect policy applies to the client, which can request the scope openid.")
    values = {"accessTokenManagerRef": manager.id} if manager is not None else {}
    yield Prerequisite(text, OIDC_POLICIES, adds=not view.count(OIDC_POLICIES), values=values)


def _request_policy_missing(view: View, body: Body) -> Iterator[Prerequisite]:
    own = (body.get("requestPolicyRef") or {}).get("id")
    if own or view.singleton(handles.CIBA_SETTINGS).default_request_policy_ref is not None:
        return
    text = message("No CIBA request policy applies to the client.")
    yield Prerequisite(text, handles.CIBA_POLICIES, adds=not view.count(handles.CIBA_POLICIES))


def _short_secret(view: View, body: Body) -> Iterator[Prerequisite]:
    stored = view.get(handles.CLIENTS, body["clientId"])
    needed = least_secret_octets(view.model(handles.CLIENTS, stored.id))
    secret = view.secret(handles.CLIENTS, stored, "clientAuth", "secret") if needed else None
    if secret is not None and len(secret.encode()) < needed:
        text = message(
            "The client secret has fewer than {octets} bytes, which {algorithm} requires (RFC 7518, section 3.2). "
            "Requests that use it as a key are refused until the client has a longer secret.",
            octets=needed,
            algorithm=f"HS{needed * 8}",
        )
        yield Prerequisite(text)
