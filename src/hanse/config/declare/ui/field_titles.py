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
    *("API", "JARM", "PingAccess"),
    *("SAML", "SLO", "SP", "SQL", "SSO", "TLS", "URI", "URIs", "URL"),
)
# Those that nobody writes are words again.
_WRITTEN = {word.lower(): word for word in _ABBREVIATIONS} | {"pcv": "password credential validator"}

# Algorithms as their registry and everybody who configures the other side writes them (RFC 7518, sections 4.1 and 5.1).
_ALGORITHMS = {
    "DIR": "dir",
    "ECDH_ES": "ECDH-ES",
    "RSA_OAEP": "RSA-OAEP",
    "RSA_OAEP_256": "RSA-OAEP-256",
    **{f"ECDH_ES_A{bits}KW": f"ECDH-ES+A{bits}KW" for bits in (128, 192, 256)},
    **{f"AES_{bits}_GCM": f"A{bits}GCM" for bits in (128, 192, 256)},
    **{f"AES_{bits}_CBC_HMAC_SHA_{2 * bits}": f"A{bits}CBC-HS{2 * bits}" for bits in (128, 192, 256)},
}


def humanised(name: str) -> str:
    """Return a name from the wire as people write it: `clientSecret` and `CLIENT_SECRET` are "Client secret"."""
    if name in _ALGORITHMS:
        return _ALGORITHMS[name]
    words = name.lower().split("_") if name.isupper() else [word.lower() for word in _WORDS.findall(name)]
    # What has digits in it is an algorithm or a version, and written as it is.
    words = [word.upper() if any(map(str.isdigit, word)) else _WRITTEN.get(word, word) for word in words]
    text = " ".join(words)
    return text[:1].upper() + text[1:]
