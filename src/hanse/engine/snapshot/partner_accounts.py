"""Accounts of a connection's users: provisioning and account linking, as the sign-in uses them."""

from dataclasses import dataclass

from hanse.data_stores.templates import names_in
from hanse.resources.federation.idp_connections.browser_sso.provisioning import (
    ProvisioningErrorHandling,
    ProvisioningTrigger,
)
from hanse.resources.federation.idp_connections.browser_sso.provisioning_rules import repository_mapping
from hanse.resources.federation.idp_connections.browser_sso.repository_rules import compared
from hanse.resources.federation.idp_connections.browser_sso.user_repository import (
    JitUserRepository,
    UserRepositoryType,
)
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.mapping.model import AttributeMapping


@dataclass(frozen=True)
class DirectoryRepository:
    """A directory in which users are entries. `naming` is the attribute of the names of new entries."""

    store: str
    base: str
    filter: str
    naming: str
    # The template of the naming attribute's value if the mapping has none; empty for none.
    naming_value: str

    def identifies_by(self, subject: str) -> bool:
        """Return whether users are found by this attribute of the partner."""
        return subject in names_in(self.filter)


@dataclass(frozen=True)
class TableRepository:
    """A table in which users are rows; `key` is the column that identifies them, and `key_source` its source."""

    store: str
    schema: str | None
    table: str
    key: str
    key_source: str

    def identifies_by(self, subject: str) -> bool:
        """Return whether users are found by this attribute of the partner."""
        return subject in self.key_source


@dataclass(frozen=True, eq=False)
class UserProvisioning:
    """The accounts that users of a connection get."""

    # The entity ID of a SAML partner, or the issuer of an OpenID provider.
    issuer: str
    # The attribute with the identifier of a user at the partner.
    subject: str
    # The local identity profile of the accounts; empty if users are entries of a directory or rows of a table.
    profile: str
    mapping: AttributeMapping
    # The attributes of the partner that the mapping can use.
    attributes: frozenset[str]
    # True if the values of existing users are updated.
    updates: bool
    # True if users who cannot be provisioned are refused.
    aborts: bool
    repository: DirectoryRepository | TableRepository | None = None


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
    if sso is None or jit is None:
        return None
    profile, repository = jit.user_repository.local_identity_profile_ref, _repository_of(jit.user_repository)
    if profile is None and repository is None:
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
        profile="" if profile is None else profile.id,
        mapping=repository_mapping(jit),
        attributes=frozenset(each.name for each in declared),
        updates=jit.event_trigger is ProvisioningTrigger.ALL_SAML_ASSERTIONS,
        aborts=jit.error_handling is ProvisioningErrorHandling.ABORT_SSO,
        repository=repository,
    )


def _repository_of(settings: JitUserRepository) -> DirectoryRepository | TableRepository | None:
    store = settings.data_store_ref
    if store is None:
        return None
    if settings.type is UserRepositoryType.LDAP:
        filter_ = settings.unique_user_id_filter or ""
        naming = settings.naming_attribute or next(iter(compared(filter_)), "")
        return DirectoryRepository(store.id, settings.base_dn or "", filter_, naming, compared(filter_).get(naming, ""))
    table = None if settings.sql_method is None else settings.sql_method.table
    if table is None:
        return None
    source = settings.jit_repository_attribute_mapping.get(table.unique_id_column)
    key_source = "" if source is None else source.value
    return TableRepository(store.id, table.schema_ or None, table.table_name, table.unique_id_column, key_source)
