"""The snapshot itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hanse.engine.keys.key_material import KeyMaterial
from hanse.engine.snapshot.compiler import Compiler, Parts
from hanse.engine.snapshot.configuration_parts import VERBOSE
from hanse.engine.snapshot.issuer_names import IssuerAddress, IssuerName
from hanse.engine.snapshot.metadata import JWKS_PATH
from hanse.engine.snapshot.protected_resources import document_path
from hanse.engine.snapshot.public_document import Document
from hanse.resources.system.log_settings.verbose_categories import Verbose

T = TypeVar("T")
OPENID_CONFIGURATION = "/.well-known/openid-configuration"
SERVER_METADATA = "/.well-known/oauth-authorization-server"


@dataclass(frozen=True)
class SnapshotVersion:
    """The version of a snapshot: a revision of the configuration and a generation of dynamic keys."""

    revision: int
    generation: int


@dataclass(frozen=True)
class PublishedIssuer:
    """One issuer with its keys and its public documents."""

    name: IssuerName
    keys: KeyMaterial
    metadata: Document
    jwks: Document
    # The metadata without its signature.
    claims: Mapping[str, Any] = field(default_factory=dict)
    # The metadata of the APIs that accept its access tokens, by their paths.
    resources: Mapping[str, Document] = field(default_factory=dict)

    @property
    def identifier(self) -> str:
        """Return the value of `iss`."""
        return self.name.identifier

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Return the algorithms that it can sign with."""
        return self.keys.algorithms

    def sign(self, algorithm: str, claims: Mapping[str, Any], header: Mapping[str, Any] | None = None) -> str:
        """Return claims as a signed JWT; `alg` and `kid` are the issuer's. Raises NoSuchKey."""
        return self.keys.sign(algorithm, claims, {"typ": "JWT"} if header is None else header)


@dataclass(frozen=True)
class Snapshot:
    """Everything that a request needs. It is immutable, so that any number of requests share it."""

    version: SnapshotVersion = SnapshotVersion(-1, -1)
    issuers: Mapping[str, PublishedIssuer] = field(default_factory=dict)
    places: Mapping[IssuerAddress, PublishedIssuer] = field(default_factory=dict)
    documents: Mapping[tuple[str, str], Document] = field(default_factory=dict)
    # True if an issuer signs with dynamic keys. Their rotation is checked only then.
    dynamic: bool = False
    # The results of the compilers, by their names.
    parts: Parts = field(default_factory=dict)
    # The names of parts that are older than the version, because building the newer ones failed.
    failed: frozenset[str] = frozenset()

    def has_content_of(self, other: "Snapshot") -> bool:
        """Return whether both answer requests in the same way, so that only the version differs."""
        return self.parts is other.parts and self.issuers is other.issuers

    @property
    def verbose(self) -> Verbose:
        """Return the verbose log categories, which the process applies with the snapshot."""
        verbose: Verbose = self.parts.get(VERBOSE.name, {})
        return verbose

    def part(self, compiler: Compiler[T]) -> T:
        """Return the result of a compiler. Raises KeyError if it is not in `all_compilers.COMPILERS`."""
        part: T = self.parts[compiler.name]
        return part

    def issuer(self, identifier: str) -> PublishedIssuer | None:
        """Return the issuer with this identifier."""
        return self.issuers.get(identifier)

    def issuer_at(self, host: str, path: str = "") -> PublishedIssuer | None:
        """Return the issuer at a host (lower case, without port) and a path."""
        return self.places.get(IssuerAddress(host, path))


def assemble(
    snapshot: Snapshot,
    issuers: Iterable[PublishedIssuer],
    *,
    dynamic: bool,
    everywhere: Mapping[str, Document] | None = None,
) -> Snapshot:
    """Return a snapshot with other issuers; of several at the same address the first one wins.

    `everywhere` are documents by their paths that exist at each issuer's host.
    """
    by_place: dict[IssuerAddress, PublishedIssuer] = {}
    for issuer in issuers:
        by_place.setdefault(issuer.name.place, issuer)
    documents: dict[tuple[str, str], Document] = {}
    # Paths after an issuer's path come before those in front of it, so that no path hides another issuer's documents.
    for locate in (_after_the_path, _before_the_path):
        for place, issuer in by_place.items():
            for path, document in locate(issuer):
                documents.setdefault((place.host, path), document)
    for host in {place.host for place in by_place}:
        for path, document in (everywhere or {}).items():
            documents.setdefault((host, path), document)
    by_identifier = {issuer.identifier: issuer for issuer in by_place.values()}
    return replace(snapshot, issuers=by_identifier, places=by_place, documents=documents, dynamic=dynamic)


def _after_the_path(issuer: PublishedIssuer) -> Iterable[tuple[str, Document]]:
    """OpenID Connect Discovery, section 4.1: the well-known path comes after the issuer's."""
    path = issuer.name.place.path
    return (f"{path}{OPENID_CONFIGURATION}", issuer.metadata), (f"{path}{JWKS_PATH}", issuer.jwks)


def _before_the_path(issuer: PublishedIssuer) -> Iterable[tuple[str, Document]]:
    """RFC 8414, sections 3.1 and 5, and RFC 9728, section 3: between host and path."""
    path = issuer.name.place.path
    resources = ((document_path(issuer.name.place, each), document) for each, document in issuer.resources.items())
    return (
        (f"{SERVER_METADATA}{path}", issuer.metadata),
        (f"{OPENID_CONFIGURATION}{path}", issuer.metadata),
        *resources,
    )
