"""Trusted CAs: certificates of the authorities that issue the certificates of servers to which this server connects."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, TypeVar

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.actions import file_download
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.ui.variants import CreationForm
from hanse.config.declare.ui.widgets import WidgetKind
from hanse.config.http.item_answers import item_answer
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.certificate_chains import UnfitCertificate, to_chain, to_pem
from hanse.crypto.key_files import KeyFileRefused, file_bytes, read_certificates
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.resources.security.key_pairs.certificate_fields import certificate_expirations, facts_of, upgrade_facts
from hanse.resources.security.key_pairs.export import CERTIFICATE_TYPE, attached
from hanse.resources.security.key_pairs.file_import import FileData, errors_at_file
from hanse.resources.security.key_pairs.generation import provider_errors
from hanse.resources.security.key_pairs.model import CertificateRecord, CertificateText
from hanse.resources.security.key_pairs.notices import expiry_notices
from hanse.resources.security.key_pairs.view import CertView, CryptoProvider, show, with_expiry


class CertificateDocument(CertificateRecord):
    """A certificate with its facts, which are read from it."""

    certificate: Annotated[CertificateText, Field(title="Certificate")]


class TrustedCA(CertificateDocument):
    """A trusted CA certificate."""


class X509File(ConfigModel):
    """A file with one certificate: PEM, or DER in base64."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    file_data: Annotated[FileData, Field(description="One certificate: PEM, or DER in base64.")]
    crypto_provider: Annotated[CryptoProvider | None, Field(title="Crypto provider")] = None


_Document = TypeVar("_Document", bound=CertificateDocument)


def prepare_certificate(proposal: Proposal[_Document]) -> _Document:
    """Return a certificate with its facts."""
    try:
        return proposal.new.model_copy(update=facts_of([proposal.new.certificate]))
    except UnfitCertificate as error:
        raise ValidationFailed([FieldError(str(error), "certificate", "invalid_certificate")]) from error


def check_certificate_id(proposal: Proposal[_Document]) -> Iterator[FieldError]:
    """Refuse the ID that is the path of the import."""
    # A path of the API beside the certificates' ids. A certificate with this id could not be read.
    if proposal.new.id == "import":
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def certificate_import_form(path: str) -> CreationForm:
    """Return the form that imports a certificate by the operation at a path below the collection."""
    help_text = "One certificate that has not expired, in PEM or DER."
    return CreationForm(
        path=path,
        model=X509File,
        left_out=frozenset({"id", "cryptoProvider"}),
        tweaks={"fileData": Tweak(kind=WidgetKind.FILE, help=help_text)},
    )


PAGE = ConsolePage(
    id="trustedCas",
    label="Trusted CAs",
    heading=CERTIFICATES_AND_KEYS,
    slug="trusted-cas",
    position=10,
    keywords=("TLS", "SSL", "root certificate", "truststore", "X.509"),
    tile=Tile(TileIcon.SHIELD, "Certificate authorities that this server trusts.", position=20, for_writers=True),
)
UI = Ui(
    page=PAGE,
    guide="trusted-cas",
    items=ItemList(
        singular="Trusted CA",
        plural="Trusted CAs",
        columns=("issuerDN", "expires", "status"),
        empty="Certificate authorities that the operating system does not trust, such as your organization's own. "
        "The server then trusts directories and other servers with certificates of these authorities.",
    ),
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"cryptoProvider"})),
        adding=(certificate_import_form("/import"),),
    ),
    item=ItemFacts(
        at_moment=with_expiry,
        actions=(file_download("export", "Export", "Downloads the certificate in PEM.", "/file"),),
    ),
)

TRUSTED_CAS = Resource(
    path=handles.TRUSTED_CAS.path,
    model=TrustedCA,
    area=Area.KEYS,
    text=ResourceText(
        title="Trusted CA",
        description="Certificate authorities that this server trusts in addition to those of the operating system.",
    ),
    lists=ListOptions(sort_by="subjectDN"),
    api=ApiOptions(
        # They are created by import, and never change.
        methods=frozenset({"GET", "DELETE"})
    ),
    saving=SaveRules(prepare=prepare_certificate, rules=(check_certificate_id,)),
    storage=StorageOptions(upgrade=upgrade_facts, expirations=certificate_expirations),
    answers=AnswerOptions(presentation=Presentation(CertView, partial(show, model=CertView))),
    notices=(expiry_notices(handles.TRUSTED_CAS, PAGE.path),),
    ui=UI,
)


def import_certificate(resource: Resource[_Document], model: Callable[..., _Document], call: Call) -> OperationResult:
    """Store the certificate of a file."""
    if errors := list(provider_errors(call.body.crypto_provider)):
        raise ValidationFailed(errors)
    with errors_at_file():
        found = read_certificates(file_bytes(call.body.file_data))
        if len(found) != 1:
            raise KeyFileRefused("The file must contain exactly one certificate.")
        stored = call.change.create(resource, model(id=call.body.id, certificate=to_chain(found)[0]))
    return item_answer(resource, call, stored, status=201)


def _export(call: Call) -> OperationResult:
    certificate = call.view.model(TRUSTED_CAS, call.path["id"]).certificate
    return OperationResult(to_pem([certificate]), headers=attached(call.path["id"], "crt"))


def trusted_ca_operations() -> Iterator[Operation]:
    """Yield the operations of trusted CAs in addition to lists and deletion."""
    common = partial(Operation, area=TRUSTED_CAS.area, tag=TRUSTED_CAS.text.title)
    yield common(
        method="POST",
        path=f"{API}{TRUSTED_CAS.path}/import",
        summary="Import: Trusted CA",
        run=partial(import_certificate, TRUSTED_CAS, TrustedCA),
        body=X509File,
        answer=CertView,
        status=201,
    )
    yield common(
        path=f"{API}{TRUSTED_CAS.item_path}/file",
        summary="Certificate: Trusted CA",
        run=_export,
        answer={"type": "string"},
        answer_type=CERTIFICATE_TYPE,
    )
