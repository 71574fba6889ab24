"""What clients and the server's settings share: grants, and the units of their lifetimes."""

from enum import StrEnum

# Of a set of them in a body; there are fewer, and repetitions are taken.
MOST_GRANT_TYPES = 100


class GrantType(StrEnum):
    """The ways to a token."""

    AUTHORIZATION_CODE = "AUTHORIZATION_CODE"
    IMPLICIT = "IMPLICIT"
    RESOURCE_OWNER_CREDENTIALS = "RESOURCE_OWNER_CREDENTIALS"
    CLIENT_CREDENTIALS = "CLIENT_CREDENTIALS"
    REFRESH_TOKEN = "REFRESH_TOKEN"  # noqa: S105 - the name of a grant type.
    EXTENSION = "EXTENSION"
    DEVICE_CODE = "DEVICE_CODE"
    ACCESS_TOKEN_VALIDATION = "ACCESS_TOKEN_VALIDATION"  # noqa: S105 - the name of a grant type.
    CIBA = "CIBA"
    TOKEN_EXCHANGE = "TOKEN_EXCHANGE"  # noqa: S105 - the name of a grant type.


class LongUnit(StrEnum):
    """The units of grants' lifetimes."""

    MINUTES = "MINUTES"
    DAYS = "DAYS"
    HOURS = "HOURS"


class ShortUnit(StrEnum):
    """The units of intervals between refreshes."""

    SECONDS = "SECONDS"
    MINUTES = "MINUTES"
    HOURS = "HOURS"
