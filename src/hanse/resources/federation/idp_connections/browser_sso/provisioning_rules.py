"""The fields or attributes of users that provisioning fills in, and errors in their mapping."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.rules import repeated_attributes
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.federation.idp_connections.browser_sso.model import MEMBER, IdpBrowserSso
from hanse.resources.federation.idp_connections.browser_sso.provisioning import (
    JIT,
    REPOSITORY,
    JitProvisioning,
)
from hanse.resources.federation.idp_connections.browser_sso.repository_rules import repository_errors, written_names
from hanse.resources.federation.idp_connections.browser_sso.target_mapping_rules import user_source
from hanse.resources.federation.idp_connections.browser_sso.user_repository import (
    PROFILE,
    REPOSITORY_MAPPING,
    UserRepositoryType,
)
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.resources.mapping.contexts import request_context
from hanse.resources.mapping.mapping_rules import mapping_errors
from hanse.resources.mapping.model import AttributeMapping
from hanse.resources.mapping.offer import MappingOffer, MappingSource, names_of

USER_REPOSITORY: Final = f"{MEMBER}.{JIT}.{REPOSITORY}"
ADDED_ATTRIBUTES: Final = f"{MEMBER}.{JIT}.userAttributes.attributeContract"
_REQUIRED: Final = "Required"


def provisioning_offer(view: View, body: Mapping[str, Any]) -> MappingOffer:
    """Return the fields of the chosen repository, and the partner's user as their source."""
    sso = body.get(MEMBER) or {}
    jit = sso.get(JIT) or {}
    repository = jit.get(REPOSITORY) or {}
    user = user_source(sso)
    added = ((jit.get("userAttributes") or {}).get("attributeContract")) or ()
    attributes = dict.fromkeys((*(user.attributes or ()), *(each["name"] for each in added if each.get("name"))))
    sources = (MappingSource(user.type, user.label, tuple(attributes)), request_context())
    if repository.get("type") in (UserRepositoryType.LDAP, UserRepositoryType.JDBC):
        names, required = written_names(repository)
        missing = message("Enter the unique ID column or other columns of the table first.")
        return MappingOffer(names, sources, required, frozenset(names) - required, missing)
    return _profile_offer(view, repository, sources)


def _profile_offer(view: View, repository: Mapping[str, Any], sources: tuple[MappingSource, ...]) -> MappingOffer:
    """Return the fields of the chosen profile."""
    profile = view.find(handles.LOCAL_IDENTITY_PROFILES, str((repository.get(PROFILE) or {}).get("id") or ""))
    fields = [] if profile is None else (profile.body.get("fieldConfig") or {}).get("fields") or []
    required = frozenset(each["id"] for each in fields if (each.get("attributes") or {}).get(_REQUIRED))
    names = tuple(each["id"] for each in fields)
    no_profile, no_fields = message("Choose a local identity profile first."), message("The profile has no fields.")
    missing = no_profile if profile is None else no_fields
    return MappingOffer(names, sources, required, frozenset(names) - required, missing)


def provisioning_errors(connection: IdpConnection, sso: IdpBrowserSso, view: View) -> Iterator[FieldError]:
    """Find fields without a source, sources that do not exist, and repositories that cannot be used."""
    jit = sso.jit_provisioning
    if jit is None:
        return
    repository = jit.user_repository
    is_profile = repository.type is UserRepositoryType.LOCAL_IDENTITY_PROFILE
    if is_profile and repository.local_identity_profile_ref is None:
        yield FieldError("Choose a local identity profile.", f"{USER_REPOSITORY}.{PROFILE}", "required_field")
        return
    own = (sso.subject, *(each.name for each in sso.attribute_contract.extended_attributes))
    added = (each.name for each in jit.user_attributes.attribute_contract)
    yield from repeated_attributes(added, own, ADDED_ATTRIBUTES)
    offer = provisioning_offer(view, to_body(connection))
    if not is_profile:
        for error in repository_errors(repository, names_of(offer.sources), view):
            yield FieldError(error.message, f"{USER_REPOSITORY}.{error.field_path}", error.error_id)
    for error in mapping_errors(repository_mapping(jit), offer, view):
        path = (error.field_path or "").replace("attributeContractFulfillment", REPOSITORY_MAPPING, 1)
        yield FieldError(error.message, f"{USER_REPOSITORY}.{path}", error.error_id)


def repository_mapping(jit: JitProvisioning) -> AttributeMapping:
    """Return the mapping of a user's attributes to the fields of the repository."""
    fulfillment = jit.user_repository.jit_repository_attribute_mapping
    return AttributeMapping(attribute_sources=[], attribute_contract_fulfillment=fulfillment)
