"""The settings of revocation checks, and the certificates of OCSP responders."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from hanse import handles
from hanse.config.declare.access import Area
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
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import CHOSEN, AppliesWhen, FormLayout
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.config.declare.validation import to_body
from hanse.config.http.operation import API, Operation
from hanse.kit.errors import FieldError
from hanse.resources.security.certificate_revocation.model import (
    CertificateRevocationSettings,
    CrlSettings,
    OcspSettings,
    RevocationAction,
    unused,
)
from hanse.resources.security.key_pairs.certificate_fields import certificate_expirations
from hanse.resources.security.key_pairs.notices import expiry_notices
from hanse.resources.security.key_pairs.view import CertView, show, with_expiry
from hanse.resources.security.trusted_cas import (
    CertificateDocument,
    X509File,
    certificate_import_form,
    import_certificate,
    prepare_certificate,
)

_ACTIONS = ("action_on_responder_unavailable", "action_on_status_unknown", "action_on_unsuccessful_response")
_PAGE = ConsolePage(
    id="ocspCertificates",
    label="OCSP Certificates",
    heading=CERTIFICATES_AND_KEYS,
    slug="ocsp-certificates",
    position=90,
    keywords=("responder", "revocation", "RFC 6960"),
)
OCSP_CERTIFICATES = Resource(
    path=handles.OCSP_CERTIFICATES.path,
    model=CertificateDocument,
    area=Area.KEYS,
    text=ResourceText(title="OCSP Certificate", description="Certificates whose keys sign OCSP responses."),
    lists=ListOptions(sort_by="subjectDN"),
    # Certificates are created by import and never change.
    api=ApiOptions(methods=frozenset({"GET", "DELETE"})),
    saving=SaveRules(prepare=prepare_certificate),
    storage=StorageOptions(expirations=certificate_expirations),
    answers=AnswerOptions(presentation=Presentation(CertView, partial(show, model=CertView))),
    notices=(expiry_notices(handles.OCSP_CERTIFICATES, _PAGE.path),),
    ui=Ui(
        page=_PAGE,
        guide="certificate-revocation",
        items=ItemList(
            singular="OCSP Certificate",
            plural="OCSP Certificates",
            columns=("issuerDN", "expires", "status"),
            empty="Certificates of OCSP responders. They are necessary for responses that are signed neither by the "
            "authority that issued the checked certificate nor by a certificate that it issued for OCSP.",
        ),
        form=ItemForm(layout=FormLayout(left_out=frozenset({"cryptoProvider"})), adding=(certificate_import_form(""),)),
        item=ItemFacts(at_moment=with_expiry),
    ),
)


# The fields of the form that apply while their group is enabled.
_SWITCHED = tuple(
    f"{group}.{info.alias}"
    for group, model in (("ocspSettings", OcspSettings), ("crlSettings", CrlSettings))
    for name, info in model.model_fields.items()
    if name not in {"enabled", "verify_crl_signature"}
)


def _prepare(proposal: Proposal[CertificateRevocationSettings]) -> CertificateRevocationSettings:
    """Return settings with both groups, so that forms show the defaults of a group that is switched off."""
    new, defaults = proposal.new, unused()
    return new.model_copy(
        update={
            "ocsp_settings": new.ocsp_settings or defaults.ocsp_settings,
            "crl_settings": new.crl_settings or defaults.crl_settings,
        }
    )


def _check(proposal: Proposal[CertificateRevocationSettings]) -> Iterator[FieldError]:
    ocsp, crl = proposal.new.used_ocsp, proposal.new.used_crl
    for name in _ACTIONS if ocsp is not None and crl is None else ():
        if getattr(ocsp, name) is RevocationAction.FAILOVER:
            path = f"ocspSettings.{OcspSettings.model_fields[name].alias}"
            yield FieldError("Configure revocation lists, to which OCSP can fail over.", path, "required_field")
    if crl is not None and not crl.verify_crl_signature:
        text = "Revocation lists are always verified. Select this setting."
        yield FieldError(text, "crlSettings.verifyCrlSignature", "not_supported")


def _shown(body: dict[str, Any], _now: datetime) -> dict[str, Any]:
    """Return settings as clients have sent them: without the groups that were added for forms."""
    added = to_body(unused())
    return {name: value for name, value in body.items() if value != added.get(name)}


REVOCATION_SETTINGS = Resource(
    path=handles.REVOCATION_SETTINGS.path,
    model=CertificateRevocationSettings,
    area=Area.KEYS,
    text=ResourceText(
        title="Certificate Revocation Settings",
        description="Revocation checks of client certificates that trusted authorities have issued.",
    ),
    default=unused,
    saving=SaveRules(prepare=_prepare, rules=(_check,)),
    answers=AnswerOptions(presentation=Presentation(CertificateRevocationSettings, _shown)),
    ui=Ui(
        page=ConsolePage(
            id="certificateRevocation",
            label="Certificate Revocation",
            heading=CERTIFICATES_AND_KEYS,
            slug="certificate-revocation",
            position=80,
            keywords=("OCSP", "CRL", "mutual TLS", "mTLS", "RFC 6960", "RFC 5280"),
        ),
        guide="certificate-revocation",
        form=ItemForm(
            layout=FormLayout(
                when={
                    **{path: (AppliesWhen(f"{path.partition('.')[0]}.enabled"),) for path in _SWITCHED},
                    # Without a host there is no proxy, so that neither field is required.
                    "proxySettings.port": (AppliesWhen("proxySettings.host", CHOSEN),),
                },
                # Only one value is accepted.
                left_out=frozenset({"crlSettings.verifyCrlSignature"}),
            )
        ),
    ),
)


def revocation_operations() -> Iterator[Operation]:
    """Yield the operation that adds an OCSP certificate."""
    yield Operation(
        method="POST",
        path=f"{API}{OCSP_CERTIFICATES.path}",
        area=OCSP_CERTIFICATES.area,
        tag=OCSP_CERTIFICATES.text.title,
        summary="Import: OCSP Certificate",
        run=partial(import_certificate, OCSP_CERTIFICATES, CertificateDocument),
        body=X509File,
        answer=CertView,
        status=201,
    )
