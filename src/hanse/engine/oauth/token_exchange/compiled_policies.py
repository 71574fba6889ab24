"""The configuration of token exchange: compiled once with the snapshot, not for each request."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hanse import handles
from hanse.crypto.xml.signatures import XmlSigningKey
from hanse.engine.oauth.access_tokens.manager_choice import is_below
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import Instance, instances, readable
from hanse.engine.snapshot.xml_signing_keys import xml_signing_keys
from hanse.plugins.contracts.token_generators import SecurityTokenGenerator
from hanse.plugins.contracts.token_processors import SecurityTokenProcessor
from hanse.resources.applications.token_exchange.generator_groups import (
    GENERATOR_GROUPS,
    GENERATOR_SETTINGS,
    TokenExchangeGeneratorGroup,
)
from hanse.resources.applications.token_exchange.generator_mappings import GENERATOR_MAPPINGS
from hanse.resources.applications.token_exchange.generators import GENERATOR_KIND
from hanse.resources.applications.token_exchange.processor_policies import (
    TOKEN_EXCHANGE_POLICIES,
    TOKEN_EXCHANGE_SETTINGS,
    TokenExchangeProcessorPolicy,
)
from hanse.resources.applications.token_exchange.processors import PROCESSOR_KIND, TokenProcessorAttributeContract
from hanse.resources.authentication.exchange_grant_mappings import EXCHANGE_GRANT_MAPPINGS
from hanse.resources.mapping.fulfillment import CompiledMapping
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS

_PROCESSORS: Compiler[Mapping[str, Instance[SecurityTokenProcessor]]] = instances(PROCESSOR_KIND)
_GENERATORS: Compiler[Mapping[str, Instance[SecurityTokenGenerator]]] = instances(GENERATOR_KIND)
# The type of the subject token, and of the actor token; None without one.
_TypePair = tuple[str, str | None]


@dataclass(frozen=True, eq=False)
class Processor:
    """A token processor with the attributes of its contract. `plugin` is None if its settings cannot be used.

    `masked` are the attributes whose values no trace may have.
    """

    id: str
    plugin: SecurityTokenProcessor | None
    attributes: frozenset[str]
    masked: frozenset[str]


@dataclass(frozen=True, eq=False)
class ProcessorMapping:
    """The processors for one combination of token types, and the fulfillment of the policy's contract."""

    subject_processor: str
    actor_processor: str | None
    mapping: CompiledMapping


@dataclass(frozen=True, eq=False)
class ProcessorPolicy:
    """A processor policy."""

    id: str
    requires_actor: bool
    mappings: Mapping[_TypePair, ProcessorMapping]
    # The mapping to the owner of a persistent grant; None if clients get no refresh tokens in exchange.
    grant: CompiledMapping | None = None


@dataclass(frozen=True, eq=False)
class GeneratorGroup:
    """A generator group: the ids of token generators by the types of their tokens."""

    id: str
    resource_uris: tuple[str, ...]
    generators: Mapping[str, str]
    default_type: str | None

    def serves(self, resource: str) -> bool:
        """Return whether a resource is below a resource URI of the group."""
        return any(is_below(resource, uri) for uri in self.resource_uris)


@dataclass(frozen=True)
class ExchangeConfiguration:
    """Everything that is configured for token exchange."""

    processors: Mapping[str, Processor]
    policies: Mapping[str, ProcessorPolicy]
    default_policy_id: str | None
    generators: Mapping[str, SecurityTokenGenerator | None]
    groups: Mapping[str, GeneratorGroup]
    default_group_id: str | None
    # By the ids of a processor policy and of a token generator.
    generator_mappings: Mapping[tuple[str, str], CompiledMapping]
    # The signing key pairs that token generators refer to.
    generator_keys: Mapping[str, XmlSigningKey]

    def policy_of(self, client: RegisteredClient) -> ProcessorPolicy | None:
        """Return the policy of a client, or else the default policy."""
        own = client.settings.token_exchange_processor_policy_ref
        id_ = own.id if own is not None else self.default_policy_id
        return None if id_ is None else self.policies.get(id_)

    @property
    def default_group(self) -> GeneratorGroup | None:
        """Return the group for requests that name no resource."""
        return None if self.default_group_id is None else self.groups.get(self.default_group_id)


def _compile(given: CompilerInput[ExchangeConfiguration]) -> ExchangeConfiguration:
    view = given.view
    processors = _PROCESSORS.compile(CompilerInput(view, given.ports, None, given.changes))
    generators = _GENERATORS.compile(CompilerInput(view, given.ports, None, given.changes))
    policy = view.singleton(TOKEN_EXCHANGE_SETTINGS).default_processor_policy_ref
    group = view.singleton(GENERATOR_SETTINGS).default_generator_group_ref
    grants = {
        each.processor_policy_ref.id: CompiledMapping(each) for _, each in readable(view, EXCHANGE_GRANT_MAPPINGS)
    }
    return ExchangeConfiguration(
        processors={id_: _processor(id_, each) for id_, each in processors.items()},
        policies={id_: _policy(id_, each, grants.get(id_)) for id_, each in readable(view, TOKEN_EXCHANGE_POLICIES)},
        default_policy_id=None if policy is None else policy.id,
        generators={id_: each.plugin for id_, each in generators.items()},
        groups={id_: _group(id_, each) for id_, each in readable(view, GENERATOR_GROUPS)},
        default_group_id=None if group is None else group.id,
        generator_mappings={
            (each.source_id, each.target_id): CompiledMapping(each) for _, each in readable(view, GENERATOR_MAPPINGS)
        },
        generator_keys=xml_signing_keys(view, _key_pairs(generators.values())),
    )


def _key_pairs(generators: Iterable[Instance[SecurityTokenGenerator]]) -> Iterator[str]:
    """Yield the values of all fields that refer to signing key pairs."""
    for each in generators:
        form = GENERATOR_KIND.plugin_of(each.settings).form
        names = {field.name for field in form.fields if field.reference == handles.SIGNING_KEY_PAIRS}
        for field in each.settings.configuration.fields:
            if field.name in names and field.value:
                yield field.value


def _processor(id_: str, instance: Instance[SecurityTokenProcessor]) -> Processor:
    contract: TokenProcessorAttributeContract | None = instance.settings.attribute_contract
    plugin = PROCESSOR_KIND.plugin_of(instance.settings)
    declared = () if contract is None else (*(contract.core_attributes or ()), *contract.extended_attributes)
    names = plugin.attribute_contract if contract is None else [each.name for each in declared]
    masked = [each.name for each in declared if each.masked]
    return Processor(id_, instance.plugin, frozenset(names), frozenset(masked))


def _policy(id_: str, settings: TokenExchangeProcessorPolicy, grant: CompiledMapping | None) -> ProcessorPolicy:
    mappings = {
        (each.subject_token_type, each.actor_token_type): ProcessorMapping(
            each.subject_token_processor.id,
            None if each.actor_token_processor is None else each.actor_token_processor.id,
            CompiledMapping(each),
        )
        for each in settings.processor_mappings
    }
    return ProcessorPolicy(id_, settings.actor_token_required, mappings, grant)


def _group(id_: str, settings: TokenExchangeGeneratorGroup) -> GeneratorGroup:
    mappings = settings.generator_mappings
    return GeneratorGroup(
        id_,
        tuple(settings.resource_uris),
        {each.requested_token_type: each.token_generator.id for each in mappings},
        next((each.requested_token_type for each in mappings if each.default_mapping), None),
    )


EXCHANGE_CONFIGURATION: Final[Compiler[ExchangeConfiguration]] = Compiler(
    "tokenExchange",
    frozenset(
        {
            PROCESSOR_KIND.resource.kind,
            TOKEN_EXCHANGE_POLICIES.kind,
            TOKEN_EXCHANGE_SETTINGS.kind,
            EXCHANGE_GRANT_MAPPINGS.kind,
            GENERATOR_KIND.resource.kind,
            GENERATOR_GROUPS.kind,
            GENERATOR_SETTINGS.kind,
            GENERATOR_MAPPINGS.kind,
            SIGNING_KEY_PAIRS.kind,
        }
    ),
    _compile,
)
