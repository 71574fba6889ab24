"""Changes in a directory: passwords by the extended operation for them (RFC 3062), entries, and their attributes.

Entries are added, modified, renamed and deleted by the operations of RFC 4511, sections 4.6 to 4.9.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ldap3 import MODIFY_DELETE, MODIFY_REPLACE, Connection
from ldap3.core.results import (
    RESULT_CONSTRAINT_VIOLATION,
    RESULT_ENTRY_ALREADY_EXISTS,
    RESULT_INVALID_CREDENTIALS,
    RESULT_NO_SUCH_ATTRIBUTE,
    RESULT_NO_SUCH_OBJECT,
    RESULT_SUCCESS,
    RESULT_UNWILLING_TO_PERFORM,
)

from hanse.data_stores.settings import SourceFailed
from hanse.kit.texts.messages import message

# The directory understood the change and refuses the password.
_AGAINST_THE_PASSWORD: Final = (RESULT_CONSTRAINT_VIOLATION, RESULT_UNWILLING_TO_PERFORM, RESULT_INVALID_CREDENTIALS)


def set_password(connection: Connection, dn: str, old: str | None, new: str) -> str | None:
    """Set an entry's password; return None, or the directory's objection to the new one. Raises SourceFailed.

    With the old password the directory checks that as well.
    """
    connection.extend.standard.modify_password(dn, old, new)
    code, text = _result(connection)
    if code == RESULT_SUCCESS:
        return None
    if code in _AGAINST_THE_PASSWORD:
        return text
    raise SourceFailed(message("The directory rejected the password change: {value}.", value=text))


def remove_attribute(connection: Connection, dn: str, name: str) -> bool:
    """Remove an attribute with all its values; False if the entry has none. Raises SourceFailed."""
    with _writing(connection) as operations:
        operations.modify(dn, {name: [(MODIFY_DELETE, [])]})
    return _made(connection, unless=RESULT_NO_SUCH_ATTRIBUTE)


def add_entry(connection: Connection, dn: str, attributes: Mapping[str, Sequence[str]]) -> bool:
    """Add an entry; False if there is one with this name. Raises SourceFailed."""
    with _writing(connection) as operations:
        operations.add(dn, attributes={name: list(values) for name, values in attributes.items()})
    return _made(connection, unless=RESULT_ENTRY_ALREADY_EXISTS)


def replace_attributes(connection: Connection, dn: str, attributes: Mapping[str, Sequence[str]]) -> bool:
    """Replace all values of some attributes; False if there is no such entry. Raises SourceFailed."""
    with _writing(connection) as operations:
        operations.modify(dn, {name: [(MODIFY_REPLACE, list(values))] for name, values in attributes.items()})
    return _made(connection, unless=RESULT_NO_SUCH_OBJECT)


def rename_entry(connection: Connection, dn: str, rdn: str) -> bool:
    """Give an entry another relative name, without its former one; False if the name is in use. Raises SourceFailed."""
    with _writing(connection) as operations:
        operations.modify_dn(dn, rdn)
    return _made(connection, unless=RESULT_ENTRY_ALREADY_EXISTS)


def delete_entry(connection: Connection, dn: str) -> bool:
    """Delete an entry; False if there is none. Raises SourceFailed."""
    with _writing(connection) as operations:
        operations.delete(dn)
    return _made(connection, unless=RESULT_NO_SUCH_OBJECT)


@contextmanager
def _writing(connection: Connection) -> Iterator[Any]:
    """Yield the operations of a connection, whose types the library does not declare."""
    # Connections are opened for reading, so that no search can change anything.
    connection.read_only = False
    try:
        yield connection
    finally:
        connection.read_only = True


def _made(connection: Connection, *, unless: int) -> bool:
    """Return whether a change was made; False for one result code. Raises SourceFailed for all others."""
    code, text = _result(connection)
    if code in (RESULT_SUCCESS, unless):
        return code == RESULT_SUCCESS
    raise SourceFailed(message("The directory rejected the change of the entry: {value}.", value=text))


def _result(connection: Connection) -> tuple[int, str]:
    result = connection.result
    return int(result["result"]), str(result["message"] or result["description"])
