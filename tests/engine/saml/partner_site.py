"""A server whose users sign in at a partner, and are handed over to an application by an SP adapter."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx

from hanse.crypto.xml.elements import XmlElement
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.saml.bindings import SAML_RESPONSE, post_value
from tests.engine.handover.conftest import ALLOWED
from tests.engine.saml.identity_provider import (
    CONNECTION,
    IdentityProvider,
    ReceivedRequest,
    no_request,
    received,
    saml_connection,
    with_entity_id,
)
from tests.engine.signin.site import SignInSite, Visitor, continues_at
from tests.support.configurations import replace
from tests.support.instances import Body
from tests.support.mappings import from_source
from tests.support.sp_adapters import sp_adapter

START = "/sp/startSSO.ping"
PROFILES = ["SP_INITIATED_SSO", "IDP_INITIATED_SSO"]


def mapped_to(adapter: str = "sp-0", **more: Any) -> Body:
    """Return the mapping of a connection to an SP adapter."""
    fulfillment = {
        "sub": from_source("ASSERTION", "SAML_SUBJECT"),
        "mail": from_source("ASSERTION", "mail"),
    }
    return {"spAdapterRef": {"id": adapter}, "attributeContractFulfillment": fulfillment, **more}


def mapped_connection(**changes: Any) -> Body:
    """Return a connection for both profiles, with a mapping to an SP adapter."""
    usual = {"enabledProfiles": PROFILES, "idpIdentityMapping": "ACCOUNT_MAPPING", "adapterMappings": [mapped_to()]}
    return saml_connection(**{**usual, **changes})


@dataclass
class PartnerSite:
    """The server, and the partner."""

    site: SignInSite
    partner: IdentityProvider

    @classmethod
    def opened(cls, site: SignInSite) -> "PartnerSite":
        with_entity_id(site)
        site.add(SP_ADAPTERS, sp_adapter())
        site.add(IDP_CONNECTIONS, mapped_connection())
        site.engine.save(REDIRECT_VALIDATION, ALLOWED)
        return cls(site, IdentityProvider(site.engine.clock))

    def change(self, **changes: Any) -> None:
        """Change Browser SSO of the connection."""
        self.change_whole({}, **changes)

    def change_whole(self, members: Body, **changes: Any) -> None:
        """Change members of the connection, and Browser SSO."""
        body = {**mapped_connection(**changes), **members}
        replace(self.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, body)
        self.site.engine.caught_up()

    def start(self, user: Visitor, **parameters: Any) -> httpx.Response:
        """Follow a link of the application."""
        return user.browser.get(f"{START}?{urlencode(parameters, doseq=True)}")

    def away(self, user: Visitor, **parameters: Any) -> ReceivedRequest:
        """Return the request with which the user arrives at the partner."""
        return received(self.start(user, **parameters))

    def answer(self, user: Visitor, response: XmlElement, relay_state: str) -> httpx.Response:
        """Post a response, and follow the page of the server to the end."""
        form = {SAML_RESPONSE: post_value(response), **({"RelayState": relay_state} if relay_state else {})}
        page = user.browser.post("/sp/ACS.saml2", form)
        if page.status_code != httpx.codes.OK or 'id="continue"' not in page.text:
            return page
        return user.follow(user.browser.get(continues_at(page)))

    @property
    def nothing(self) -> ReceivedRequest:
        """The request of an unsolicited response."""
        return no_request(self.site.engine.clock)

    def unsolicited(self, user: Visitor, response: XmlElement | None = None, relay_state: str = "") -> httpx.Response:
        """Arrive with a response that nobody has requested."""
        made = self.partner.response(self.nothing) if response is None else response
        return self.answer(user, made, relay_state)
