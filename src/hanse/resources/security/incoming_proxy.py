"""Incoming proxy settings: the headers in which reverse proxies in front of the engine forward facts about requests."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.notices import Notice
from hanse.config.declare.options import ResourceText
from hanse.config.declare.ports import Ports
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import SYSTEM_INTEGRATION, ConsolePage
from hanse.config.declare.view import View
from hanse.kit.errors import FieldError
from hanse.kit.http.header_names import is_available
from hanse.kit.texts.labels import Labeled
from hanse.kit.texts.messages import message


def _check_header(text: str | None) -> str | None:
    if text and not is_available(text):
        raise PydanticCustomError("invalid_header_name", "Enter the name of a header that only the proxy sets.")
    return text or None


_HeaderName = Annotated[Annotated[str, Field(max_length=64)] | None, AfterValidator(_check_header)]


class HeaderIndex(Labeled):
    """The value that applies if a header has several."""

    FIRST = "FIRST", "First"
    LAST = "LAST", "Last"


class CertificateEncoding(Labeled):
    """Encoding of a certificate in a proxy's header."""

    APACHE_MOD_SSL = "APACHE_MOD_SSL", "Apache (mod_ssl)"
    NGINX = "NGINX", "nginx"


class IncomingProxySettings(ConfigModel):
    """The headers of proxies. They apply only to connections from the networks of the option `--trusted-proxies`."""

    forwarded_ip_address_header_name: Annotated[
        _HeaderName,
        Field(
            title="IP address header",
            description="Header with the client's IP address, such as X-Forwarded-For. If empty, the address of the "
            "proxy is the client's.",
        ),
    ] = None
    forwarded_ip_address_header_index: Annotated[
        HeaderIndex | None,
        Field(
            title="IP address to use",
            description="Address that applies if the header contains several. The last one is the one that the "
            "nearest proxy has added; it is the default.",
        ),
    ] = None
    forwarded_host_header_name: Annotated[
        _HeaderName,
        Field(
            title="Host header",
            description="Header with the host that the client requested, such as X-Forwarded-Host. If empty, the Host "
            "header applies.",
        ),
    ] = None
    forwarded_host_header_index: Annotated[
        HeaderIndex | None,
        Field(
            title="Host to use",
            description="Host that applies if the header contains several. The default is the last one.",
        ),
    ] = None
    enable_client_cert_header_auth: Annotated[
        bool | None,
        Field(
            title="Accept client certificates",
            description="Accept TLS client certificates that a proxy forwards. If not set, they are accepted if the "
            "header below is set.",
        ),
    ] = None
    client_cert_ssl_header_name: Annotated[
        _HeaderName,
        Field(
            alias="clientCertSSLHeaderName",
            title="Client certificate header",
            description="Header in which the proxy forwards the client's certificate, such as SSL_CLIENT_CERT. The "
            "proxy must remove this header from the requests of clients.",
        ),
    ] = None
    client_cert_chain_ssl_header_name: Annotated[
        _HeaderName,
        Field(
            alias="clientCertChainSSLHeaderName",
            title="Certificate chain header",
            description="Header in which the proxy forwards the other certificates of the chain. Headers with this "
            "name and _0, _1 and so on at the end are read too.",
        ),
    ] = None
    client_cert_header_encoding_format: Annotated[
        CertificateEncoding | None,
        Field(
            title="Certificate encoding",
            description="Encoding of the certificate in the header: PEM with spaces for line breaks (Apache, the "
            "default), or percent-encoded PEM (nginx).",
        ),
    ] = None
    proxy_terminates_https_conns: Annotated[
        bool,
        Field(
            title="Proxy terminates HTTPS",
            description="Treat requests from the proxy as HTTPS, although they arrive over HTTP.",
        ),
    ] = False


def accepts_certificates(settings: IncomingProxySettings) -> bool:
    """Return whether proxies may forward client certificates. Some API clients send only the name of the header."""
    return settings.enable_client_cert_header_auth is not False and bool(settings.client_cert_ssl_header_name)


def _check(proposal: Proposal[IncomingProxySettings]) -> Iterator[FieldError]:
    new = proposal.new
    if new.enable_client_cert_header_auth and not new.client_cert_ssl_header_name:
        yield FieldError("This field is required.", "clientCertSSLHeaderName", "required_field")


def shared_header_notices(view: View, _ports: Ports) -> Iterator[Notice]:
    """Find a header that is used for two facts. Existing configurations can have it, but one of the facts is wrong."""
    settings = view.singleton(handles.INCOMING_PROXY)
    named = (
        settings.forwarded_ip_address_header_name,
        settings.forwarded_host_header_name,
        settings.client_cert_ssl_header_name,
        settings.client_cert_chain_ssl_header_name,
    )
    times = Counter(name.lower() for name in named if name)
    repeated = next((name for name in named if name and times[name.lower()] > 1), None)
    if repeated is not None:
        yield Notice(
            id="incomingProxySettings:sharedHeader",
            label=message("Incoming proxy settings"),
            description=message(
                "The header {name} is configured for several facts about clients. Enter a separate header for each.",
                name=repeated,
            ),
            path=UI.page.path if UI.page else None,
        )


_FORWARDED = ("forwardedIpAddressHeader", "forwardedHostHeader")
UI = Ui(
    page=ConsolePage(
        id="incomingProxySettings",
        label="Incoming Proxy Settings",
        heading=SYSTEM_INTEGRATION,
        slug="incoming-proxy-settings",
        position=20,
        keywords=("reverse proxy", "load balancer", "mTLS", "client certificate", "X-Forwarded-For"),
    ),
    guide="incoming-proxy",
    form=ItemForm(
        layout=FormLayout(
            sections=(
                Section(
                    "Client address and host",
                    (
                        *(f"{each}{part}" for each in _FORWARDED for part in ("Name", "Index")),
                        "proxyTerminatesHttpsConns",
                    ),
                ),
                Section(
                    "Client certificates",
                    (
                        "enableClientCertHeaderAuth",
                        "clientCertSSLHeaderName",
                        "clientCertChainSSLHeaderName",
                        "clientCertHeaderEncodingFormat",
                    ),
                ),
            ),
        )
    ),
)

INCOMING_PROXY = Resource(
    path=handles.INCOMING_PROXY.path,
    model=IncomingProxySettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Incoming Proxy Settings",
        description="Headers in which trusted reverse proxies forward the client's address, host and certificate.",
    ),
    default=IncomingProxySettings,
    saving=SaveRules(rules=(_check,)),
    notices=(shared_header_notices,),
    ui=UI,
)
