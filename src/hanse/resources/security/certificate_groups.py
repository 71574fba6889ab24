"""Certificate groups: the authorities that are trusted for one purpose only, instead of all trusted CAs.

The API contract does not list the groups. These have an effect: the engine compares the certificates that clients or
partners present with the authorities of one group. `other_certificate_groups` keeps certificates of all others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.handles import Handle
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules
from hanse.config.declare.ui.actions import file_download
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.certificate_chains import to_pem
from hanse.resources.security.key_pairs.certificate_fields import certificate_expirations
from hanse.resources.security.key_pairs.export import CERTIFICATE_TYPE, attached
from hanse.resources.security.key_pairs.notices import expiry_notices
from hanse.resources.security.key_pairs.view import CertView, show, with_expiry
from hanse.resources.security.trusted_cas import (
    CertificateDocument,
    X509File,
    certificate_import_form,
    check_certificate_id,
    import_certificate,
    prepare_certificate,
)


@dataclass(frozen=True)
class _GroupText:
    """The texts of a group."""

    label: str
    singular: str
    description: str
    empty: str


def _group(handle: Handle[Any], slug: str, position: int, text: _GroupText) -> Resource[CertificateDocument]:
    page = ConsolePage(
        id=handle.path.rpartition("/")[2],
        label=text.label,
        heading=CERTIFICATES_AND_KEYS,
        slug=slug,
        position=position,
        keywords=("mTLS", "mutual TLS", "certificate group", "truststore", "RFC 8705"),
    )
    return Resource(
        path=handle.path,
        model=CertificateDocument,
        area=Area.KEYS,
        text=ResourceText(title=text.label, singular=text.singular, description=text.description),
        lists=ListOptions(sort_by="subjectDN"),
        # Certificates are created by import and never change.
        api=ApiOptions(methods=frozenset({"GET", "DELETE"})),
        saving=SaveRules(prepare=prepare_certificate, rules=(check_certificate_id,)),
        storage=StorageOptions(expirations=certificate_expirations),
        answers=AnswerOptions(presentation=Presentation(CertView, partial(show, model=CertView))),
        notices=(expiry_notices(handle, page.path),),
        ui=Ui(
            page=page,
            guide="certificate-groups",
            items=ItemList(
                singular=text.singular,
                plural=text.label,
                columns=("issuerDN", "expires", "status"),
                empty=text.empty,
            ),
            form=ItemForm(
                layout=FormLayout(left_out=frozenset({"cryptoProvider"})),
                adding=(certificate_import_form("/import"),),
            ),
            item=ItemFacts(
                at_moment=with_expiry,
                actions=(file_download("export", "Export", "Downloads the certificate in PEM.", "/file"),),
            ),
        ),
    )


OAUTH_CLIENT_CAS: Final = _group(
    handles.OAUTH_CLIENT_CAS,
    "oauth-client-cas",
    11,
    _GroupText(
        "OAuth Client CAs",
        "OAuth Client CA",
        "Certificate authorities whose TLS certificates authenticate OAuth clients.",
        "Certificate authorities that issue the TLS certificates of OAuth clients. With a certificate here, clients "
        "with a subject DN authenticate only with certificates of these authorities. Without one, the trusted CAs "
        "apply.",
    ),
)
PARTNER_CAS: Final = _group(
    handles.PARTNER_CAS,
    "partner-cas",
    12,
    _GroupText(
        "Partner CAs",
        "Partner CA",
        "Certificate authorities whose TLS certificates authenticate SAML partners on the back channel.",
        "Certificate authorities that issue the TLS certificates of SAML partners. With a certificate here, partners "
        "with a subject DN authenticate on the back channel only with certificates of these authorities. Without one, "
        "the trusted CAs apply.",
    ),
)
CERTIFICATE_GROUPS: Final = (OAUTH_CLIENT_CAS, PARTNER_CAS)


def certificate_group_operations() -> Iterator[Operation]:
    """Yield the operations of the groups in addition to lists and deletion."""
    for group in CERTIFICATE_GROUPS:
        common = partial(Operation, area=group.area, tag=group.text.title)
        yield common(
            method="POST",
            path=f"{API}{group.path}/import",
            summary=f"Import: {group.text.title}",
            run=partial(import_certificate, group, CertificateDocument),
            body=X509File,
            answer=CertView,
            status=201,
        )
        yield common(
            path=f"{API}{group.item_path}/file",
            summary=f"Certificate: {group.text.title}",
            run=partial(_export, group),
            answer={"type": "string"},
            answer_type=CERTIFICATE_TYPE,
        )


def _export(group: Resource[CertificateDocument], call: Call) -> OperationResult:
    certificate = call.view.model(group, call.path["id"]).certificate
    return OperationResult(to_pem([certificate]), headers=attached(call.path["id"], "crt"))
