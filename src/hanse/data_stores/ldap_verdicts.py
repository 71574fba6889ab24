"""A directory's verdict on a password, from the result of a bind (RFC 4511, section 4.2.2)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ldap3 import Connection
from ldap3.core.results import RESULT_INVALID_CREDENTIALS, RESULT_NO_SUCH_OBJECT, RESULT_SUCCESS

from hanse.kit.texts.messages import message

_EXPIRED_CONTROL, _EXPIRING_CONTROL = "2.16.840.1.113730.3.4.4", "2.16.840.1.113730.3.4.5"
_DIGITS = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True)
class PasswordVerdict:
    """A directory's verdict on a password."""

    right: bool
    # The password must be changed before it can be used: a control that many directories send
    # (draft-vchu-ldap-pwd-policy, section 3.1.1), even if they accept the password.
    expired: bool = False
    # The reason of a refusal that concerns neither the name nor the password; empty otherwise.
    refusal: str = ""
    # The directory's own message.
    message: str = ""
    # Seconds until it expires, if the directory sends that (section 3.1.2).
    expires_in: int | None = None


def verdict_of(connection: Connection) -> PasswordVerdict:
    """Return the verdict in the result of a connection's bind."""
    result = connection.result
    code, text = result["result"], str(result["message"] or "")
    controls = result.get("controls") or {}
    expired = _EXPIRED_CONTROL in controls
    if code in (RESULT_SUCCESS, RESULT_INVALID_CREDENTIALS, RESULT_NO_SUCH_OBJECT):
        left = _seconds(controls.get(_EXPIRING_CONTROL))
        return PasswordVerdict(code == RESULT_SUCCESS, expired, message=text, expires_in=left)
    refusal = message("The directory rejected the bind: {value}.", value=text or result["description"])
    return PasswordVerdict(right=False, expired=expired, refusal=refusal, message=text)


def _seconds(control: Any) -> int | None:
    """Return the number in the value of a control, which consists of digits."""
    value = control.get("value") if isinstance(control, Mapping) else None
    text = value.decode("ascii", "replace") if isinstance(value, bytes) else ""
    return int(text) if _DIGITS.fullmatch(text) else None
