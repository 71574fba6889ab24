"""Verification of Kerberos tickets that browsers send (RFC 4559), with the Kerberos libraries of the system.

The libraries are optional. They get the keys of this server's account in memory and read no other keys, and they call
no key distribution center: the ticket itself proves that one has issued it.
"""

import threading
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from typing import Any, Final

import structlog

from hanse.kit.errors import Unavailable
from hanse.kit.texts.messages import message

LOG = structlog.stdlib.get_logger("hanse.signin")
MISSING: Final = "The Kerberos libraries are not installed. Install the extra kerberos of this server."
# aes256-cts-hmac-sha1-96 and aes128-cts-hmac-sha1-96 (RFC 3962). Older types are broken.
_ENCRYPTION_TYPES: Final = (18, 17)
_KERBEROS: Final = "1.2.840.113554.1.2.2"
_NTLM: Final = b"NTLMSSP\x00"
_NUMBERS = count(1)


class TicketRefused(Exception):
    """A token contains no valid ticket for this server. The text is for the log and the trace."""


@dataclass(frozen=True)
class _Libraries:
    gssapi: Any
    krb5: Any


def libraries() -> _Libraries:
    """Return the libraries. Raises Unavailable if they are not installed."""
    try:
        return _Libraries(import_module("gssapi"), import_module("krb5"))
    except ImportError as error:
        LOG.error("Kerberos libraries not available", reason=str(error))  # noqa: TRY400 - the reason says all.
        raise Unavailable(MISSING) from error


@dataclass(frozen=True)
class PreviousPassword:
    """A password before a change, and the time in seconds since the epoch until which its tickets are accepted."""

    password: str = field(repr=False)
    until: float


@dataclass
class RealmTickets:
    """Verifies tickets for the account of this server in one realm. Many threads may use it."""

    realm: str
    username: str
    password: str = field(repr=False)
    previous: tuple[PreviousPassword, ...] = ()
    _table: "_KeyTable | None" = field(default=None, init=False, repr=False, compare=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    def user_of(self, token: bytes, now: float) -> str:
        """Return the name of the user, without the realm, to whom the ticket in a token was issued.

        `now` is the time in seconds since the epoch. Raises TicketRefused, and Unavailable without the libraries.
        """
        if token.startswith(_NTLM):
            # The browser has no ticket. NTLM would prove the password to a domain controller only.
            raise TicketRefused("The browser sent NTLM instead of a Kerberos ticket.")
        found = libraries()
        try:
            store = {"keytab": self._key_table(found, now).name}
            credentials = found.gssapi.Credentials(usage="accept", store=store)
            context = found.gssapi.SecurityContext(creds=credentials, usage="accept")
            context.step(token)
            if not context.complete or context.mech.dotted_form != _KERBEROS:
                raise TicketRefused("The token contains no Kerberos ticket.")
            principal = str(context.initiator_name)
        except (found.gssapi.exceptions.GSSError, found.krb5.Krb5Error) as error:
            raise TicketRefused(message("The ticket is not valid: {reason}", reason=str(error))) from error
        name, at, realm = principal.rpartition("@")
        if not at or realm != self.realm or not name:
            raise TicketRefused("The user belongs to another realm.")
        return name

    def _key_table(self, found: _Libraries, now: float) -> "_KeyTable":
        """Return the key table in memory, which is made at the first ticket, and anew when a previous key expires."""
        passwords = (self.password, *(each.password for each in self.previous if each.until > now))
        with self._lock:
            if self._table is None or self._table.passwords != passwords:
                self._table = _key_table(found.krb5, f"{self.username}@{self.realm}", self._salt(), passwords)
            return self._table

    def _salt(self) -> bytes:
        """Return the default salt: the realm and the name, without its slashes (RFC 4120, section 4)."""
        return f"{self.realm}{self.username.replace('/', '')}".encode()


@dataclass(frozen=True)
class _KeyTable:
    """A key table in memory. The objects of the library must stay referenced as long as it is used."""

    name: str
    passwords: tuple[str, ...] = field(repr=False)
    objects: Any = field(repr=False)


def _key_table(krb5: Any, principal: str, salt: bytes, passwords: tuple[str, ...]) -> _KeyTable:
    """Return the table with the keys of all passwords.

    The library tries all keys of a ticket's encryption type, whatever their version numbers.
    """
    context = krb5.init_secure_context()
    account = krb5.parse_name_flags(context, principal.encode())
    name = f"MEMORY:hanse-{next(_NUMBERS)}"
    table = krb5.kt_resolve(context, name.encode())
    for version, password in enumerate(passwords, 1):
        for each in _ENCRYPTION_TYPES:
            key = krb5.c_string_to_key(context, each, password.encode(), salt)
            krb5.kt_add_entry(context, table, account, version, 0, key)
    return _KeyTable(name, passwords, (context, table))
