"""The metadata of an issuer: OpenID Connect Discovery 1.0, section 3, and RFC 8414, section 2.

Issuers differ in their addresses and keys only; a `MetadataSource` provides everything else. Empty lists are omitted,
as both specifications demand of answers (Discovery, section 4.2; RFC 8414, section 3.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from hanse.engine.keys.key_material import KeyMaterial
from hanse.engine.snapshot.compiler import Compiler, Parts

# Algorithms that every verifier must support (OpenID Connect Core, section 15.1, and RFC 7518, section 3.1).
COMMON_ALGORITHM = "RS256"
JWKS_PATH = "/pf/JWKS"
MUTUAL_TLS_ALIASES: Final = "mtls_endpoint_aliases"

Metadata = dict[str, Any]


@dataclass(frozen=True)
class MetadataFacts:
    """The metadata that all issuers share.

    `endpoints` are the paths of endpoints by the members that name them. `signing` are the members that list signature
    algorithms: those of the issuer's keys, followed by these.
    """

    endpoints: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, Any] = field(default_factory=dict)
    signing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The port at which client certificates are requested, if any, and the members with endpoints that are there too.
    mutual_tls_port: int | None = None
    mutual_tls_endpoints: tuple[str, ...] = ()
    # The APIs that accept access tokens, by their paths, with the members of their own metadata (RFC 9728, section 2).
    resources: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


class MetadataSource(Protocol):
    """Provides the metadata that all issuers share."""

    @property
    def reads(self) -> tuple[Compiler[Any], ...]:
        """Return the parts from which facts are made: if one of them changes, metadata is built again."""
        ...

    def facts(self, parts: Parts) -> MetadataFacts:
        """Return the facts."""
        ...


class KeysOnly:
    """Provides no metadata except for that of the keys."""

    reads: Final[tuple[Compiler[Any], ...]] = ()

    def facts(self, _parts: Parts) -> MetadataFacts:
        """Return no facts."""
        return MetadataFacts()


def metadata_of(identifier: str, keys: KeyMaterial, facts: MetadataFacts) -> Metadata:
    """Return the metadata of an issuer, unsigned."""
    members: Metadata = {
        **facts.members,
        **{name: [*keys.algorithms, *others] for name, others in facts.signing.items()},
    }
    return {
        "issuer": identifier,
        **{name: f"{identifier}{path}" for name, path in facts.endpoints.items()},
        "jwks_uri": f"{identifier}{JWKS_PATH}",
        **{name: members[name] for name in sorted(members) if members[name] not in ([], (), "", None)},
        # RFC 9728, section 4.
        **({"protected_resources": [f"{identifier}{path}" for path in facts.resources]} if facts.resources else {}),
        **_aliases(identifier, facts),
    }


def _aliases(identifier: str, facts: MetadataFacts) -> Metadata:
    """Return the addresses at which client certificates are requested (RFC 8705, section 5)."""
    if facts.mutual_tls_port is None:
        return {}
    base = urlsplit(identifier)
    host = f"[{base.hostname}]" if ":" in (base.hostname or "") else base.hostname
    other = f"{base.scheme}://{host}:{facts.mutual_tls_port}{base.path}"
    names = (name for name in facts.mutual_tls_endpoints if name in facts.endpoints)
    return {MUTUAL_TLS_ALIASES: {name: f"{other}{facts.endpoints[name]}" for name in names}}


def signed(metadata: Metadata, keys: KeyMaterial, now: datetime) -> Metadata:
    """Return metadata with itself as a JWT in `signed_metadata` (RFC 8414, section 2.1), if there is a common key.

    It has neither a subject nor an audience nor an end, so that it cannot be mistaken for a token (RFC 8725, section
    2.8).
    """
    if COMMON_ALGORITHM not in keys.algorithms:
        return metadata
    claims = {**metadata, "iss": metadata["issuer"], "iat": int(now.timestamp())}
    return {**metadata, "signed_metadata": keys.sign(COMMON_ALGORITHM, claims, {"typ": "JWT"})}
