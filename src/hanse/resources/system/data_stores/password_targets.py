"""Keeps stored passwords of data stores from being sent to other servers than those that they were entered for.

Administrators who may change a data store need not know its password, and must not learn it by naming a server of
their own. They also see encrypted passwords in answers of the API, so an encrypted password that is sent is treated
like a stored one.
"""

from collections.abc import Iterator

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.errors import FieldError
from hanse.resources.system.data_stores.model import DataStore, DataStoreType
from hanse.resources.system.data_stores.tagged_servers import places_of


def check_password_stays(proposal: Proposal[DataStore]) -> Iterator[FieldError]:
    """Find a stored or encrypted password that would be sent to another server than before."""
    if sends_password_elsewhere(proposal.new, proposal.old, proposal.view):
        yield FieldError(
            "Enter the password again. The change would send it to another server.", "password", "required_field"
        )


def keeps_password(new: DataStore, old: DataStore) -> bool:
    """Return whether a save keeps the stored password."""
    return not new.password and new.encrypted_password in (None, old.encrypted_password)


def sends_password_elsewhere(new: DataStore, old: DataStore | None, view: View) -> bool:
    """Return whether a password that is not sent in clear would go where no data store sends it, or less protected.

    An encrypted password is accepted if the data store itself, or another one that has the same password, already
    sends it to these servers. When a configuration is imported, that is the imported data store itself.
    """
    if old is not None and keeps_password(new, old):
        return bool(old.encrypted_password) and _goes_elsewhere(new, old)
    if new.password or not new.encrypted_password:
        return False
    try:
        password = _opened(view, new.encrypted_password)
    except BrokenSeal:
        # The save itself refuses what cannot be decrypted.
        return False
    return not any(
        not _goes_elsewhere(new, other) for other in _stores(view, new.id) if _has_password(view, other, new, password)
    )


def _stores(view: View, first: str | None) -> Iterator[DataStore]:
    """Yield all data stores; the one with the same id first, as that is the one in most cases."""
    if first is not None and view.has(handles.DATA_STORES, first):
        yield view.model(handles.DATA_STORES, first)
    for stored in view.everything(handles.DATA_STORES):
        yield view.model(handles.DATA_STORES, stored.id)


def _has_password(view: View, other: DataStore, new: DataStore, password: str | None) -> bool:
    if not other.encrypted_password or other.encrypted_password == new.encrypted_password:
        return bool(other.encrypted_password)
    try:
        # After a rotation of encryption keys, clients may send what they read before it.
        return _opened(view, other.encrypted_password) == password
    except BrokenSeal:
        return False


def _opened(view: View, sealed: str) -> str | None:
    return view.secret(handles.DATA_STORES, StoredDocument("", {"encryptedPassword": sealed}, 0), "password")


def _goes_elsewhere(new: DataStore, old: DataStore) -> bool:
    if new.type is not old.type:
        return True
    if new.type is DataStoreType.JDBC:
        return new.driver_class != old.driver_class or not places_of(new) <= places_of(old)
    was_protected = old.use_ssl or old.use_start_tls
    is_protected = new.use_ssl or new.use_start_tls
    weaker = (was_protected and not is_protected) or (old.verify_host and new.verify_host is False and is_protected)
    return bool(weaker) or not places_of(new) <= places_of(old)
