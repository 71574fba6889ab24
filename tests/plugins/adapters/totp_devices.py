"""Users of the TOTP adapter in tests, and their authenticator apps."""

import re
from base64 import b32decode
from datetime import datetime
from typing import Any

from hanse.plugins.adapters.totp.codes import code_at, step_at
from hanse.plugins.adapters.totp.plugin import TOTP
from tests.plugins.adapters.directory import AdapterUser, Services, plugin_maker

# The user whom an adapter before this one has authenticated.
JOE: dict[str, Any] = {
    "user_id": "joe",
    "user_id_fixed": True,
    "user_id_authenticated": True,
    "has_authenticated": True,
}


def totp_user(services: Services | None = None, /, **settings: str) -> AdapterUser:
    return AdapterUser(plugin_maker(TOTP, {}, **settings), services or Services(is_random=True))


def app_code(secret: str, now: datetime, drift: int = 0) -> str:
    """Return the code that an app shows, which knows the secret of the page."""
    octets = b32decode(re.sub(r"\s", "", secret))
    return code_at(octets, step_at(now) + drift)


def enroll(user: AdapterUser, **known: Any) -> str:
    """Add the first device in a sign-in, and return its secret."""
    page = user.start(**{**JOE, **known})
    secret = str(page.values["secret"])
    user.resume({"name": "Phone", "otp": app_code(secret, user.now), "pf.ok": "clicked"})
    user.wait(seconds=60)
    return secret
