"""Names of the wire as people read them."""

import re

_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z0-9]+")

# Abbreviations as the field writes them.
_ABBREVIATIONS = (
    *(
        "ATM",
        "CIBA",
        "CIDR",
        "DN",
        "DPoP",
        "HTTP",
        "HTTPS",
        "ID",
        "JDBC",
        "IdP",
        "JWKS",
        "JWT",
        "LDAP",
        "OAuth",
        "OIDC",
        "PKCE",
    ),
    *("AES", "API", "CBC", "DIR", "ECDH", "GCM", "HMAC", "JARM", "OAEP", "PingAccess", "RSA", "SHA"),
    *("SAML", "SLO", "SP", "SQL", "SSO", "TLS", "URI", "URIs", "URL"),
)
# Those that nobody writes are words again.
_WRITTEN = {word.lower(): word for word in _ABBREVIATIONS} | {"pcv": "password credential validator"}


def humanised(name: str) -> str:
    """Return a name from the wire as people write it: `clientSecret` and `CLIENT_SECRET` are "Client secret"."""
    words = name.lower().split("_") if name.isupper() else [word.lower() for word in _WORDS.findall(name)]
    # What has digits in it is an algorithm or a version, and written as it is.
    words = [word.upper() if any(map(str.isdigit, word)) else _WRITTEN.get(word, word) for word in words]
    text = " ".join(words)
    return text[:1].upper() + text[1:]
