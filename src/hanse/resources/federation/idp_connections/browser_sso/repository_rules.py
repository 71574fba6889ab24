"""Directories and tables as user repositories: what provisioning writes into them, and errors in their settings."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from hanse import handles
from hanse.config.declare.view import View
from hanse.data_stores.templates import names_in
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.federation.idp_connections.browser_sso.user_repository import (
    ATTRIBUTES,
    FILTER,
    NAMING,
    REPOSITORY_MAPPING,
    SQL_METHOD,
    STORE,
    JitUserRepository,
    UserRepositoryType,
    is_attribute_name,
)

OBJECT_CLASS: Final = "objectClass"
# A comparison of an attribute with a text that has a value of the user.
_COMPARISON: Final = re.compile(r"(?P<attribute>[A-Za-z][A-Za-z0-9-]*|[0-9.]+)=(?P<value>[^()]*\$\{[^{}]+\}[^()]*)")


def compared(filter_: str) -> Mapping[str, str]:
    """Return the attributes that a filter compares with values of the user, and the templates of the values."""
    return {each["attribute"]: each["value"].strip() for each in _COMPARISON.finditer(filter_)}


def naming_of(repository: Mapping[str, Any]) -> str:
    """Return the attribute of the names of new entries: the configured one, or the first that the filter compares."""
    return str(repository.get(NAMING) or next(iter(compared(repository.get(FILTER) or "")), ""))


def written_names(repository: Mapping[str, Any]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the attributes or columns that provisioning writes, and those of them that need a value.

    A saved body lists its attributes. Clients of the API contract send them in the mapping only. In a form, the mapping
    is a list of rows, which follow from the listed attributes.
    """
    required: dict[str, None] = {}
    if repository.get("type") == UserRepositoryType.LDAP:
        naming = naming_of(repository)
        # The filter has a value for its first attribute already.
        named = () if naming in list(compared(repository.get(FILTER) or ""))[:1] or not naming else (naming,)
        required = dict.fromkeys((OBJECT_CLASS, *named))
    elif key := ((repository.get(SQL_METHOD) or {}).get("table") or {}).get("uniqueIdColumn"):
        required = {key: None}
    listed = (each for each in repository.get(ATTRIBUTES) or () if each)
    mapping = repository.get(REPOSITORY_MAPPING)
    names = dict.fromkeys((*required, *listed, *(mapping if isinstance(mapping, dict) else ())))
    return tuple(names), frozenset(required)


def repository_errors(repository: JitUserRepository, sources: frozenset[str], view: View) -> Iterator[FieldError]:
    """Find errors in the settings of a directory or a table; `sources` are the names of values of users."""
    if repository.data_store_ref is None:
        yield FieldError("Choose a data store.", STORE, "required_field")
    else:
        stored = view.find(handles.DATA_STORES, repository.data_store_ref.id)
        if stored is not None and stored.body.get("type") != repository.type:
            text = message("This data store is of the type {value}.", value=stored.body.get("type"))
            yield FieldError(text, STORE, "other_type")
    if repository.type is UserRepositoryType.LDAP:
        yield from _directory_errors(repository, sources)
    elif repository.sql_method is None or repository.sql_method.table is None:
        yield FieldError("Enter the table in which users are rows.", f"{SQL_METHOD}.table", "required_field")


def _directory_errors(repository: JitUserRepository, sources: frozenset[str]) -> Iterator[FieldError]:
    if not repository.base_dn:
        yield FieldError("Enter a base DN such as ou=people,dc=example,dc=com.", "baseDn", "required_field")
    written = {*repository.attributes, *repository.jit_repository_attribute_mapping}
    for name in sorted(written):
        if not is_attribute_name(name):
            text = message("{name} is not the name of an attribute.", name=name)
            yield FieldError(text, ATTRIBUTES, "invalid_attribute")
    yield from _filter_errors(repository.unique_user_id_filter or "", repository.naming_attribute, written, sources)


def _filter_errors(text: str, naming: str | None, written: set[str], sources: frozenset[str]) -> Iterator[FieldError]:
    from hanse.data_stores.ldap_filters import filter_error  # noqa: PLC0415 - the library is slow to import.

    attributes = list(compared(text))
    if not attributes:
        yield FieldError("Enter a filter with a value of the user, such as uid=${SAML_SUBJECT}.", FILTER)
        return
    if reason := filter_error(text):
        yield FieldError(reason, FILTER, "invalid_filter")
    for name in names_in(text):
        if name not in sources:
            yield FieldError(message("No source has an attribute {name}.", name=name), FILTER, "unknown_attribute")
    # Otherwise new entries would not be found again.
    own = {each.lower() for each in (*written, naming or attributes[0], attributes[0])}
    for name in attributes:
        if name.lower() not in own:
            found = message("New entries need a value of {name}, or the filter does not find them again.", name=name)
            yield FieldError(found, FILTER, "unknown_attribute")
