"""The interface of IdP adapters, which authenticate users, page by page.

An adapter keeps nothing between calls. It returns the data for the next page of a sign-in as `state`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol, TypeAlias

from hanse.plugins.contracts.adapter_services import AdapterServices
from hanse.plugins.contracts.users import AttributeValue

KIND = "idpAdapter"
# The member of the form with the token that a browser has sent in the header Authorization (RFC 4559, section 4.2).
NEGOTIATED: Final = "negotiated"
# The address of every issuer to which other servers redirect users back. Such servers accept registered addresses only,
# so it is the same for all sign-ins; `name` is chosen by the adapter.
CALLBACK_PATH: Final = "/sp/{name}/cb.openid"
# The name by which a redirect expects a response of a SAML identity provider, at `saml.paths.SP_ACS_PATH`.
SAML_CALLBACK: Final = "saml2"
# The code of the failure of a silent sign-in for which the other server would have to show a page.
NEEDS_USER: Final = "interaction_required"


@dataclass(frozen=True)
class Cookie:
    """A cookie for the user's browser, visible to this adapter instance only. `seconds` is 0 to delete it.

    The name is a token (RFC 6265, section 4.1.1) of at most 64 characters. The value is a text, which the server
    percent-encodes; the result may have at most 3,000 characters.
    """

    name: str
    value: str
    seconds: int


@dataclass(frozen=True, kw_only=True)
class ConsentRequest:
    """A request for the user's consent, for an adapter that obtains it from a user who is already known.

    The adapter returns Success with the approved scopes and authorization details, as the attributes that the
    authorization server settings name, and Failure if the user declined. Nothing is granted that was not requested.
    """

    user_key: str
    user_name: str
    # Requested scopes with their descriptions for users.
    scopes: Mapping[str, str]
    # Each is a JSON object (RFC 9396, section 2).
    authorization_details: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, kw_only=True)
class AdapterRequest:
    """A call of an adapter. `form` is None for the first call of a sign-in."""

    now: datetime
    services: AdapterServices
    form: Mapping[str, str] | None
    # The `state` that the adapter returned with the previous page.
    state: Mapping[str, Any]
    # The adapter's own cookies.
    cookies: Mapping[str, str]
    # The user whom an earlier step of the policy identified, or `login_hint`; empty if there is neither.
    user_id: str = ""
    # True if an earlier step of the policy named the user, who must then not be changed; false for `login_hint`.
    user_id_fixed: bool = False
    # True if the policy states that the user was authenticated by that step.
    user_id_authenticated: bool = False
    # True if an adapter before this one in the same sign-in, or a reused session, authenticated somebody.
    has_authenticated: bool = False
    client_address: str = ""
    client_id: str = ""
    application_name: str = ""
    locales: Sequence[str] = ()
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # The attributes of earlier sources in the policy, by source id.
    chained: Mapping[str, Mapping[str, AttributeValue]] = field(default_factory=dict)
    # The absolute address at which this flow continues, for links in e-mails and redirects to elsewhere.
    resume_url: str = ""
    # The identifier of the issuer at which the user signs in, and that of the sign-in.
    issuer: str = ""
    flow: str = ""
    # True if the user must choose an account (`prompt=select_account`). A remembered one must not be used then.
    select_account: bool = False
    # True if the user must authenticate again (`prompt=login`), and if no page may be shown (`prompt=none`).
    force_authentication: bool = False
    passive: bool = False
    # The longest time in seconds since the user's authentication that the application accepts; None for any.
    max_age: int | None = None
    # The authentication context classes that the application requests, the preferred one first.
    acr_values: Sequence[str] = ()
    # Validated options of a request that names this source, by the names that the source declares.
    source_options: Mapping[str, str] = field(default_factory=dict)
    # Set if the adapter should request consent instead of authenticating the user.
    consent: ConsentRequest | None = None


@dataclass(frozen=True, kw_only=True)
class ShowPage:
    """Show a page and call the adapter again with the form that the user sends.

    `template` is a file of the template folder. The server adds the form's address and protection, the texts of the
    user's language and the style.
    """

    template: str
    values: Mapping[str, Any]
    # Template that is shown if administrators named one that does not exist.
    fallback: str = ""
    state: Mapping[str, Any] = field(default_factory=dict)
    cookies: tuple[Cookie, ...] = ()
    # True if a link to `AdapterRequest.resume_url` with parameters also continues, for example one in an e-mail. The
    # parameters are the `form` then. It must be opened in the same browser.
    accepts_link: bool = False
    # Seconds for which the page stays usable, at most a day, even if the sign-in would time out before.
    usable_seconds: float = 0
    # Seconds before the page is shown, at most a minute, for example while directories replicate.
    after_seconds: float = 0
    # True if the page loads a script of this server. Other pages cannot run scripts.
    runs_script: bool = False
    # True to request a Kerberos ticket with the page (RFC 4559): a browser that has one sends it at once, and the form
    # has it as `NEGOTIATED`. All other browsers show the page.
    negotiates: bool = False


@dataclass(frozen=True, kw_only=True)
class Redirect:
    """Redirect the browser elsewhere; it returns to `AdapterRequest.resume_url` with parameters as `form`.

    With `form`, a page sends these fields there by POST. With a `callback` the browser returns to the `callback_url` of
    this name instead. The other server must then return a parameter `state`, or a SAML relay state, that begins with
    `AdapterRequest.flow` and a period.
    """

    url: str
    form: Mapping[str, str] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)
    callback: str = ""
    # True if the other server shows no page, so that the redirect may also be part of a silent sign-in.
    is_silent: bool = False


@dataclass(frozen=True)
class LoggedResponse:
    """The verified message with which another server has authenticated the user, for the audit log."""

    # Identifiers and addresses of the message, by their names in the log.
    details: Mapping[str, str]
    # The message as XML, if it is to be logged. Encrypted parts are still encrypted. Values are not masked yet.
    xml: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, kw_only=True)
class Success:
    """The user is known.

    `attributes` are those of the adapter's contract, `amr` the authentication methods (RFC 8176), and `acr` is the
    authentication context class, if the adapter has one.
    """

    attributes: Mapping[str, AttributeValue]
    amr: tuple[str, ...] = ()
    acr: str = ""
    cookies: tuple[Cookie, ...] = ()
    # False when the user asked not to be remembered.
    may_keep_session: bool = True
    # The user's answer about the device, for session policies; None if the adapter does not ask.
    shared_device: bool | None = None
    # The ID of the user in a local identity profile, whose sessions and grants end with the account; empty for others.
    local_user: str = ""
    # Time of the authentication in seconds since the epoch, if it was at another server; None if it was just now.
    auth_time: float | None = None
    # The identifier of the user's session at another server; empty for none.
    remote_session: str = ""
    # The user's name identifier at a SAML identity provider, as `saml.name_ids.name_id_text` writes it.
    remote_subject: str = ""
    # The verified issuer of the user's ID token; empty for other sources. A connection can accept several issuers.
    remote_issuer: str = ""
    # The same issuer, unless it is the main one of the connection. Two issuers may use the same name for two users.
    further_issuer: str = ""
    # The virtual server ID of this server for which a SAML identity provider has authenticated the user; empty for the
    # server's own entity ID.
    virtual_id: str = ""
    # A text with which `remote_logouts.RemoteSignOut` signs the user out at the other server; empty for no logout.
    logout_hint: str = ""
    # The message that was received, for sources that receive one.
    received: LoggedResponse | None = None


@dataclass(frozen=True, kw_only=True)
class Failure:
    """The user was not authenticated. `code` is for the log and the trace; `message` is a message key for the user.

    `detail` is a sentence in English for the log and the trace, without values that grant anything. `shown` is the
    error message of another server, if users and applications may see it.
    """

    code: str
    message: str = ""
    detail: str = ""
    shown: str = ""
    cookies: tuple[Cookie, ...] = ()


def callback_url(issuer: str, name: str) -> str:
    """Return the address of an issuer to which another server redirects users back."""
    return f"{issuer}{CALLBACK_PATH.format(name=name)}"


AdapterResult: TypeAlias = ShowPage | Redirect | Success | Failure


class Adapter(Protocol):
    """Authenticates users.

    An adapter may also have `own_session`, an `AdapterSession`; `logout`, an `AdapterLogout`; `validators`, the ids of
    those of its users; the members of `remote_logouts.RemoteLogouts`; `identifies_only`, true if users enter a name
    without proof, so that no sign-in ends with it alone; `tracks_time`, false if the time of a session's sign-in must
    not be reported; `api`, an `authentication_api.AdapterApi`, if authentication applications can show its pages.
    """

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Start the sign-in, usually with a page."""
        ...

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the form that the user sent."""
        ...
