"""The access token managers of a snapshot, with their mappings and keys: compiled once, not for each token."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import structlog

from hanse.config.transaction_view import TransactionView
from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.jwk import thumbprint
from hanse.crypto.key_pairs import PublicKey
from hanse.engine.oauth.contracts import GrantContext
from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot import configuration_parts
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import Instance
from hanse.engine.snapshot.token_manager_keys import MARK_LENGTH
from hanse.kit.errors import Unavailable
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.plugins.contracts.access_tokens import SigningKey, TokenManager, TokenReader
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS, AccessTokenMapping, ContextType
from hanse.resources.applications.access_tokens.key_rules import certificates_of, whole_settings
from hanse.resources.applications.access_tokens.managers import MANAGER_SETTINGS, MANAGERS
from hanse.resources.applications.access_tokens.model import (
    AccessTokenManager,
    SessionValidationSettings,
    TokenEndpointAttribute,
)
from hanse.resources.mapping.fulfillment import CompiledMapping
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.open_key_pairs import open_key_pair

LOG = structlog.stdlib.get_logger("hanse.oauth")
# The context of a mapping by the origin of the user's attributes.
_CONTEXTS: Final = {
    "AUTHENTICATION_POLICY_CONTRACT": ContextType.AUTHENTICATION_POLICY_CONTRACT,
    "ADAPTER": ContextType.IDP_ADAPTER,
    "IDP_CONNECTION": ContextType.IDP_CONNECTION,
    "PASSWORD_CREDENTIAL_VALIDATOR": ContextType.PCV,
    "TOKEN_EXCHANGE_PROCESSOR_POLICY": ContextType.TOKEN_EXCHANGE_PROCESSOR_POLICY,
}
_LAST: Final = 1 << 31
_ContextKey = tuple[ContextType, str | None]
_Mappings = Mapping[_ContextKey, CompiledMapping]


@dataclass(frozen=True, kw_only=True, eq=False)
class Manager:
    """An access token manager.

    `plugin` is None if its settings cannot be used. `clients` are those that may have its tokens, None for all.
    """

    id: str
    plugin: TokenManager | None
    attributes: tuple[str, ...]
    multi_valued: frozenset[str]
    response_attributes: tuple[TokenEndpointAttribute, ...] = ()
    subject_attribute: str
    resource_uris: tuple[str, ...]
    clients: frozenset[str] | None
    session: SessionValidationSettings
    mappings: Mapping[_ContextKey, CompiledMapping]
    # By the ids of the key pairs that its certificates belong to: the signing keys, and with their suffixes the
    # verification keys.
    signing_keys: Mapping[str, SigningKey] = field(default_factory=dict, repr=False)
    verification_keys: Mapping[str, Sequence[tuple[str, PublicKey]]] = field(default_factory=dict)

    @cached_property
    def reader(self) -> TokenReader | None:
        """Return the reader of its tokens; None if the server stores them."""
        return self.plugin if isinstance(self.plugin, TokenReader) else None

    def serves(self, client_id: str) -> bool:
        """Return whether a client may have tokens of this manager."""
        return self.clients is None or client_id in self.clients

    def carried(self, attributes: Mapping[str, Value]) -> dict[str, Value]:
        """Return the part of a mapping's attributes that tokens contain."""
        other = {each.name for each in self.response_attributes}.difference(self.attributes)
        return {name: value for name, value in attributes.items() if name not in other}

    def returned(self, attributes: Mapping[str, Value], scopes: Collection[str]) -> dict[str, Value]:
        """Return the part of them that the token endpoint returns with a token that has these scopes."""
        wanted = (
            each
            for each in self.response_attributes
            if each.name in attributes and (not each.mapped_scopes or not set(each.mapped_scopes).isdisjoint(scopes))
        )
        return {each.name: _as_list(attributes[each.name], wanted=each.multi_valued) for each in wanted}

    def mapping_for(self, context: GrantContext | None) -> CompiledMapping | None:
        """Return the mapping for the origin of the user's attributes; without a user the one for client credentials."""
        if context is None:
            return self.mappings.get((ContextType.CLIENT_CREDENTIALS, None))
        type_ = _CONTEXTS.get(context.origin.type)
        found = None if type_ is None else self.mappings.get((type_, context.origin.id))
        return found or self.mappings.get((ContextType.DEFAULT, None))


def _as_list(value: Value, *, wanted: bool) -> Value:
    return [value] if wanted and isinstance(value, str) else value


@dataclass(frozen=True)
class Managers:
    """All managers, in the order in which they are tried for a token of unknown origin."""

    by_id: Mapping[str, Manager]
    default_id: str | None
    # All resource URIs with their managers, the longest first.
    resources: tuple[tuple[str, Manager], ...]
    # The access token mappings by id; the next snapshot reuses those that have not changed.
    mappings: Mapping[str, AccessTokenMapping] = field(default_factory=dict, repr=False)


def _compile(given: CompilerInput[Managers]) -> Managers:
    view, previous = given.view, given.previous
    before = previous.mappings if previous is not None else None
    models = configuration_parts.TOKEN_MAPPINGS.compile(CompilerInput(view, given.ports, before, given.changes))
    mappings = _by_manager(models.values())
    instances = configuration_parts.MANAGERS.compile(CompilerInput(view, given.ports, None, given.changes))
    found = sorted(_managers(view, instances, mappings), key=lambda each: each[0])
    ordered = [manager for _, manager in found]
    resources = [(uri, manager) for manager in ordered for uri in manager.resource_uris]
    resources.sort(key=lambda each: -len(each[0]))
    default = view.singleton(MANAGER_SETTINGS).default_access_token_manager_ref
    default_id = default.id if default is not None else None
    return Managers({each.id: each for each in ordered}, default_id, tuple(resources), models)


def _by_manager(models: Iterable[AccessTokenMapping]) -> Mapping[str, _Mappings]:
    found: dict[str, dict[_ContextKey, CompiledMapping]] = {}
    for mapping in models:
        ref = mapping.context.context_ref
        key = mapping.context.type, ref.id if ref is not None else None
        found.setdefault(mapping.access_token_manager_ref.id, {})[key] = CompiledMapping(mapping)
    return found


def _managers(
    view: TransactionView, instances: Mapping[str, Instance[TokenManager]], mappings: Mapping[str, _Mappings]
) -> Iterator[tuple[tuple[int, str], Manager]]:
    for id_, each in instances.items():
        try:
            yield _manager(view, id_, each, mappings.get(id_, {}))
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one that cannot be read must not keep the others out.
            LOG.error("access token manager not usable", id=id_, reason=str(error))  # noqa: TRY400 - it says all.


def _manager(
    view: TransactionView, id_: str, instance: Instance[TokenManager], mappings: _Mappings
) -> tuple[tuple[int, str], Manager]:
    """Return a manager with its position in the order."""
    settings: AccessTokenManager = instance.settings
    contract, access = settings.attribute_contract, settings.access_control_settings
    selection, responses = settings.selection_settings, settings.token_endpoint_attribute_contract
    attributes = (*contract.core_attributes, *contract.extended_attributes) if contract is not None else ()
    is_restricted = access is not None and access.restrict_clients
    keys = dict(_keys(view, id_, settings))
    manager = Manager(
        id=id_,
        plugin=instance.plugin,
        attributes=tuple(each.name for each in attributes),
        multi_valued=frozenset(each.name for each in attributes if each.multi_valued),
        response_attributes=tuple(responses.attributes) if responses is not None else (),
        subject_attribute=(contract.default_subject_attribute or "") if contract is not None else "",
        resource_uris=tuple(selection.resource_uris) if selection is not None else (),
        clients=frozenset(each.id for each in access.allowed_clients) if access and is_restricted else None,
        session=settings.session_validation_settings or SessionValidationSettings(),
        mappings=mappings,
        signing_keys={pair: keys_of.signing for pair, keys_of in keys.items()},
        verification_keys={pair: keys_of.verifying for pair, keys_of in keys.items()},
    )
    return (_LAST if settings.sequence_number is None else settings.sequence_number, id_), manager


class _PairKeys(NamedTuple):
    signing: SigningKey
    # With the suffixes that tell the keys of one certificate apart.
    verifying: tuple[tuple[str, PublicKey], ...]


def _keys(view: TransactionView, id_: str, settings: AccessTokenManager) -> Iterator[tuple[str, _PairKeys]]:
    if settings.plugin_descriptor_ref.id != JWT.id:
        return
    for pair_id in dict.fromkeys(certificates_of(whole_settings(view, settings, JWT)).values()):
        try:
            yield pair_id, _pair_keys(view, pair_id)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - a key that cannot be opened must not stop the other managers.
            LOG.error("key pair not usable", manager=id_, id=pair_id, reason=str(error))  # noqa: TRY400 - it says all.


def _pair_keys(view: TransactionView, pair_id: str) -> _PairKeys:
    pair = open_key_pair(view, SIGNING_KEY_PAIRS, pair_id)
    opened = [each for each in (pair.active, pair.pending, pair.previous) if each is not None]
    is_renewed = view.model(SIGNING_KEY_PAIRS, pair_id).rotation_settings is not None or len(opened) > 1
    public = [each.private_key.public_key() for each in opened]
    marks = [thumbprint(key)[:MARK_LENGTH] if is_renewed else "" for key in public]
    certificate = from_chain(list(pair.active.certificates))[0]
    return _PairKeys(SigningKey(pair.active.private_key, marks[0], certificate), tuple(zip(marks, public, strict=True)))


TOKEN_MANAGERS: Compiler[Managers] = Compiler(
    "accessTokenManagers",
    frozenset({MANAGERS.kind, MANAGER_SETTINGS.kind, ACCESS_TOKEN_MAPPINGS.kind, SIGNING_KEY_PAIRS.kind}),
    _compile,
)
