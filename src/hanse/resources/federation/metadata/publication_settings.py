"""Settings of SAML metadata: lifetime and signature of this server's own, and the readings of that of partners."""

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.navigation import PROTOCOL_METADATA, ConsolePage
from hanse.kit.errors import FieldError
from hanse.resources.federation.connections.algorithms import SignatureAlgorithm

_DAY: Final = 1_440
_YEAR: Final = 365 * _DAY
_TABS: Final = "protocolMetadata"
_KEYWORDS: Final = ("SAML metadata", "federation", "entity descriptor")


class MetadataLifetimeSettings(ConfigModel):
    """The lifetime of metadata, in minutes."""

    cache_duration: Annotated[
        int,
        Field(
            title="Cache duration",
            description="Time after which partners read the metadata of this server again, in minutes. The metadata is"
            " valid for twice this time, and for at least 7 days.",
            ge=1,
            le=_YEAR,
        ),
    ] = _DAY
    reload_delay: Annotated[
        int,
        Field(
            title="Reload delay",
            description="Interval at which this server reads partners' metadata, in minutes.",
            ge=5,
            le=_YEAR,
        ),
    ] = _DAY


class MetadataSigningSettings(ConfigModel):
    """The signature of this server's metadata."""

    signing_key_ref: Annotated[
        ResourceLink | None,
        Field(
            title="Signing key",
            description="Key pair that signs the metadata. If not set, the first signing key of the active connections"
            " is used. A server without connections publishes metadata only if a key is set.",
        ),
        Ref(handles.SIGNING_KEY_PAIRS),
    ] = None
    signature_algorithm: Annotated[
        SignatureAlgorithm | None,
        Field(title="Signing algorithm", description="If not set, SHA-256 is used with the algorithm of the key."),
    ] = None


def _check_algorithm(proposal: Proposal[MetadataSigningSettings]) -> Iterator[FieldError]:
    link, algorithm = proposal.new.signing_key_ref, proposal.new.signature_algorithm
    if algorithm is None:
        return
    if link is None:
        yield FieldError("Choose a signing key, or leave the algorithm empty.", "signingKeyRef", "required_field")
        return
    stored = proposal.view.find(handles.SIGNING_KEY_PAIRS, link.id)
    if stored is not None and stored.body.get("keyAlgorithm") != algorithm.key_algorithm:
        yield FieldError("The signing key cannot use this algorithm.", "signatureAlgorithm", "unfit_key")


METADATA_LIFETIME: Final = Resource(
    path=handles.METADATA_LIFETIME.path,
    model=MetadataLifetimeSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Metadata Lifetime",
        description="Validity of this server's metadata, and update interval of partners' metadata.",
    ),
    default=MetadataLifetimeSettings,
    ui=Ui(
        page=ConsolePage(
            id="metadataLifetime",
            label="Metadata Lifetime",
            heading=PROTOCOL_METADATA,
            slug="metadata-lifetime",
            position=10,
            keywords=_KEYWORDS,
        ),
        guide="partner-metadata",
        tabs=_TABS,
        form=ItemForm(),
    ),
)
METADATA_SIGNING: Final = Resource(
    path=handles.METADATA_SIGNING.path,
    model=MetadataSigningSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Metadata Signing", description="Key that signs this server's SAML metadata."),
    default=MetadataSigningSettings,
    saving=SaveRules(rules=(_check_algorithm,), reads=frozenset({handles.SIGNING_KEY_PAIRS})),
    ui=Ui(
        page=ConsolePage(
            id="metadataSigning",
            label="Metadata Signing",
            heading=PROTOCOL_METADATA,
            slug="metadata-signing",
            position=20,
            keywords=_KEYWORDS,
        ),
        guide="partner-metadata",
        tabs=_TABS,
        form=ItemForm(),
    ),
)
