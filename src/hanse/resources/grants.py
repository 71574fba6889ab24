"""What clients and the server's settings share: grants, and the units of their lifetimes."""

from hanse.kit.texts.labels import Labeled

# Of a set of them in a body; there are fewer, and repetitions are taken.
MOST_GRANT_TYPES = 100


class GrantType(Labeled):
    """The ways to a token."""

    AUTHORIZATION_CODE = "AUTHORIZATION_CODE", "Authorization code"
    IMPLICIT = "IMPLICIT", "Implicit"
    RESOURCE_OWNER_CREDENTIALS = "RESOURCE_OWNER_CREDENTIALS", "Resource owner credentials"
    CLIENT_CREDENTIALS = "CLIENT_CREDENTIALS", "Client credentials"
    REFRESH_TOKEN = "REFRESH_TOKEN", "Refresh token"
    EXTENSION = "EXTENSION", "Extension"
    DEVICE_CODE = "DEVICE_CODE", "Device code"
    ACCESS_TOKEN_VALIDATION = "ACCESS_TOKEN_VALIDATION", "Access token validation"
    CIBA = "CIBA", "CIBA"
    TOKEN_EXCHANGE = "TOKEN_EXCHANGE", "Token exchange"


class LongUnit(Labeled):
    """The units of grants' lifetimes."""

    MINUTES = "MINUTES", "Minutes"
    DAYS = "DAYS", "Days"
    HOURS = "HOURS", "Hours"


class ShortUnit(Labeled):
    """The units of intervals between refreshes."""

    SECONDS = "SECONDS", "Seconds"
    MINUTES = "MINUTES", "Minutes"
    HOURS = "HOURS", "Hours"
