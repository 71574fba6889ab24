"""Names of header fields that administrators choose for facts of proxies."""

import re
from typing import Final

# Part of the characters that RFC 9110, sections 5.1 and 5.6.2, allows. Names that Apache uses have underscores.
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
# Fields that the server itself reads, or that contain credentials: a proxy that used one of them would replace the
# client's own value.
_IN_USE: Final = frozenset(
    {
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "cookie",
        "dpop",
        "host",
        "proxy-authorization",
        "transfer-encoding",
    }
)


def is_available(name: str) -> bool:
    """Return whether a text is the name of a header field that a proxy may set."""
    return _NAME.fullmatch(name) is not None and name.lower() not in _IN_USE
