"""The realms whose Kerberos tickets sign users in, with the account of this server."""

from collections.abc import Mapping
from typing import Final

from hanse.config.list_query import ListQuery
from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable_document
from hanse.plugins.kerberos_tickets import RealmTickets
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS


def _compile(given: CompilerInput[Mapping[str, RealmTickets]]) -> Mapping[str, RealmTickets]:
    found: dict[str, RealmTickets] = {}
    for stored in given.view.list(KERBEROS_REALMS, ListQuery()).items:
        realm = readable_document(KERBEROS_REALMS, stored.id, stored.body)
        if realm is None:
            continue
        # The names of realms are case-sensitive, and those of Active Directory are in capitals (RFC 4120, section 6.1).
        name, account = realm.kerberos_realm_name.upper(), realm.kerberos_username
        password = given.view.secret(KERBEROS_REALMS, stored, "kerberosPassword") or ""
        found[stored.id] = RealmTickets(name, account, password)
    return found


KERBEROS_TICKETS: Final = Compiler("Kerberos tickets", frozenset({KERBEROS_REALMS.kind}), _compile)
