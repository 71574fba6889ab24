"""The key pairs that listeners use for TLS, and the settings that say which of them are active."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink, Unordered
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.resources.security.key_pairs.family import key_pairs
from hanse.resources.security.key_pairs.ssl_server_ui import CERTIFICATES_UI, SETTINGS_UI

MOST_ACTIVE = 8
SSL_SERVER_KEY_PAIRS = key_pairs(
    handles.SSL_SERVER_KEY_PAIRS,
    title="SSL Server Certificate",
    description="Private keys and certificates that this server presents to browsers and applications.",
    ui=CERTIFICATES_UI,
)
_Certificate = Annotated[ResourceLink | None, Ref(handles.SSL_SERVER_KEY_PAIRS)]
_Active = Annotated[list[Annotated[ResourceLink, Ref(handles.SSL_SERVER_KEY_PAIRS)]], Unordered()]


class SslServerSettings(ConfigModel):
    """The active TLS certificates. Without any, the one in the data folder or the one from the options is used."""

    runtime_server_cert_ref: Annotated[
        _Certificate,
        Field(
            title="Runtime Server Certificate",
            description="Certificate that the engine presents. If not set, the server's own certificate is used.",
        ),
    ] = None
    admin_console_cert_ref: Annotated[
        _Certificate,
        Field(
            title="Administrative Console Certificate",
            description="Certificate that the administrative console presents. If not set, the "
            "server's own certificate is "
            "used.",
        ),
    ] = None
    active_runtime_server_certs: Annotated[
        _Active,
        Field(
            title="Further Active Runtime Server Certificates",
            description="Used for clients that do not support the type of the default key. One "
            "certificate for each key type.",
            max_length=MOST_ACTIVE,
            default_factory=list,
        ),
    ]
    active_admin_console_certs: Annotated[
        _Active,
        Field(title="Further Active Administrative Console Certificates", max_length=MOST_ACTIVE, default_factory=list),
    ]


SSL_SERVER_SETTINGS = Resource(
    path=handles.SSL_SERVER_SETTINGS.path,
    model=SslServerSettings,
    area=Area.KEYS,
    text=ResourceText(
        title="SSL Server Settings",
        description="Certificates that the server presents. Changes apply to new connections within seconds.",
    ),
    default=lambda: SslServerSettings(active_runtime_server_certs=[], active_admin_console_certs=[]),
    ui=SETTINGS_UI,
)
