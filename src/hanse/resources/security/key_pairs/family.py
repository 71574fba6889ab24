"""Declares the resources of the key pair family."""

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
from hanse.config.declare.rules import SaveRules, UniqueTogether
from hanse.config.declare.ui.declaration import Ui
from hanse.resources.security.key_pairs.certificate_fields import (
    certificate_expirations,
    check_facts,
    fill_facts,
    keys_belong,
    upgrade_facts,
)
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.notices import expiry_notices, renewal_notices
from hanse.resources.security.key_pairs.rules import check_id, check_rotation
from hanse.resources.security.key_pairs.view import KeyPairView, show

_SAME_SERIAL = "A certificate with this issuer and serial number already exists."


def key_pairs(handle: Handle[KeyPair], *, title: str, description: str, ui: Ui) -> Resource[KeyPair]:
    """Return the resource declaration of key pairs, such as `handles.SIGNING_KEY_PAIRS`."""
    return Resource(
        path=handle.path,
        model=KeyPair,
        area=Area.KEYS,
        text=ResourceText(title=title, description=description),
        lists=ListOptions(sort_by="subjectDN"),
        api=ApiOptions(
            # Key pairs are generated or imported, and changed by the actions declared beside this resource.
            methods=frozenset({"GET", "DELETE"})
        ),
        saving=SaveRules(
            # RFC 5280, section 4.1.2.2: issuer and serial number together identify a certificate.
            unique_together=(UniqueTogether(("issuerDN", "serialNumber"), _SAME_SERIAL),),
            prepare=fill_facts,
            rules=(check_id, check_facts, keys_belong(handle), check_rotation),
        ),
        storage=StorageOptions(upgrade=upgrade_facts, expirations=certificate_expirations),
        answers=AnswerOptions(presentation=Presentation(KeyPairView, show)),
        notices=(expiry_notices(handle, ui.page.path), renewal_notices(handle, ui.page.path)),
        ui=ui,
    )
