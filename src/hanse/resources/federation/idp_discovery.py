"""IdP discovery by the common domain cookie (SAML profiles, section 4.3).

Identity and service providers share a domain beside their own ones. Each has a host in it, at which it can write or
read the cookie.
"""

from collections.abc import Iterator
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import HostName
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import APPLICATION_INTEGRATION, ConsolePage
from hanse.kit.errors import FieldError
from hanse.resources.base_url import base_url_of

LONGEST_DAYS = 365


class IdpDiscoverySettings(ConfigModel):
    """Settings of the common domain cookie."""

    common_domain: Annotated[
        HostName | None,
        Field(
            title="Common domain",
            description="Domain that this server shares with its partners, such as federation.example.org. Browsers"
            " send the cookie to all of its hosts. If empty, the cookie is not used.",
        ),
    ] = None
    host: Annotated[
        HostName | None,
        Field(
            title="Host in the common domain",
            description="Host name of this server in the common domain: that of the base URL, or a virtual host name."
            " Users are redirected there to write or read the cookie.",
        ),
    ] = None
    write_cookie: Annotated[
        bool,
        Field(
            title="Write the cookie",
            description="After users have signed in for a SAML service provider, add this identity provider to the"
            " cookie. If off, the cookie is not changed.",
        ),
    ] = False
    cookie_lifetime_days: Annotated[
        int,
        Field(
            title="Cookie lifetime (days)",
            ge=0,
            le=LONGEST_DAYS,
            description="Lifetime of the cookie, in days. With 0, it ends when the browser is closed.",
        ),
    ] = 0
    read_cookie: Annotated[
        bool,
        Field(
            title="Read the cookie",
            description="If a link to /sp/startSSO.ping names no identity provider and there are several, use the one"
            " of the cookie at which the user has signed in last. If off, the cookie is not read.",
        ),
    ] = False


def is_in_domain(host: str, domain: str) -> bool:
    """Return whether a host is a domain itself or below it."""
    return host.lower() == domain.lower() or host.lower().endswith(f".{domain.lower()}")


def _check(proposal: Proposal[IdpDiscoverySettings]) -> Iterator[FieldError]:
    new = proposal.new
    if new.write_cookie or new.read_cookie:
        for value, member in ((new.common_domain, "commonDomain"), (new.host, "host")):
            if not value:
                yield FieldError("This field is required.", member, "required_field")
    # Browsers reject a cookie for a whole top-level domain (RFC 6265, section 5.3, step 5).
    if new.common_domain and "." not in new.common_domain:
        yield FieldError("Enter a domain such as federation.example.org.", "commonDomain", "invalid_domain")
    if new.host and new.common_domain and not is_in_domain(new.host, new.common_domain):
        yield FieldError("The host must be in the common domain.", "host", "invalid_host")
    if new.host and new.host.lower() not in _own_hosts(proposal):
        yield FieldError(
            "Enter the host of the base URL or a virtual host name of this server.", "host", "unknown_host"
        )


def _own_hosts(proposal: Proposal[IdpDiscoverySettings]) -> frozenset[str]:
    virtual = proposal.view.singleton(handles.VIRTUAL_HOST_NAMES).virtual_host_names
    return frozenset({(urlsplit(base_url_of(proposal.view)).hostname or "").lower(), *map(str.lower, virtual)})


IDP_DISCOVERY = Resource(
    path=handles.IDP_DISCOVERY.path,
    model=IdpDiscoverySettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="IdP Discovery",
        description="Cookie that tells service providers at which identity provider a user has signed in.",
    ),
    default=IdpDiscoverySettings,
    saving=SaveRules(rules=(_check,)),
    ui=Ui(
        page=ConsolePage(
            id="idpDiscovery",
            label="IdP Discovery",
            heading=APPLICATION_INTEGRATION,
            slug="idp-discovery",
            position=80,
            keywords=("common domain cookie", "CDC", "SAML", "_saml_idp"),
        ),
        guide="idp-discovery",
        form=ItemForm(
            layout=FormLayout(
                sections=(
                    Section("Common domain", ("commonDomain", "host")),
                    Section("As identity provider", ("writeCookie", "cookieLifetimeDays")),
                    Section("As service provider", ("readCookie",)),
                )
            )
        ),
    ),
)
