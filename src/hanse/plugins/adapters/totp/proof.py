"""The names of the adapter's attributes and pages, and its result."""

from typing import Final

from hanse.plugins.adapters.second_factors.factor_users import user_of
from hanse.plugins.contracts.adapters import AdapterRequest, Success

SUBJECT, METHOD = "subject", "method"
TOTP_METHOD, RECOVERY_METHOD = "totp", "recovery_code"
CODE_PAGE, RECOVERY_PAGE, ENROLLMENT_PAGE, CODES_PAGE = "code", "recovery", "enroll", "codes"
# RFC 8176, section 2. A recovery code is a one-time password too.
_AMR: Final = ("otp",)


def success(request: AdapterRequest, method: str) -> Success:
    """Return the result for the user of the request, who has proved to have a device or a recovery code."""
    return Success(attributes={SUBJECT: user_of(request), METHOD: method}, amr=_AMR)
