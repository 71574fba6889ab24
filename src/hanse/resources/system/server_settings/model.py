"""The fields of the server's settings."""

from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel, Secret, ShortText
from hanse.config.declare.types import BaseUrl, EmailAddress, HostName, Port
from hanse.resources.system.server_settings.notifications import NotificationSettings

_SECONDS = Annotated[int, Field(ge=0, le=3600)]
_ENTITY_ID = Annotated[str, Field(max_length=1024)]


class ContactInfo(ConfigModel):
    """Contact data for partners, which is part of exported metadata."""

    company: Annotated[ShortText | None, Field(title="Company")] = None
    first_name: Annotated[ShortText | None, Field(title="First name")] = None
    last_name: Annotated[ShortText | None, Field(title="Last name")] = None
    email: Annotated[EmailAddress | None, Field(title="E-mail address")] = None
    phone: Annotated[ShortText | None, Field(title="Phone number")] = None


class FederationInfo(ConfigModel):
    """The base URL of this server and its identifiers in federations."""

    base_url: Annotated[
        BaseUrl | None,
        Field(
            title="Base URL",
            description="Address at which users and applications reach the engine, such as https://sso.example.com. It"
            " is the start of the addresses in metadata and of the OpenID Connect issuer.",
        ),
    ] = None
    saml2_entity_id: Annotated[
        _ENTITY_ID | None,
        Field(
            alias="saml2EntityId",
            title="SAML 2.0 entity ID",
            description="Identifier by which SAML 2.0 partners know this server, such as https://sso.example.com/saml."
            " Connections can have virtual server IDs in its place. Give partners the new ID before you change it.",
        ),
    ] = None
    auto_connect_entity_id: _ENTITY_ID | None = None
    saml1x_issuer_id: Annotated[_ENTITY_ID | None, Field(alias="saml1xIssuerId")] = None
    saml1x_source_id: Annotated[_ENTITY_ID | None, Field(alias="saml1xSourceId")] = None
    wsfed_realm: Annotated[
        _ENTITY_ID | None,
        Field(
            title="WS-Federation realm",
            description="Identifier by which WS-Federation partners know this server, such as urn:example:sso. It is"
            " the issuer of their tokens.",
        ),
    ] = None


class Saml20Profile(ConfigModel):
    """SAML 2.0 profile of one role."""

    enable: bool = False
    enable_auto_connect: bool | None = None


class SpSaml20Profile(Saml20Profile):
    """SAML 2.0 profile of the service provider role."""

    enable_xasp: Annotated[bool | None, Field(alias="enableXASP")] = None


class ProviderRole(ConfigModel):
    """Settings that both provider roles have in common."""

    enable: bool = False
    enable_saml11: bool | None = None
    enable_saml10: bool | None = None
    enable_ws_fed: bool | None = None
    enable_ws_trust: bool | None = None


class IdpRole(ProviderRole):
    """The identity provider role."""

    saml20_profile: Annotated[Saml20Profile | None, Field(alias="saml20Profile")] = None
    enable_outbound_provisioning: bool | None = None


class SpRole(ProviderRole):
    """The service provider role."""

    saml20_profile: Annotated[SpSaml20Profile | None, Field(alias="saml20Profile")] = None
    enable_open_id_connect: Annotated[bool | None, Field(alias="enableOpenIDConnect")] = None
    enable_inbound_provisioning: bool | None = None


class OAuthRole(ConfigModel):
    """The role of authorization server and OpenID provider."""

    enable_oauth: bool = False
    enable_open_id_connect: bool | None = None


class RolesAndProtocols(ConfigModel):
    """The roles and protocols that this server supports."""

    oauth_role: OAuthRole | None = None
    idp_role: IdpRole | None = None
    sp_role: SpRole | None = None
    enable_idp_discovery: bool | None = None


class EmailServerSettings(ConfigModel):
    """The mail server through which administrators and users are notified."""

    source_addr: EmailAddress
    email_server: HostName
    port: Port = 25
    ssl_port: Port | None = None
    timeout: _SECONDS | None = None
    retry_attempts: Annotated[int, Field(ge=0, le=100)] | None = None
    retry_delay: _SECONDS | None = None
    use_ssl: Annotated[bool | None, Field(alias="useSSL")] = None
    use_tls: Annotated[bool | None, Field(alias="useTLS")] = None
    verify_hostname: bool | None = None
    enable_utf8_message_headers: Annotated[bool | None, Field(alias="enableUtf8MessageHeaders")] = None
    use_debugging: bool | None = None
    username: ShortText | None = None
    password: Annotated[str | None, Field(max_length=1024), Secret(clearable=True)] = None
    encrypted_password: Annotated[str | None, Field(max_length=16_384)] = None


class CaptchaSettings(ConfigModel):
    """The keys of the CAPTCHA service."""

    site_key: ShortText | None = None
    secret_key: Annotated[str | None, Field(max_length=1024), Secret(clearable=True)] = None
    encrypted_secret_key: Annotated[str | None, Field(max_length=16_384)] = None


class ServerSettings(ConfigModel):
    """The settings of the server as a whole; members that are left out are not set."""

    contact_info: Annotated[ContactInfo | None, Field(title="Contact")] = None
    notifications: Annotated[NotificationSettings | None, Field(title="Notifications")] = None
    roles_and_protocols: RolesAndProtocols | None = None
    federation_info: Annotated[FederationInfo | None, Field(title="Federation info")] = None
    email_server: EmailServerSettings | None = None
    captcha_settings: CaptchaSettings | None = None
