"""Declares a member of the family of key pairs."""

from hanse.config.declare.access import Area
from hanse.config.declare.resource import Presentation, Resource, UniqueTogether
from hanse.config.declare.ui.declaration import Ui
from hanse.resources.security.key_pairs.facts import check_facts, fill_facts, keys_belong, upgrade_facts
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.notices import expiry_notices, renewal_notices
from hanse.resources.security.key_pairs.rules import check_id, check_rotation
from hanse.resources.security.key_pairs.view import KeyPairView, show

_SAME_SERIAL = "A certificate with this issuer and serial number already exists."


def key_pairs(path: str, *, title: str, description: str, ui: Ui) -> Resource[KeyPair]:
    """Return the declaration of the key pairs at a path, such as `/keyPairs/signing`."""
    kind = path.removeprefix("/")
    page = ui.page_of_item.removesuffix("/{id}")
    return Resource(
        kind=kind,
        path=path,
        model=KeyPair,
        area=Area.KEYS,
        title=title,
        description=description,
        sort_by="subjectDN",
        ui=ui,
        # RFC 5280, section 4.1.2.2: issuer and serial number together name one certificate.
        unique_together=(UniqueTogether(("issuerDN", "serialNumber"), _SAME_SERIAL),),
        # They come into being by being generated or imported, and change by the actions beside this declaration.
        methods=frozenset({"GET", "DELETE"}),
        presentation=Presentation(KeyPairView, show),
        prepare=fill_facts,
        upgrade=upgrade_facts,
        rules=(check_id, check_facts, keys_belong(kind), check_rotation),
        notices=(expiry_notices(kind, page), renewal_notices(kind, page)),
    )
