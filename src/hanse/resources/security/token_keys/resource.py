"""The resource declarations of the server's own keys and of the key sets of virtual issuers."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import DocumentIds, ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.resources.security.token_keys.model import (
    AdditionalKeySet,
    OAuthOidcKeysSettings,
    OAuthOidcKeysSettingsCertificateInformation,
)
from hanse.resources.security.token_keys.rules import (
    check_key_set,
    check_settings,
    complete_key_set,
    complete_settings,
)

OAUTH_KEYS_UI = Ui(
    page=ConsolePage(
        id="oauthOpenIdConnectKeys",
        label="OAuth & OpenID Connect Keys",
        heading=CERTIFICATES_AND_KEYS,
        slug="oauth-openid-connect-keys",
        position=60,
        keywords=("JWT", "JWKS", "JWK", "JWS", "JWE"),
        is_react=True,
        is_default_shortcut=True,
    )
)

OAUTH_KEYS = Resource(
    path=handles.OAUTH_KEYS.path,
    model=OAuthOidcKeysSettings,
    area=Area.KEYS,
    text=ResourceText(
        title="OAuth & OpenID Connect Keys",
        description="Keys that sign and decrypt tokens: static keys, or dynamic keys that the server creates and"
        " rotates.",
    ),
    default=lambda: OAuthOidcKeysSettings(
        static_jwks_enabled=False,
        dynamic_key_certificate_information=OAuthOidcKeysSettingsCertificateInformation(),
    ),
    saving=SaveRules(prepare=complete_settings, rules=(check_settings,), reads=frozenset({handles.SIGNING_KEY_PAIRS})),
    ui=OAUTH_KEYS_UI,
)
KEY_SETS_UI = Ui(
    page=ConsolePage(
        id="tokenSigningKeys",
        label="Token Signing Keys",
        heading=CERTIFICATES_AND_KEYS,
        slug="token-signing-keys",
        position=70,
        keywords=("JWT", "JWKS", "JWK", "JWS", "OpenID Connect"),
        is_react=True,
        is_default_shortcut=True,
    ),
    item_page="/security/certificate-and-key-management/token-signing-keys/edit/{id}",
)

KEY_SETS = Resource(
    path=handles.KEY_SETS.path,
    model=AdditionalKeySet,
    area=Area.KEYS,
    text=ResourceText(
        title="Token Signing Keys",
        singular="Token Signing Key Set",
        description="Sets of signing keys for virtual issuers.",
    ),
    ids=DocumentIds(in_use="ID is already in-use."),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(prepare=complete_key_set, rules=(check_key_set,), reads=frozenset({handles.SIGNING_KEY_PAIRS})),
    ui=KEY_SETS_UI,
)
