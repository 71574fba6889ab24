"""The access token managers of a snapshot, with their mappings and keys: compiled once, not for each token."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import structlog

from hanse.config.listing import ListQuery
from hanse.config.store import documents
from hanse.config.validation import parse
from hanse.config.view import View
from hanse.crypto.chains import from_chain
from hanse.crypto.jwk import thumbprint
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.snapshot.compiling import Compiler, CompilerInput
from hanse.engine.snapshot.managers import MARK_LENGTH
from hanse.engine.snapshot.parts import UNREADABLE, not_usable
from hanse.kit.errors import Unavailable
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.plugins.contracts.access_tokens import SigningKey, TokenManager
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS, AccessTokenMapping, ContextType
from hanse.resources.applications.access_tokens.key_rules import certificates_of, whole_settings
from hanse.resources.applications.access_tokens.managers import MANAGER_KIND, MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.access_tokens.model import AccessTokenManager, SessionValidationSettings
from hanse.resources.mapping.fulfilment import CompiledMapping
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.opening import OpenKey, open_key_pair

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The context of a mapping by the type of what vouches for the user.
_CONTEXTS: Final = {
    "AUTHENTICATION_POLICY_CONTRACT": ContextType.AUTHENTICATION_POLICY_CONTRACT,
    "ADAPTER": ContextType.IDP_ADAPTER,
    "IDP_CONNECTION": ContextType.IDP_CONNECTION,
    "PASSWORD_CREDENTIAL_VALIDATOR": ContextType.PCV,
    "TOKEN_EXCHANGE_PROCESSOR_POLICY": ContextType.TOKEN_EXCHANGE_PROCESSOR_POLICY,
}
_LAST: Final = 1 << 31
_ContextKey = tuple[ContextType, str | None]
_Mappings = Mapping[str, Mapping[_ContextKey, CompiledMapping]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Manager:
    """One access token manager.

    `plugin` is None where its settings cannot be used. `clients` are those that may have its tokens, None for all.
    """

    id: str
    plugin: TokenManager | None
    attributes: tuple[str, ...]
    multi_valued: frozenset[str]
    subject_attribute: str
    resource_uris: tuple[str, ...]
    clients: frozenset[str] | None
    session: SessionValidationSettings
    mappings: Mapping[_ContextKey, CompiledMapping]
    # By the ids of the key pairs that its certificates belong to.
    signing_keys: Mapping[str, SigningKey] = field(default_factory=dict)

    def serves(self, client_id: str) -> bool:
        """Return whether a client may have tokens of this manager."""
        return self.clients is None or client_id in self.clients

    def mapping_for(self, context: GrantContext | None) -> CompiledMapping | None:
        """Return the mapping for what vouches for the user; without a user the one for client credentials."""
        if context is None:
            return self.mappings.get((ContextType.CLIENT_CREDENTIALS, None))
        type_ = _CONTEXTS.get(context.origin.type)
        found = None if type_ is None else self.mappings.get((type_, context.origin.id))
        return found or self.mappings.get((ContextType.DEFAULT, None))


@dataclass(frozen=True)
class Managers:
    """All managers, in the order in which a token of unknown origin is tried with them."""

    by_id: Mapping[str, Manager]
    default_id: str | None
    # All resource URIs with the managers that have them, the longest first.
    resources: tuple[tuple[str, Manager], ...]


def _compile(given: CompilerInput[Managers]) -> Managers:
    view = given.view
    mappings = _mappings(view)
    found = list(_managers(view, mappings))
    ordered = [manager for _, manager in sorted(found, key=lambda each: each[0])]
    resources = [(uri, manager) for manager in ordered for uri in manager.resource_uris]
    resources.sort(key=lambda each: -len(each[0]))
    default = view.singleton(MANAGER_SETTINGS).default_access_token_manager_ref
    return Managers({each.id: each for each in ordered}, default.id if default is not None else None, tuple(resources))


def _managers(view: View, mappings: _Mappings) -> Iterator[tuple[tuple[int, str], Manager]]:
    for stored in view.list(MANAGERS, ListQuery()).items:
        try:
            yield _manager(view, stored.id, mappings)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one that cannot be read must not keep the others out.
            LOG.error("access token manager not usable", id=stored.id, reason=str(error))  # noqa: TRY400 - see _plugin.


def _mappings(view: View) -> _Mappings:
    found: dict[str, dict[_ContextKey, CompiledMapping]] = {}
    for stored in documents.everything(view.connection, ACCESS_TOKEN_MAPPINGS.kind):
        try:
            mapping = parse(AccessTokenMapping, documents.to_text(stored.body).encode())
        except UNREADABLE as error:
            not_usable(ACCESS_TOKEN_MAPPINGS, stored.id, error)
            continue
        ref = mapping.context.context_ref
        key = mapping.context.type, ref.id if ref is not None else None
        found.setdefault(mapping.access_token_manager_ref.id, {})[key] = CompiledMapping(mapping)
    return found


def _manager(view: View, id_: str, mappings: _Mappings) -> tuple[tuple[int, str], Manager]:
    """Return a manager with its place in the order."""
    settings = MANAGER_KIND.resolved(view, id_)
    if not isinstance(settings, AccessTokenManager):
        raise TypeError("a manager is stored as one")
    contract, access = settings.attribute_contract, settings.access_control_settings
    selection = settings.selection_settings
    attributes = (*contract.core_attributes, *contract.extended_attributes) if contract is not None else ()
    is_restricted = access is not None and access.restrict_clients
    manager = Manager(
        id=id_,
        plugin=_plugin(view, id_),
        attributes=tuple(each.name for each in attributes),
        multi_valued=frozenset(each.name for each in attributes if each.multi_valued),
        subject_attribute=(contract.default_subject_attribute or "") if contract is not None else "",
        resource_uris=tuple(selection.resource_uris) if selection is not None else (),
        clients=frozenset(each.id for each in access.allowed_clients) if access and is_restricted else None,
        session=settings.session_validation_settings or SessionValidationSettings(),
        mappings=mappings.get(id_, {}),
        signing_keys=dict(_signing_keys(view, settings)),
    )
    return (_LAST if settings.sequence_number is None else settings.sequence_number, id_), manager


def _plugin(view: View, id_: str) -> TokenManager | None:
    try:
        return MANAGER_KIND.made(view, id_)
    except Exception as error:  # noqa: BLE001 - plug-ins are of others; one that fails must not stop the rest.
        LOG.error("access token manager not usable", id=id_, reason=str(error))  # noqa: TRY400 - may show settings.
        return None


def _signing_keys(view: View, settings: AccessTokenManager) -> Iterator[tuple[str, SigningKey]]:
    if settings.plugin_descriptor_ref.id != JWT.id:
        return
    for pair_id in dict.fromkeys(certificates_of(whole_settings(view, settings, JWT)).values()):
        if view.find(SIGNING_KEY_PAIRS, pair_id) is None:
            continue
        pair = open_key_pair(view, SIGNING_KEY_PAIRS, pair_id)
        is_rotated = view.model(SIGNING_KEY_PAIRS, pair_id).rotation_settings is not None
        yield pair_id, _signing_key(pair.active, is_renewed=is_rotated or bool(pair.pending or pair.previous))


def _signing_key(key: OpenKey, *, is_renewed: bool) -> SigningKey:
    mark = thumbprint(key.private_key.public_key())[:MARK_LENGTH] if is_renewed else ""
    return SigningKey(key.private_key, mark, from_chain(list(key.certificates))[0])


TOKEN_MANAGERS: Compiler[Managers] = Compiler(
    "accessTokenManagers",
    frozenset({MANAGERS.kind, MANAGER_SETTINGS.kind, ACCESS_TOKEN_MAPPINGS.kind, SIGNING_KEY_PAIRS.kind}),
    _compile,
)
