"""HTTP Basic authentication in requests to other servers (RFC 7617)."""

import base64
from urllib.parse import quote_plus


def basic(username: str, password: str) -> str:
    """Return the value of the header field Authorization, with UTF-8."""
    return "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()


def basic_of_client(client_id: str, secret: str) -> str:
    """Return the value for an OAuth client, which encodes its ID and secret first (RFC 6749, section 2.3.1)."""
    return basic(quote_plus(client_id), quote_plus(secret))
