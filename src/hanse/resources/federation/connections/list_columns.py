"""The expiration column of lists of connections, and the certificates on the pages of connections."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hanse.config.declare.access import Principal
from hanse.config.declare.handles import Handle
from hanse.config.declare.ui.declaration import Body, ListFilter
from hanse.config.declare.view import View
from hanse.config.http.expiry_filters import EXPIRY, ExpiryPeriod
from hanse.kit.clock import from_text
from hanse.kit.texts.labels import labels_of
from hanse.kit.texts.messages import message
from hanse.resources.federation.connections.certificates import certificate_facts_of


def _expiry(_view: View) -> Callable[[Body], str]:
    def show(body: Body) -> str:
        ends = [from_text(each["expires"]) for each in certificate_facts_of(body)]
        return message("Valid until {end}", end=min(ends)) if ends else ""

    return show


# The label of the search field: both fields are part of the searched text.
SEARCH_HINT: Final = "Search by name or entity ID"
STATE_FILTER: Final = ListFilter("active", "State", {"true": "Active", "false": "Inactive"})
EXPIRY_FILTER: Final = ListFilter(EXPIRY, "Certificate", labels_of(ExpiryPeriod))
# The end of the certificate that expires first.
CERTIFICATE: Final = "Certificate"
EXPIRY_COLUMN: Final = {CERTIFICATE: _expiry}


def certificate_facts_on_pages(connections: Handle[Any]) -> Callable[[View, str, Principal], Mapping[str, str]]:
    """Return the facts that the page of a connection shows: its certificates, and when they expire."""

    def facts(view: View, id_: str, _principal: Principal) -> Mapping[str, str]:
        stored = view.find(connections, id_)
        found = () if stored is None else certificate_facts_of(stored.body)
        return {
            message("Partner's certificate: {subject}", subject=str(each["subjectDN"])): message(
                "Valid until {end}", end=from_text(each["expires"])
            )
            for each in found
        }

    return facts
