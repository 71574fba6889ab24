"""Grant types and the units of their lifetimes, which clients and the server's settings share."""

from hanse.kit.texts.labels import Labeled

# Maximum number of grant types in a body. There are fewer, but repeated entries are accepted.
MOST_GRANT_TYPES = 100


class GrantType(Labeled):
    """OAuth grant types."""

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
    """Units of the lifetimes of grants."""

    MINUTES = "MINUTES", "Minutes"
    DAYS = "DAYS", "Days"
    HOURS = "HOURS", "Hours"


class ShortUnit(Labeled):
    """Units of the intervals between uses of refresh tokens."""

    SECONDS = "SECONDS", "Seconds"
    MINUTES = "MINUTES", "Minutes"
    HOURS = "HOURS", "Hours"
