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
# Tickets are found by their encryption type, so any number serves.
_KEY_VERSION: Final = 1
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


@dataclass
class RealmTickets:
    """Verifies tickets for the account of this server in one realm. Many threads may use it."""

    realm: str
    username: str
    password: str = field(repr=False)
    _keys: Any = field(default=None, init=False, repr=False)
    _keys_name: str = field(default="", init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def user_of(self, token: bytes) -> str:
        """Return the name of the user, without the realm, to whom the ticket in a token was issued.

        Raises TicketRefused, and Unavailable without the libraries.
        """
        if token.startswith(_NTLM):
            # The browser has no ticket. NTLM would prove the password to a domain controller only.
            raise TicketRefused("The browser sent NTLM instead of a Kerberos ticket.")
        found = libraries()
        try:
            store = {"keytab": self._keytab(found)}
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

    def _keytab(self, found: _Libraries) -> str:
        """Return the name of the key table in memory, which is made at the first ticket."""
        with self._lock:
            if not self._keys_name:
                name = f"MEMORY:hanse-{next(_NUMBERS)}"
                self._keys = _keys(found.krb5, name, self)
                self._keys_name = name
            return self._keys_name


def _keys(krb5: Any, name: str, realm: RealmTickets) -> tuple[Any, Any]:
    """Return the context of a key table, and the table with the keys of the account. Both must stay referenced.

    The salt is the default one: the realm and the name, without its slashes (RFC 4120, section 4).
    """
    context = krb5.init_secure_context()
    account = krb5.parse_name_flags(context, f"{realm.username}@{realm.realm}".encode())
    table = krb5.kt_resolve(context, name.encode())
    salt = f"{realm.realm}{realm.username.replace('/', '')}".encode()
    for each in _ENCRYPTION_TYPES:
        key = krb5.c_string_to_key(context, each, realm.password.encode(), salt)
        krb5.kt_add_entry(context, table, account, _KEY_VERSION, 0, key)
    return context, table
