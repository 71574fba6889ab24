"""OpenID Connect policies in compiled form: their attributes, and the clients and places that receive them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable
from hanse.resources.applications.oidc_policies.model import (
    SUBJECT,
    OpenIdConnectAttribute,
    OpenIdConnectPolicy,
    OpenIdConnectSettings,
)
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES, OIDC_SETTINGS
from hanse.resources.mapping.fulfillment import CompiledMapping

# OpenID Connect Core 1.0, section 5.4: claims of the standard scopes, unless the policy maps them otherwise.
STANDARD_SCOPES: Final[Mapping[str, frozenset[str]]] = {
    "profile": frozenset(
        {
            "name",
            "family_name",
            "given_name",
            "middle_name",
            "nickname",
            "preferred_username",
            "profile",
            "picture",
            "website",
            "gender",
            "birthdate",
            "zoneinfo",
            "locale",
            "updated_at",
        }
    ),
    "email": frozenset({"email", "email_verified"}),
    "address": frozenset({"address"}),
    "phone": frozenset({"phone_number", "phone_number_verified"}),
}
# The members of the address claim (section 5.1.1) can be separate attributes, such as `address.locality`.
ADDRESS_PREFIX: Final = "address."


@dataclass(frozen=True)
class PolicyAttribute:
    """An attribute other than `sub`. Without scopes it is included with `openid`, whatever else is granted.

    `overridden` means that the administrator decided where it is included, so that the `claims` parameter cannot change
    that.
    """

    name: str
    scopes: frozenset[str]
    in_id_token: bool
    in_user_info: bool
    overridden: bool
    multi_valued: bool

    @property
    def claim(self) -> str:
        """Return the name of the claim whose value, or member, is this attribute."""
        return "address" if is_in_address(self.name) else self.name

    def is_granted(self, scopes: Collection[str]) -> bool:
        """Return whether granted scopes request this attribute."""
        return not self.scopes or not self.scopes.isdisjoint(scopes)


class Policy:
    """A compiled policy."""

    def __init__(self, settings: OpenIdConnectPolicy) -> None:
        self.settings = settings

    @property
    def id(self) -> str:
        """Return the policy's id."""
        return self.settings.id or ""

    @property
    def manager_id(self) -> str:
        """Return the id of the access token manager from whose tokens the attributes are taken."""
        return self.settings.access_token_manager_ref.id

    @property
    def lifetime_seconds(self) -> int:
        """Return the lifetime of ID tokens in seconds."""
        return self.settings.id_token_lifetime * 60

    @cached_property
    def mapping(self) -> CompiledMapping:
        """Return the attribute mapping."""
        return CompiledMapping(self.settings.attribute_mapping)

    @cached_property
    def attributes(self) -> tuple[PolicyAttribute, ...]:
        """Return the attributes other than `sub`, in the policy's order."""
        return tuple(self._attribute(each) for each in self.settings.attribute_contract.extended_attributes)

    @cached_property
    def claims(self) -> tuple[str, ...]:
        """Return the names of the claims that clients can get; members of the address are one claim."""
        return tuple(dict.fromkeys((SUBJECT, *(each.claim for each in self.attributes))))

    def _attribute(self, declared: OpenIdConnectAttribute) -> PolicyAttribute:
        # If one of the options is set, both together determine where the attribute is included.
        overridden = declared.include_in_id_token is not None or declared.include_in_user_info is not None
        everywhere = self.settings.include_user_info_in_id_token
        return PolicyAttribute(
            declared.name,
            self._scopes(declared.name),
            in_id_token=everywhere or bool(declared.include_in_id_token),
            in_user_info=everywhere or bool(declared.include_in_user_info) or not overridden,
            overridden=overridden,
            multi_valued=declared.multi_valued,
        )

    def _scopes(self, attribute: str) -> frozenset[str]:
        mapped = self.settings.scope_attribute_mappings
        explicit = {scope for scope, mapping in mapped.items() if attribute in mapping.values}
        standard = "address" if is_in_address(attribute) else attribute
        usual = {scope for scope, names in STANDARD_SCOPES.items() if scope not in mapped and standard in names}
        return frozenset(explicit | usual)


@dataclass(frozen=True)
class Policies:
    """All policies by id."""

    by_id: Mapping[str, Policy]
    settings: OpenIdConnectSettings

    @property
    def default(self) -> Policy | None:
        """Return the policy for clients that name none."""
        link = self.settings.default_policy_ref
        return None if link is None else self.by_id.get(link.id)

    def of(self, client: RegisteredClient) -> Policy | None:
        """Return the policy of a client, or the default policy."""
        link = client.settings.oidc_policy.policy_group
        return self.default if link is None else self.by_id.get(link.id)


def is_in_address(attribute: str) -> bool:
    """Return whether an attribute is a member of the address claim."""
    return attribute.startswith(ADDRESS_PREFIX) and attribute != ADDRESS_PREFIX


def _compile(given: CompilerInput[Policies]) -> Policies:
    policies = {id_: Policy(model) for id_, model in readable(given.view, OIDC_POLICIES)}
    return Policies(policies, given.view.singleton(OIDC_SETTINGS))


COMPILED_POLICIES: Final[Compiler[Policies]] = Compiler(
    "openid policies", frozenset({OIDC_POLICIES.kind, OIDC_SETTINGS.kind}), _compile
)
