"""The items that a client needs around it: created if absent and unambiguous, and otherwise left to the administrator.

The rules follow `clients.prerequisites`, which reports what is still missing afterwards.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from hanse import handles
from hanse.config.change.change import Change
from hanse.config.declare.handles import Handle
from hanse.config.declare.resource import SINGLETON_ID
from hanse.config.declare.validation import parse_stored
from hanse.config.list_query import ListQuery, MemberCondition, StoredDocument
from hanse.kit.texts.messages import Message, message
from hanse.resources.applications.access_token_mappings import ContextType
from hanse.resources.applications.access_tokens.contracts import mapped_attributes, token_attributes
from hanse.resources.applications.clients.sign_in_sources import only, reached_contracts, user_context
from hanse.resources.applications.quick_start.model import ApplicationKind

Body = dict[str, Any]
_JWT: Final = "com.pingidentity.pf.access.token.management.plugins.JwtBearerAccessTokenManagementPlugin"
# RFC 9700, section 2.2.1, and RFC 6750, section 5.3: bearer tokens are valid for a short time.
_MINUTES: Final = "10"
_SUBJECT: Final = "sub"
_NO_MAPPING: Final = {"source": {"type": "NO_MAPPING"}}
# The attribute of an adapter that identifies its users, in the order of preference.
_IDENTIFIERS: Final = ("username", "subject", "userid", "sub")


class Surroundings:
    """Creates what is absent in one change, and lists it."""

    def __init__(self, change: Change) -> None:
        # The description of each item that was created or changed, and its page.
        self.created: list[tuple[Message, str]] = []
        self._change = change

    def create(self, resource: Handle[Any], title: Message, body: Body) -> StoredDocument:
        """Create an item."""
        declared = self._change.registry.by_path(resource.path)
        stored = self._change.create(declared, parse_stored(declared.model, body))
        self.created.append((title, declared.page_of(stored.id) or ""))
        return stored

    def set(self, resource: Handle[Any], title: Message, values: Body, page: Handle[Any] | None = None) -> None:
        """Change members of settings, which the page of another resource can show."""
        declared = self._change.registry.by_path(resource.path)
        body = {**self._change.get(declared, SINGLETON_ID).body, **values}
        self._change.replace(declared, SINGLETON_ID, parse_stored(declared.model, body))
        ui = self._change.registry.by_path((page or resource).path).ui
        self.created.append((title, ui.page.path if ui is not None else ""))

    def prepare(self, kind: ApplicationKind, redirect_uris: Sequence[str]) -> Body:
        """Create what is absent, and return the members of the client that select what exists."""
        own, manager = self._manager()
        if kind is ApplicationKind.MACHINE:
            self._map_credentials(manager)
            return own
        self._map_grants()
        self._map_users(manager)
        self._openid_policy(manager)
        if kind is ApplicationKind.SINGLE_PAGE:
            self._allow_origins(redirect_uris)
        return own

    def _manager(self) -> tuple[Body, str]:
        """Return the client's members for the access token manager, and the manager's ID; empty if it is ambiguous."""
        settings = self._change.singleton(handles.ACCESS_TOKEN_MANAGER_SETTINGS)
        if settings.default_access_token_manager_ref is not None:
            return {}, settings.default_access_token_manager_ref.id
        stored = self._change.list(handles.ACCESS_TOKEN_MANAGERS, ListQuery(number_per_page=2)).items
        if stored:
            id_ = stored[0].id if len(stored) == 1 else ""
            return ({"defaultAccessTokenManagerRef": {"id": id_}} if id_ else {}), id_
        values = {"Token Lifetime": _MINUTES, "Use Centralized Signing Key": "true", "JWS Algorithm": "RS256"}
        made = self.create(
            handles.ACCESS_TOKEN_MANAGERS,
            message(
                "Access token manager {name}: JWTs that are valid for {minutes} minutes", name="JWT", minutes=_MINUTES
            ),
            {
                "id": "jwt",
                "name": "JWT",
                "pluginDescriptorRef": {"id": _JWT},
                "configuration": {"fields": [{"name": name, "value": value} for name, value in values.items()]},
                "attributeContract": {"extendedAttributes": [{"name": _SUBJECT}]},
            },
        )
        self.set(
            handles.ACCESS_TOKEN_MANAGER_SETTINGS,
            message("Default access token manager: {name}", name="JWT"),
            {"defaultAccessTokenManagerRef": {"id": made.id}},
            page=handles.ACCESS_TOKEN_MANAGERS,
        )
        return {}, made.id

    def _map_credentials(self, manager: str) -> None:
        if not manager or self._is_mapped(manager, ContextType.DEFAULT, ContextType.CLIENT_CREDENTIALS):
            return
        names = mapped_attributes(self._change, manager)
        client = {"source": {"type": "CONTEXT"}, "value": "ClientId"}
        self.create(
            handles.ACCESS_TOKEN_MAPPINGS,
            message("Access token mapping for client credentials: the subject is the client ID"),
            {
                "context": {"type": ContextType.CLIENT_CREDENTIALS.value},
                "accessTokenManagerRef": {"id": manager},
                "attributeContractFulfillment": {
                    name: client if name == _SUBJECT or len(names) == 1 else _NO_MAPPING for name in names
                },
            },
        )

    def _map_grants(self) -> None:
        """Map the users of the only way to sign in to the owners of grants."""
        change, contracts = self._change, handles.CONTRACT_GRANT_MAPPINGS
        if change.count(handles.ADAPTER_GRANT_MAPPINGS):
            return
        reached, mapped = reached_contracts(change), change.targets((contracts,), handles.POLICY_CONTRACTS)
        contract = only(reached)
        if contract and contract not in mapped:
            source = {"source": {"type": "AUTHENTICATION_POLICY_CONTRACT", "id": contract}, "value": "subject"}
            body = {"id": contract, "authenticationPolicyContractRef": {"id": contract}}
            title = message("Grant mapping of the policy contract {name}", name=contract)
            self.create(contracts, title, {**body, **self._owner(source)})
        if reached or mapped or change.count(handles.POLICIES):
            return
        adapters = change.list(handles.ADAPTERS, ListQuery(number_per_page=2)).items
        names = change.attributes(handles.ADAPTERS, adapters[0]) or () if len(adapters) == 1 else ()
        identifier = next((each for each in _IDENTIFIERS if each in names), "")
        if identifier:
            id_ = adapters[0].id
            source = {"source": {"type": "ADAPTER", "id": id_}, "value": identifier}
            title = message("Grant mapping of the IdP adapter {name}", name=id_)
            self.create(handles.ADAPTER_GRANT_MAPPINGS, title, {"id": id_, **self._owner(source)})

    def _owner(self, source: Body) -> Body:
        settings = self._change.singleton(handles.AUTHORIZATION_SERVER)
        extended = (each.name for each in settings.persistent_grant_contract.extended_attributes)
        fulfilled = {"USER_KEY": source, "USER_NAME": source, **dict.fromkeys(extended, _NO_MAPPING)}
        return {"attributeContractFulfillment": fulfilled}

    def _map_users(self, manager: str) -> None:
        user_types = (ContextType.AUTHENTICATION_POLICY_CONTRACT, ContextType.IDP_ADAPTER, ContextType.IDP_CONNECTION)
        context = user_context(self._change)
        if not manager or "context.contextRef" not in context:
            return
        if self._is_mapped(manager, ContextType.DEFAULT, *user_types):
            return
        type_, id_ = context["context.type"], context["context.contextRef"]
        is_contract = type_ == ContextType.AUTHENTICATION_POLICY_CONTRACT
        resource, source = (
            (handles.POLICY_CONTRACTS, "AUTHENTICATION_POLICY_CONTRACT")
            if is_contract
            else (handles.ADAPTERS, "ADAPTER")
        )
        offered = frozenset(self._attributes(resource, id_))
        owner = {"source": {"type": "OAUTH_PERSISTENT_GRANT"}, "value": "USER_KEY"}
        names = mapped_attributes(self._change, manager)

        def fulfilled(name: str) -> Body:
            if name in offered:
                return {"source": {"type": source, "id": id_}, "value": name}
            return owner if name == _SUBJECT or len(names) == 1 else _NO_MAPPING

        self.create(
            handles.ACCESS_TOKEN_MAPPINGS,
            message("Access token mapping for users who sign in: the subject is the owner of the grant"),
            {
                "context": {"type": type_, "contextRef": {"id": id_}},
                "accessTokenManagerRef": {"id": manager},
                "attributeContractFulfillment": {name: fulfilled(name) for name in names},
            },
        )

    def _attributes(self, resource: Handle[Any], id_: str) -> Iterator[str]:
        stored = self._change.find(resource, id_)
        if stored is not None:
            yield from self._change.attributes(resource, stored) or ()

    def _openid_policy(self, manager: str) -> None:
        settings = self._change.singleton(handles.OIDC_SETTINGS)
        names = token_attributes(self._change, manager)
        subject = _SUBJECT if _SUBJECT in names else only(frozenset(names))
        if settings.default_policy_ref is not None or self._change.count(handles.OIDC_POLICIES) or not subject:
            return
        made = self.create(
            handles.OIDC_POLICIES,
            message("OpenID Connect policy {name}: ID tokens with the subject of the access token", name="OpenID"),
            {
                "id": "openid",
                "name": "OpenID",
                "accessTokenManagerRef": {"id": manager},
                "attributeContract": {"extendedAttributes": []},
                "scopeAttributeMappings": {},
                "attributeMapping": {
                    "attributeContractFulfillment": {_SUBJECT: {"source": {"type": "TOKEN"}, "value": subject}}
                },
                "returnIdTokenOnRefreshGrant": True,
            },
        )
        self.set(
            handles.OIDC_SETTINGS,
            message("Default OpenID Connect policy: {name}", name="OpenID"),
            {"defaultPolicyRef": {"id": made.id}},
        )

    def _allow_origins(self, redirect_uris: Sequence[str]) -> None:
        """Let scripts of the application call the token endpoint (CORS)."""
        allowed = self._change.singleton(handles.AUTHORIZATION_SERVER).allowed_origins
        parts = (urlsplit(uri) for uri in redirect_uris)
        origins = dict.fromkeys(f"{each.scheme.lower()}://{each.netloc.lower()}" for each in parts)
        new = [] if "*" in allowed else [each for each in origins if each not in allowed]
        if new:
            self.set(
                handles.AUTHORIZATION_SERVER,
                message("Allowed origins of scripts: {origins}", origins=", ".join(new)),
                {"allowedOrigins": [*allowed, *new]},
            )

    def _is_mapped(self, manager: str, *contexts: ContextType) -> bool:
        conditions = (
            (MemberCondition("accessTokenManagerRef.id", manager), MemberCondition("context.type", each.value))
            for each in contexts
        )
        queries = (ListQuery(number_per_page=1, conditions=each) for each in conditions)
        return any(self._change.list(handles.ACCESS_TOKEN_MAPPINGS, each).items for each in queries)
