"""Changes in a directory: passwords by the extended operation for them (RFC 3062), and attributes (RFC 4511, 4.6)."""

from typing import Any, Final

from ldap3 import MODIFY_DELETE, Connection
from ldap3.core.results import (
    RESULT_CONSTRAINT_VIOLATION,
    RESULT_INVALID_CREDENTIALS,
    RESULT_NO_SUCH_ATTRIBUTE,
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
    # The library's types do not cover this method.
    modify: Any = connection.modify
    # Connections are opened for reading, so that no search can change anything.
    connection.read_only = False
    try:
        modify(dn, {name: [(MODIFY_DELETE, [])]})
    finally:
        connection.read_only = True
    code, text = _result(connection)
    if code in (RESULT_SUCCESS, RESULT_NO_SUCH_ATTRIBUTE):
        return bool(code == RESULT_SUCCESS)
    raise SourceFailed(message("The directory rejected the change of the entry: {value}.", value=text))


def _result(connection: Connection) -> tuple[int, str]:
    result = connection.result
    return int(result["result"]), str(result["message"] or result["description"])
