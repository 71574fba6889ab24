"""The names of the adapter's attributes and pages, and its result."""

from typing import Final

from hanse.plugins.contracts.adapters import Success

SUBJECT, METHOD, VERIFIED = "subject", "method", "userVerified"
# The member of a page's state with the account of the passkey that was used.
ACCOUNT: Final = "localUser"
USE_PAGE, REGISTRATION_PAGE = "use", "register"
PASSKEY_METHOD: Final = "passkey"
# RFC 8176, section 2: proof of possession of a key, presence of the user, and several factors if the device has
# verified the user.
_PRESENT: Final = ("pop", "user")
_VERIFIED: Final = (*_PRESENT, "mfa")


def success(user: str, *, user_verified: bool, local_user: str = "") -> Success:
    """Return the result for a user who has used or created a passkey; `local_user` is the account of the passkey."""
    attributes = {SUBJECT: user, METHOD: PASSKEY_METHOD, VERIFIED: "true" if user_verified else "false"}
    return Success(attributes=attributes, amr=_VERIFIED if user_verified else _PRESENT, local_user=local_user)
