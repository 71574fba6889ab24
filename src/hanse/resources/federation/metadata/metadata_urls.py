"""Partner metadata URLs: addresses from which the metadata of partners is read."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId, Searchable, ServerSet, Unique
from hanse.config.declare.options import AnswerOptions, ListOptions, Presentation, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Name
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage, Tile, TileIcon
from hanse.config.expirations import Expiration
from hanse.crypto.certificate_chains import UnfitCertificate
from hanse.crypto.key_files import KeyFileRefused
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized
from hanse.resources.applications.clients.addresses import SecureAddress
from hanse.resources.federation.connections.certificates import certificate_view, file_facts, stored_file
from hanse.resources.federation.metadata.signature_status import MetadataReading, signature_texts
from hanse.resources.federation.metadata.updates_on_pages import failure_notices
from hanse.resources.security.key_pairs.file_import import LONGEST_FILE
from hanse.resources.security.key_pairs.generation import provider_errors
from hanse.resources.security.key_pairs.view import CertView, CryptoProvider
from hanse.resources.security.trusted_cas import X509File

READING: Final = "/reading"
_FILE: Final = "x509File"


class SigningCertificateFile(ConfigModel):
    """A file with the certificate that signs metadata. Forms send an empty file if there is none."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    file_data: Annotated[
        str | None,
        Field(
            title="File",
            description="One certificate: PEM, or DER in base64.",
            max_length=LONGEST_FILE,
            repr=False,
        ),
    ] = None
    crypto_provider: Annotated[CryptoProvider | None, Field(title="Crypto provider")] = None


class MetadataUrl(ConfigModel):
    """An address with the metadata of a partner."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("This name is already in use."), Searchable()]
    url: Annotated[
        SecureAddress,
        Field(title="URL", description="Address of the partner's SAML 2.0 metadata, with https."),
        Searchable(),
    ]
    validate_signature: Annotated[
        bool,
        Field(
            title="Validate the signature",
            description="Refuse metadata that is not signed, or signed with a certificate that is not trusted. If off,"
            " only the TLS certificate of the address protects the metadata.",
        ),
    ] = True
    x509_file: Annotated[
        SigningCertificateFile | None,
        Field(
            title="Signing certificate",
            alias=_FILE,
            description="Certificate that must have signed the metadata. If not set, the certificate in the metadata"
            " must be a trusted CA or be issued by one.",
        ),
    ] = None
    cert_view: Annotated[CertView | None, ServerSet(), Field(title="Facts of the certificate")] = None


def _prepare(proposal: Proposal[MetadataUrl]) -> MetadataUrl:
    sent = proposal.new.x509_file
    if sent is None or not sent.file_data:
        return proposal.new.model_copy(update={"x509_file": None})
    if errors := list(provider_errors(sent.crypto_provider)):
        raise ValidationFailed([error.below(_FILE) for error in errors])
    try:
        stored = stored_file(X509File(id=sent.id, file_data=sent.file_data))
        file = sent.model_copy(update={"id": stored.id, "file_data": stored.file_data})
        return proposal.new.model_copy(update={"x509_file": file})
    except (KeyFileRefused, UnfitCertificate) as refused:
        finding = FieldError(str(refused), f"{_FILE}.fileData", "invalid_certificate")
        raise ValidationFailed([finding]) from refused


def _with_facts(body: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    file = body.get(_FILE)
    return dict(body) if not file else {**body, "certView": certificate_view(file, now)}


def _expirations(body: Mapping[str, Any]) -> Iterator[Expiration]:
    file = body.get(_FILE)
    if file:
        facts = file_facts(file)
        yield Expiration(facts["expires"], facts["subjectDN"])


def _shown(reading: MetadataReading) -> Mapping[str, str]:
    """Return the facts of metadata that was read, by their labels."""
    ends = {localized(message("Valid until")): reading.valid_until} if reading.valid_until else {}
    ids = {localized(message("Entity IDs")): ", ".join(reading.entity_ids)}
    return {**ids, **signature_texts(reading.model_dump(by_alias=True)), **ends}


PAGE: Final = ConsolePage(
    id="metadataUrls",
    label="Partner Metadata URLs",
    heading=CERTIFICATES_AND_KEYS,
    slug="partner-metadata-urls",
    position=95,
    keywords=("SAML metadata", "federation", "partner", "entity descriptor"),
    tile=Tile(TileIcon.LINK, "Addresses with the metadata of partners.", position=50, for_writers=True),
)
UI: Final = Ui(
    page=PAGE,
    guide="partner-metadata",
    items=ItemList(
        singular="Partner Metadata URL",
        plural="Partner Metadata URLs",
        columns=("url", "validateSignature"),
        empty="A partner's address with its SAML 2.0 metadata: entity ID, endpoints and certificates.",
    ),
    form=ItemForm(
        layout=FormLayout(
            sections=(
                Section("Address", ("name", "url")),
                Section("Signature", ("validateSignature", _FILE), "The certificate that signs the metadata."),
            ),
            left_out=frozenset({"certView", "x509File.id", "x509File.cryptoProvider"}),
        )
    ),
    item=ItemFacts(
        actions=(
            ItemAction(
                id="read",
                name="Read Metadata",
                description="Reads the metadata from the address, and shows what it describes. Nothing is changed.",
                path=READING,
                done="The metadata was read.",
                shows=_shown,
            ),
        ),
    ),
)
METADATA_URLS = Resource(
    path=handles.METADATA_URLS.path,
    model=MetadataUrl,
    area=Area.KEYS,
    text=ResourceText(title="Partner Metadata URL", description="Addresses with the SAML 2.0 metadata of partners."),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(prepare=_prepare),
    storage=StorageOptions(expirations=_expirations),
    answers=AnswerOptions(presentation=Presentation(MetadataUrl, _with_facts)),
    notices=(failure_notices(PAGE.path),),
    ui=UI,
)
