"""The settings of an OpenID Connect adapter."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from hanse.config.declare.plugin_fields import TRUE, Field, FieldType, Form, Option
from hanse.config.plugins.field_shorthands import (
    choice,
    conditions_on,
    flag,
    number,
    signing_algorithms,
    with_conditions,
)
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import SettingRefused, Settings
from hanse.crypto.jws_signing import ALGORITHMS
from hanse.data_stores.settings import HttpSettings
from hanse.plugins.adapters.openid_connect import setting_names as names
from hanse.plugins.adapters.openid_connect.request_parameters import RequestParameter

# Limits of one request to the provider: users wait for it.
_CONNECT_SECONDS, _READ_SECONDS = 5.0, 5.0
_MOST_BYTES: Final = 256 * 1024
_LONGEST_URL, _LONGEST_ID, _LONGEST_SECRET, _LONGEST_SCOPES = 2048, 1024, 1024, 1024
_MOST_TOLERANCE: Final = 300
OPENID: Final = "openid"


@dataclass(frozen=True)
class AssertionSettings:
    """The contents of client assertions (RFC 7523, section 3)."""

    # Empty for the audience that `ProviderSettings.assertion_to_issuer` determines.
    audience: str = ""
    seconds: int = 60
    media_type: str = "JWT"
    has_start: bool = False


@dataclass(frozen=True)
class ProviderSettings:
    """The settings of one instance."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    authentication: str
    assertion_algorithm: str
    # The audience of client assertions: the issuer, or the token endpoint.
    assertion_to_issuer: bool
    scopes: str
    reads_user_info: bool
    algorithms: frozenset[str]
    tolerance: float
    passes_username: bool
    passes_context: bool
    pushes_requests: bool
    # True to request authorization responses as signed JWTs (JARM).
    signed_responses: bool
    # True to request tokens that are bound to a key (RFC 9449).
    bound_tokens: bool
    connection: HttpSettings
    # True for the implicit flow: the browser posts the ID token of the provider, and no code is redeemed.
    is_implicit: bool = False
    # False for providers that refuse requests with PKCE (RFC 7636).
    uses_pkce: bool = True
    # True to sign users out at the provider who sign out here.
    signs_out: bool = False
    # Issuers of tokens that are accepted in addition, as those of the tenants of a shared provider.
    further_issuers: frozenset[str] = frozenset()
    accepts_any_issuer: bool = False
    assertions: AssertionSettings = AssertionSettings()
    # The signing algorithm of request objects (RFC 9101); empty to send plain parameters.
    request_algorithm: str = ""
    request_parameters: tuple[RequestParameter, ...] = ()
    # False to ignore logouts of users at the provider.
    tracks_logouts: bool = True
    # True if users and applications see the provider's error messages.
    passes_errors: bool = False

    def accepts_issuer(self, issuer: object) -> bool:
        """Return whether tokens and responses of an issuer are accepted."""
        return issuer == self.issuer or issuer in self.further_issuers or (self.accepts_any_issuer and bool(issuer))

    def further_issuer(self, issuer: str) -> str:
        """Return an accepted issuer if it is not the main one; otherwise nothing."""
        return "" if issuer == self.issuer else issuer

    def unambiguous(self, issuer: str, identifier: str) -> str:
        """Return an identifier that an issuer has chosen, such as that of a session, unlike those of other issuers."""
        further = self.further_issuer(issuer)
        return f"{further}\n{identifier}" if further and identifier else identifier

    @classmethod
    def read(cls, settings: Settings) -> "ProviderSettings":
        """Return the settings. Raises SettingRefused."""
        text = settings.text
        authentication = text(names.AUTHENTICATION)
        if authentication in (names.BASIC, names.POST) and not text(names.CLIENT_SECRET):
            raise SettingRefused("This client authentication requires a client secret.", names.CLIENT_SECRET)
        return cls(
            issuer=text(names.ISSUER),
            client_id=text(names.CLIENT_ID),
            client_secret=text(names.CLIENT_SECRET),
            authentication=authentication,
            assertion_algorithm=text(names.ASSERTION_ALGORITHM),
            assertion_to_issuer=text(names.ASSERTION_AUDIENCE) == names.TO_ISSUER,
            scopes=" ".join(text(names.SCOPES).split()),
            reads_user_info=settings.flag(names.USER_INFO),
            algorithms=frozenset(text(names.ALGORITHMS).split()),
            tolerance=float(text(names.TOLERANCE)),
            passes_username=settings.flag(names.PASS_USERNAME),
            passes_context=settings.flag(names.PASS_CONTEXT),
            pushes_requests=settings.flag(names.PUSH_REQUESTS),
            signed_responses=settings.flag(names.SIGNED_RESPONSES),
            bound_tokens=settings.flag(names.BOUND_TOKENS),
            connection=connection_to_provider(settings.authorities),
            signs_out=settings.flag(names.SIGN_OUT),
        )


def connection_to_provider(authorities: str) -> HttpSettings:
    """Return the settings of requests to a provider; `authorities` are the trusted certificates in PEM."""
    return HttpSettings(
        authorities=authorities,
        connect_timeout=_CONNECT_SECONDS,
        read_timeout=_READ_SECONDS,
        most_bytes=_MOST_BYTES,
    )


def is_https(url: str) -> bool:
    """Return whether a text is an address at which this server, or a browser, may reach a provider."""
    try:
        parts = urlsplit(url)
        is_good = parts.scheme == "https" and bool(parts.hostname) and parts.username is None and not parts.fragment
        return is_good and parts.port != 0 and url.isascii() and url.isprintable() and " " not in url
    except ValueError:
        return False


def _check_issuer(text: str) -> str | None:
    """Check the form of an issuer identifier (OpenID Connect Discovery 1.0, section 3)."""
    if is_https(text) and not urlsplit(text).query:
        return None
    return "Enter the issuer as an https address without a query, such as https://login.example.com."


def _check_scopes(text: str) -> str | None:
    return None if OPENID in text.split() else "The scopes must include openid."


_FIELDS: Final = (
    Field(
        name=names.ISSUER,
        description="Issuer identifier of the OpenID provider, exactly as in its metadata and ID tokens. Its endpoints"
        " and keys are read from the metadata at this address.",
        required=True,
        maximum_length=_LONGEST_URL,
        check=_check_issuer,
    ),
    Field(
        name=names.CLIENT_ID,
        description="ID of the client that is registered for this server at the provider.",
        required=True,
        maximum_length=_LONGEST_ID,
    ),
    choice(
        names.AUTHENTICATION,
        "Method by which this server authenticates at the provider's token endpoint. Every request also uses PKCE.",
        names.BASIC,
        (names.BASIC, "Client secret (HTTP Basic)"),
        (names.POST, "Client secret in the request body"),
        (names.PRIVATE_KEY, "Private key JWT"),
        (names.NONE, "None (public client)"),
    ),
    Field(
        name=names.CLIENT_SECRET,
        description="Secret of the client.",
        encrypted=True,
        maximum_length=_LONGEST_SECRET,
    ),
    Field(
        name=names.ASSERTION_ALGORITHM,
        description="Algorithm with which this server signs client assertions. The keys are those of the issuer at"
        " which users sign in; register the address of its key set at the provider.",
        type=FieldType.SELECT,
        options=tuple(Option(each, each) for each in ALGORITHMS),
        default=ALGORITHMS[0],
    ),
    choice(
        names.ASSERTION_AUDIENCE,
        "Audience (claim aud) of client assertions. Select the token endpoint only for providers that do not accept"
        " their issuer identifier.",
        names.TO_ISSUER,
        (names.TO_ISSUER, "Issuer"),
        (names.TO_TOKEN_ENDPOINT, "Token endpoint"),
    ),
    Field(
        name=names.SCOPES,
        description="Requested scopes, separated by spaces.",
        required=True,
        default="openid profile email",
        maximum_length=_LONGEST_SCOPES,
        check=_check_scopes,
    ),
    flag(
        names.USER_INFO,
        "Also request the user's claims from the UserInfo endpoint. Claims of the ID token take precedence.",
    ),
    flag(
        names.PASS_USERNAME,
        "Send the username that an earlier step of the policy or the application has named to the provider"
        " (login_hint).",
        TRUE,
    ),
    flag(
        names.PASS_CONTEXT,
        "Send the authentication context that the application requests to the provider (acr_values).",
        TRUE,
    ),
    flag(
        names.SIGN_OUT,
        "Send users who sign out of this server to the provider, which signs them out as well and sends them back. The"
        " metadata of the provider must have an end session endpoint. If off, users stay signed in at the provider.",
    ),
    flag(
        names.PUSH_REQUESTS,
        "Send authorization requests directly to the provider if its metadata has an endpoint for them (PAR,"
        " RFC 9126), so that nobody can read or change them in the browser. If off, or without such an endpoint, the"
        " browser transports them.",
        TRUE,
        advanced=True,
    ),
    flag(
        names.SIGNED_RESPONSES,
        "Request authorization responses as signed JWTs (JARM) if the metadata of the provider has the response mode"
        " query.jwt, so that nobody can change them in the browser. If off, or without this mode, responses are"
        " plain parameters.",
        advanced=True,
    ),
    flag(
        names.BOUND_TOKENS,
        "Bind access tokens to a key of this server (DPoP, RFC 9449) if the metadata of the provider has the algorithm"
        " ES256 for it, so that nobody else can use them. If off, or without this algorithm, they are bearer tokens.",
        advanced=True,
    ),
    signing_algorithms(
        names.ALGORITHMS,
        "Accepted signing algorithms of ID tokens and signed responses, separated by spaces.",
        ALGORITHMS,
        advanced=True,
    ),
    number(
        names.TOLERANCE,
        "Accepted difference between the clocks of the provider and this server, in seconds.",
        30,
        NumberCheck(0, _MOST_TOLERANCE),
        advanced=True,
    ),
)
FORM: Final = Form(
    description="Signs users in at another OpenID provider. Register this server there as a client, with the redirect"
    " URI that the page of the saved adapter shows.",
    fields=with_conditions(
        _FIELDS,
        {
            **conditions_on(names.AUTHENTICATION, (names.BASIC, names.POST), names.CLIENT_SECRET),
            **conditions_on(
                names.AUTHENTICATION, (names.PRIVATE_KEY,), names.ASSERTION_ALGORITHM, names.ASSERTION_AUDIENCE
            ),
        },
    ),
    secret_target=(names.ISSUER,),
)
