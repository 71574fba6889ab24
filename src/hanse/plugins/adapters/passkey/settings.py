"""The settings of a passkey adapter."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from hanse.config.declare.plugin_fields import TRUE, Field, Form, Table
from hanse.config.declare.types import is_host_name
from hanse.config.plugins.field_shorthands import choice, flag
from hanse.config.plugins.plugin import Settings
from hanse.plugins.contracts.adapters import AdapterRequest

_VERIFICATION, _COUNTER = "User Verification", "Signature Counter"
_REGISTER, _NAMELESS, _MANAGE = "Register Users Without Passkeys", "Sign In Without Username", "Manage Passkeys"
_RP_ID, _RP_NAME, _ORIGINS, _ORIGIN = "Relying Party ID", "Relying Party Name", "Additional Origins", "Origin"
REQUIRED: Final = "required"
_REFUSE, _LOG = "REFUSE", "LOG"
# An origin of the web (RFC 6454, section 6.2), or that of an Android application.
_ORIGIN_TEXT: Final = re.compile(r"https://[a-z0-9.-]{1,253}(:[0-9]{1,5})?|android:apk-key-hash:[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class RelyingParty:
    """The relying party of one sign-in: its ID, its name, and the origins whose pages may use its credentials."""

    id: str
    name: str
    origins: tuple[str, ...]


@dataclass(frozen=True)
class PasskeySettings:
    """The settings of one instance."""

    user_verification: str
    registers: bool
    # True if users can sign in without a step before that names them.
    identifies_users: bool
    lets_users_manage: bool
    refuses_old_counters: bool
    rp_id: str
    rp_name: str
    origins: tuple[str, ...]

    @classmethod
    def read(cls, settings: Settings) -> "PasskeySettings":
        """Return the settings."""
        return cls(
            settings.text(_VERIFICATION),
            settings.flag(_REGISTER),
            settings.flag(_NAMELESS),
            settings.flag(_MANAGE),
            settings.text(_COUNTER) == _REFUSE,
            settings.text(_RP_ID).lower(),
            settings.text(_RP_NAME),
            tuple(row[_ORIGIN] for row in settings.rows(_ORIGINS)),
        )

    def relying_party(self, request: AdapterRequest) -> RelyingParty | None:
        """Return the relying party, or None if the configured ID does not fit this server's host name.

        The ID must be the host name or a parent domain (Web Authentication Level 3, section 5.1.3).
        """
        address = urlsplit(request.resume_url)
        host = address.hostname or ""
        id_ = self.rp_id or host
        if host != id_ and not host.endswith(f".{id_}"):
            return None
        origin = f"{address.scheme}://{address.netloc}"
        return RelyingParty(id_, self.rp_name or id_, (origin, *self.origins))


def _check_rp_id(text: str) -> str | None:
    return None if is_host_name(text.lower()) else "Enter a domain name such as example.com."


def _check_origin(text: str) -> str | None:
    return None if _ORIGIN_TEXT.fullmatch(text) else "Enter an origin such as https://login.example.com."


FORM: Final = Form(
    description="Signs users in with a passkey: a key in their device, password manager or security key. In a policy"
    " after another adapter it is a second factor; without a user from the policy it is the first.",
    fields=(
        choice(
            _VERIFICATION,
            "Verification of the user by the device, for example by a PIN or a fingerprint. It is always required if"
            " no other adapter has named the user.",
            "preferred",
            (REQUIRED, "Required"),
            ("preferred", "Preferred"),
            ("discouraged", "Discouraged"),
        ),
        flag(
            _NAMELESS,
            "Let users sign in with a passkey alone, without entering a username. If off, the adapter fails unless the"
            " policy provides the incoming user ID.",
            TRUE,
        ),
        flag(
            _REGISTER,
            "Let users without a passkey create one during the sign-in. This requires that the policy marks the"
            " incoming user ID as authenticated. If off, their sign-in fails.",
            TRUE,
        ),
        flag(_MANAGE, "Let users add and remove passkeys after they have used one.", TRUE),
        choice(
            _COUNTER,
            "Reaction to a signature counter that does not increase, which may mean that the key was copied. Passkeys"
            " that are synchronized between devices have no counter.",
            _REFUSE,
            (_REFUSE, "Refuse the sign-in"),
            (_LOG, "Write a warning to the log"),
        ),
        Field(
            name=_RP_ID,
            description="Domain for which passkeys are created: the host name of this server or a parent domain. If"
            " empty, the host name is used. If it changes, existing passkeys no longer work.",
            maximum_length=253,
            check=_check_rp_id,
            advanced=True,
        ),
        Field(
            name=_RP_NAME,
            description="Name of this service that browsers show. If empty, they show the relying party ID.",
            maximum_length=64,
            advanced=True,
        ),
    ),
    tables=(
        Table(
            name=_ORIGINS,
            description="Origins besides this server's own whose pages and apps can use the passkeys.",
            columns=(
                Field(
                    name=_ORIGIN,
                    description="Origin, such as https://login.example.com.",
                    required=True,
                    maximum_length=300,
                    check=_check_origin,
                    unique="This origin is already in the list.",
                ),
            ),
        ),
    ),
)
