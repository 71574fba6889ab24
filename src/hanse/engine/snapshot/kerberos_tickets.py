"""The realms whose Kerberos tickets sign users in, with the account of this server."""

from collections.abc import Iterator, Mapping
from typing import Final

from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery, StoredDocument
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable_document
from hanse.kit.clock import from_text
from hanse.plugins.kerberos_tickets import PreviousPassword, RealmTickets
from hanse.resources.system.kerberos_key_sets import WAY_OF_PASSWORD, KerberosKeySet, retention, way_of_key_set
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from hanse.resources.system.kerberos_settings import KERBEROS_SETTINGS


def _compile(given: CompilerInput[Mapping[str, RealmTickets]]) -> Mapping[str, RealmTickets]:
    found: dict[str, RealmTickets] = {}
    for stored in given.view.list(KERBEROS_REALMS, ListQuery()).items:
        realm = readable_document(KERBEROS_REALMS, stored.id, stored.body)
        if realm is None:
            continue
        # The names of realms are case-sensitive, and those of Active Directory are in capitals (RFC 4120, section 6.1).
        name, account = realm.kerberos_realm_name.upper(), realm.kerberos_username
        password = given.view.secret(KERBEROS_REALMS, stored, *WAY_OF_PASSWORD) or ""
        previous = tuple(_previous(given.view, stored, realm.key_sets))
        found[stored.id] = RealmTickets(name, account, password, previous)
    return found


def _previous(view: View, stored: StoredDocument, key_sets: list[KerberosKeySet]) -> Iterator[PreviousPassword]:
    if not key_sets:
        return
    kept_for = retention(view)
    for number, each in enumerate(key_sets):
        password = view.secret(KERBEROS_REALMS, stored, *way_of_key_set(number))
        if password:
            yield PreviousPassword(password, (from_text(each.deactivated_at) + kept_for).timestamp())


KERBEROS_TICKETS: Final = Compiler(
    "Kerberos tickets", frozenset({KERBEROS_REALMS.kind, KERBEROS_SETTINGS.kind}), _compile
)
