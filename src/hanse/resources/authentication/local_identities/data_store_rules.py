"""The rules of profiles whose users are in a directory."""

from collections.abc import Iterator
from typing import Final

from hanse import handles
from hanse.config.change.write_transaction import WriteTransaction
from hanse.config.declare.view import View
from hanse.data_stores.templates import required_names
from hanse.kit.errors import FieldError
from hanse.kit.local_users import EmbeddedLocalUsers
from hanse.kit.texts.messages import message
from hanse.plugins.local_identities.directory.entry_form import ENTRY_ID, SET_BY_DIRECTORY
from hanse.resources.authentication.local_identities.data_store_model import LdapDataStoreConfig
from hanse.resources.authentication.local_identities.field_model import LocalIdentityFieldType
from hanse.resources.authentication.local_identities.rules import HAS_USERS, Profiles, fields_of, unique_ids

_CONFIG: Final = "dataStoreConfig"
_PATTERN: Final = f"{_CONFIG}.createPattern"
_MAPPING: Final = f"{_CONFIG}.dataStoreMapping"


def check_data_store(proposal: Profiles) -> Iterator[FieldError]:
    """Check the directory, the mapping of the fields, and the names of new entries."""
    new = proposal.new
    config = new.data_store_config
    if config is None:
        return
    if (proposal.old is None or proposal.old.data_store_config is None) and _has_users(proposal.view, new.id):
        text = "This server stores users of the profile. Delete them before you store users in a directory."
        yield FieldError(text, _CONFIG, HAS_USERS)
    stored = proposal.view.find(handles.DATA_STORES, config.data_store_ref.id)
    if stored is not None and stored.body["type"] != "LDAP":
        yield FieldError("Choose a data store of the type LDAP.", f"{_CONFIG}.dataStoreRef", "invalid_data_store")
    if (config.account_disabled_attribute is None) is not (config.account_disabled_value is None):
        name = "accountDisabledValue" if config.account_disabled_value is None else "accountDisabledAttribute"
        yield FieldError("Enter both the attribute and the value.", f"{_CONFIG}.{name}", "required_field")
    yield from _check_mapping(proposal, config)
    yield from _check_pattern(config) if config.create_pattern else ()
    if new.registration_enabled:
        for value, name in ((config.create_pattern, "createPattern"), (config.object_class, "objectClass")):
            if not value:
                yield FieldError(
                    "Users can register only if entries can be added.", f"{_CONFIG}.{name}", "required_field"
                )


def _check_mapping(proposal: Profiles, config: LdapDataStoreConfig) -> Iterator[FieldError]:
    mapped = {name: each.name.lower() for name, each in config.data_store_mapping.items()}
    used: set[str] = set()
    unique = unique_ids(proposal.new)
    for field in fields_of(proposal.new):
        attribute, path = mapped.get(field.id), f"{_MAPPING}.{field.id}"
        if attribute is None:
            lacking = message("Enter the attribute of the field {field}.", field=field.id)
            yield FieldError(lacking, path, "required_field")
        elif attribute in used:
            yield FieldError("Use each attribute for one field only.", path, "value_in_use")
        elif attribute in SET_BY_DIRECTORY and (field.id in unique or field.type is not LocalIdentityFieldType.HIDDEN):
            text = "Only the directory sets this attribute. Map it to a hidden field."
            yield FieldError(text, path, "invalid_attribute")
        used.add(attribute or "")


def _check_pattern(config: LdapDataStoreConfig) -> Iterator[FieldError]:
    known = {ENTRY_ID, *config.data_store_mapping, *(each.name for each in config.data_store_mapping.values())}
    for name in required_names(config.create_pattern):
        if name not in known:
            unknown = message("The profile has no field {field}, and no attribute of this name is mapped.", field=name)
            yield FieldError(unknown, _PATTERN, "unknown_field")
    if not any(required_names(config.create_pattern)):
        text = "Include a field of the profile, such as uid=${mail}. Otherwise all entries would have the same name."
        yield FieldError(text, _PATTERN, "required_field")


def _has_users(view: View, id_: str | None) -> bool:
    """Return whether this server stores users of a profile."""
    if id_ is None or not isinstance(view, WriteTransaction):
        return False
    return bool(view.ports.get(EmbeddedLocalUsers).page(id_, search="", after="", most=1).items)
