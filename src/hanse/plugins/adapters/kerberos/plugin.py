"""The adapter that requests a Kerberos ticket from the browser (RFC 4559)."""

from base64 import b64decode
from binascii import Error as NotBase64
from hashlib import sha256
from typing import Final

from hanse import handles
from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.adapters import (
    KIND,
    NEGOTIATED,
    AdapterRequest,
    AdapterResult,
    Failure,
    ShowPage,
    Success,
)
from hanse.plugins.kerberos_tickets import TicketRefused

TEMPLATE: Final = "continue.page.template.html"
REALM, CONTEXT = "Domain/Realm Name", "Authentication Context Value"
USERNAME: Final = "Username"
# The parameter of the page's link, which browsers without a ticket follow.
NO_TICKET: Final = "no_ticket"
# Tickets with group memberships of Windows have up to 64 KB in base64.
_MOST_CHARACTERS: Final = 65_536
# The libraries accept an authenticator for five minutes, on clocks that differ by five more.
_CLAIM_SECONDS: Final = 900.0


class KerberosAdapter:
    """Requests a ticket with the status 401; the interface is `contracts.adapters.Adapter`.

    Browsers that have a ticket send it at once. Others show the page, whose link fails the adapter, so that the policy
    can ask for a password.
    """

    def __init__(self, settings: Settings) -> None:
        self._realm = settings.text(REALM)
        self._context = settings.text(CONTEXT)

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Request a ticket."""
        if request.consent is not None:
            return Failure(code="no_consent", detail="A Kerberos adapter cannot obtain consent.")
        return ShowPage(
            template=TEMPLATE,
            values={"address": f"{request.resume_url}?{NO_TICKET}=1"},
            accepts_link=True,
            negotiates=True,
        )

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the ticket, or without one."""
        sent = (request.form or {}).get(NEGOTIATED, "")
        if not sent:
            return Failure(code="no_ticket", detail="The browser sent no Kerberos ticket.")
        try:
            realm, name = self._identify(request, sent)
        except TicketRefused as error:
            return Failure(code="ticket_refused", detail=f"{error}")
        except Unavailable as error:
            return Failure(code="kerberos_unavailable", detail=error.message)
        if request.user_id_fixed and not is_user_of_ticket(request.user_id, realm, name):
            return Failure(code="other_user", detail="The ticket is that of another user.")
        return Success(attributes={USERNAME: name, REALM: realm}, amr=("kerberos",), acr=self._context)

    def _identify(self, request: AdapterRequest, sent: str) -> tuple[str, str]:
        """Return the realm and the user of a ticket. Raises TicketRefused and Unavailable."""
        token = _decoded(sent)
        found = request.services.user_of_ticket(self._realm, token)
        if not request.services.claim(f"ticket {sha256(token).hexdigest()}", _CLAIM_SECONDS):
            raise TicketRefused("The ticket was already used.")
        return found


def is_user_of_ticket(user_id: str, realm: str, name: str) -> bool:
    """Return whether a user ID, with or without the realm, is that of a ticket. Letter case is ignored."""
    wanted, _, domain = user_id.lower().partition("@")
    return wanted == name.lower() and domain in ("", realm.lower())


def _decoded(sent: str) -> bytes:
    if len(sent) > _MOST_CHARACTERS:
        raise TicketRefused("The token is too long.")
    try:
        return b64decode(sent, validate=True)
    except (NotBase64, ValueError) as error:
        raise TicketRefused("The token is not in base64.") from error


KERBEROS: Final = Plugin(
    kind=KIND,
    id="hanse.kerberos",
    name="Kerberos Adapter",
    keywords=("SPNEGO", "Windows", "Active Directory", "integrated authentication", "desktop single sign-on"),
    make=KerberosAdapter,
    attribute_contract=(REALM, USERNAME),
    supports_extended_contract=False,
    pseudonym=USERNAME,
    form=Form(
        description="Signs users in with the ticket of their Windows or Kerberos log-on. Browsers send it only to hosts"
        " that their administrators allow. Without a ticket the adapter fails, so that the policy can continue with"
        " another one.",
        fields=(
            Field(
                name=REALM,
                description="Domain or realm that issues the tickets. Tickets of users of other realms are refused.",
                type=FieldType.SELECT,
                reference=handles.KERBEROS_REALMS,
                required=True,
            ),
            Field(
                name=CONTEXT,
                description="Authentication context (acr) that this adapter reports to applications. If not set, none"
                " is reported.",
                maximum_length=1024,
            ),
        ),
    ),
)
