"""The page on which users choose their identity provider, for sign-ins to applications that name none (IdP discovery).

Each choice is a link to the same address with `PartnerIdpId`. So the page needs neither state nor scripts, and the
request is checked again, with all its parameters. The names of partners are public then, which is why administrators
switch it on.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from hanse.engine.handover.routes import adapter_for_connection, adapters_of_connection
from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.signin.cookies import BrowserCookie
from hanse.engine.signin.pages.rendering import PageRenderer
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.resources.federation.connections.endpoints import Profile
from hanse.resources.federation.idp_connections.model import IdpConnection
from hanse.saml.paths import SP_START_PATH

TEMPLATE: Final = "sp.choose.identity.provider.template.html"
PARTNER_ID: Final = "PartnerIdpId"
# The text that names are searched for, and the mark of a choice, which is then remembered.
SEARCH: Final = "IdpSearch"
CHOSEN: Final = "IdpChosen"
_OWN: Final = frozenset({PARTNER_ID, SEARCH, CHOSEN})
# The ID of the connection that the user has chosen last. It is only compared with those of connections.
LAST_CHOICE: Final = BrowserCookie("hanse.idp")
_ID: Final = re.compile(r"[A-Za-z0-9._~-]{1,128}")
_KEPT_SECONDS: Final = 365 * 24 * 3600
_LONGEST_SEARCH: Final = 100
# A longer list has a search field, and a page shows no more than `_MOST`.
_SEARCHABLE: Final = 8
_MOST: Final = 50


@dataclass(frozen=True)
class OfferedProvider:
    """An identity provider that users can choose."""

    connection: str
    name: str
    entity_id: str


def is_offered(snapshot: Snapshot) -> bool:
    """Return whether users may choose, by the server settings."""
    roles = snapshot.part(SERVER).roles_and_protocols
    return roles is not None and bool(roles.enable_idp_discovery)


def offered_providers(snapshot: Snapshot, adapter: str, target: str) -> Sequence[OfferedProvider]:
    """Return the identity providers whose users can be handed over to an SP adapter, or to that of a target."""
    return sorted(_usable(snapshot, adapter, target), key=lambda each: (each.name.casefold(), each.connection))


def _usable(snapshot: Snapshot, adapter: str, target: str) -> Iterator[OfferedProvider]:
    sources = snapshot.part(CONNECTION_SOURCES)
    for id_ in sources.by_id:
        connection = sources.connection(id_)
        if connection is None or not sends_requests(connection) or not adapters_of_connection(snapshot, id_):
            continue
        if adapter_for_connection(snapshot, id_, adapter, target, connection.default_virtual_entity_id or ""):
            yield OfferedProvider(id_, connection.name, connection.entity_id)


def sends_requests(connection: IdpConnection) -> bool:
    """Return whether sign-ins can begin at this server."""
    sso = connection.idp_browser_sso
    return sso is not None and (not sso.is_saml or Profile.SP_INITIATED_SSO in sso.enabled_profiles)


def choice_page(
    pages: PageRenderer, request: Request, parameters: Parameters, offered: Sequence[OfferedProvider]
) -> Answer:
    """Return the page. The provider that the user has chosen last is the first one."""
    searched = (parameters.one(SEARCH) or "").strip()[:_LONGEST_SEARCH]
    found = [each for each in offered if searched.casefold() in each.name.casefold()]
    last = last_choice(request)
    found.sort(key=lambda each: each.connection != last)
    kept = [(name, value) for name, value in parameters.pairs() if name not in _OWN]
    address = f"{request.issuer.name.place.path}{SP_START_PATH}"
    values: dict[str, Any] = {
        "address": address,
        "providers": list(_links(address, kept, found[:_MOST], last)),
        "parameters": kept,
        "search_name": SEARCH,
        "searched": searched,
        "can_search": len(offered) > _SEARCHABLE,
        "hidden": max(0, len(found) - _MOST),
    }
    return pages.render(request, TEMPLATE, values)


def _links(
    address: str, parameters: Iterable[tuple[str, str]], found: Iterable[OfferedProvider], last: str
) -> Iterator[Mapping[str, Any]]:
    for each in found:
        query = urlencode([*parameters, (PARTNER_ID, each.entity_id), (CHOSEN, "true")])
        yield {"name": each.name, "address": f"{address}?{query}", "is_last": each.connection == last}


def last_choice(request: Request) -> str:
    """Return the ID that the cookie contains; empty if it cannot be one."""
    value = LAST_CHOICE.read(request)
    return value if _ID.fullmatch(value) else ""


def remember_choice(request: Request, answer: Answer, connection: str) -> Answer:
    """Return the answer to a choice, with the cookie."""
    return answer.with_headers(LAST_CHOICE.header(request, connection, _KEPT_SECONDS))
