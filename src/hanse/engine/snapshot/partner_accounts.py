"""Accounts of a connection's users: provisioning and account linking, as the sign-in uses them."""

from dataclasses import dataclass

from hanse.resources.federation.idp_connections.browser_sso.provisioning import (
    ProvisioningErrorHandling,
    ProvisioningTrigger,
)
from hanse.resources.federation.idp_connections.browser_sso.provisioning_rules import repository_mapping
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.mapping.model import AttributeMapping


@dataclass(frozen=True, eq=False)
class UserProvisioning:
    """The accounts that users of a connection get."""

    # The entity ID of a SAML partner, or the issuer of an OpenID provider.
    issuer: str
    # The attribute with the identifier of a user at the partner.
    subject: str
    # The local identity profile of the accounts.
    profile: str
    mapping: AttributeMapping
    # The attributes of the partner that the mapping can use.
    attributes: frozenset[str]
    # True if the values of existing users are updated.
    updates: bool
    # True if users who cannot be provisioned are refused.
    aborts: bool


@dataclass(frozen=True)
class AccountLinking:
    """The accounts that users of a connection link themselves."""

    # The name of the connection, for users.
    name: str
    # As in `UserProvisioning`.
    issuer: str
    subject: str
    profile: str


def linking_of(connection: IdpConnection) -> AccountLinking | None:
    """Return the account linking of a connection; None if there is none."""
    sso = connection.idp_browser_sso
    profile = None if sso is None else sso.account_linking_profile_ref
    if sso is None or profile is None:
        return None
    return AccountLinking(connection.name, connection.entity_id, sso.subject, profile.id)


def provisioning_of(connection: IdpConnection) -> UserProvisioning | None:
    """Return the provisioning of a connection's users; None if there is none."""
    sso = connection.idp_browser_sso
    jit = None if sso is None else sso.jit_provisioning
    profile = None if jit is None else jit.user_repository.local_identity_profile_ref
    if sso is None or jit is None or profile is None:
        return None
    contract = sso.attribute_contract
    declared = (
        *contract.core_attributes,
        *contract.extended_attributes,
        *jit.user_attributes.attribute_contract,
    )
    return UserProvisioning(
        issuer=connection.entity_id,
        subject=sso.subject,
        profile=profile.id,
        mapping=repository_mapping(jit),
        attributes=frozenset(each.name for each in declared),
        updates=jit.event_trigger is ProvisioningTrigger.ALL_SAML_ASSERTIONS,
        aborts=jit.error_handling is ProvisioningErrorHandling.ABORT_SSO,
    )
