"""Links that administrators have sent to local users: to set a password, or to verify an e-mail address.

The administrator requests the message, and the engine creates the link, so that no administrator sees it. A link works
once, in any browser. Opening it does not use it up, because mail servers open links to examine them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
import structlog

from hanse.engine.accounts.account_end import AccountEnd
from hanse.engine.http.answers import Answer
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.local_accounts import LocalUserLookups, local_accounts
from hanse.engine.outbox import Delivery
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.engine.state.contracts import OneTimeKind, OutboxKind, OutboxMessage, digest
from hanse.engine.user_messages import UserMessages
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import AccountLinkPurpose, LocalUser
from hanse.kit.randomness import new_token
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.plugins.local_identities.profile import PageText

LOG = structlog.stdlib.get_logger("hanse.accounts")
PATH: Final = "/pf/account-link.ping"
PARAMETER: Final = "link"
LIFETIME_SECONDS: Final = 86_400.0
# The field of the form with the token; forms of flows have one of the same name.
_FORM_TOKEN: Final = "flow_token"  # noqa: S105 - the name of a field.
_SEND_SECONDS: Final = 30.0
_LONGEST_LINK: Final = 256
_TEMPLATE: Final = "local.identity.link.html"
_MESSAGE_TEMPLATE: Final = "local.identity.message.html"
_MESSAGES: Final = {
    AccountLinkPurpose.PASSWORD: "message-template-account-password-link.html",
    AccountLinkPurpose.VERIFICATION: "message-template-account-verification-link.html",
}


class AccountLinkRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an outbox message: the user, and the purpose of the link."""

    profile: str
    user: str
    purpose: AccountLinkPurpose


class _Link(msgspec.Struct, frozen=True, kw_only=True):
    """The stored content of a link. It stops working if the user's address changes."""

    profile: str
    user: str
    email: str
    purpose: AccountLinkPurpose


@dataclass(frozen=True)
class _Opened:
    """A link that works, with its user."""

    key: bytes
    link: _Link
    accounts: LocalAccounts
    user: LocalUser


def link_request(id_: str, user: LocalUser, purpose: AccountLinkPurpose, now: float, expires: float) -> OutboxMessage:
    """Return the outbox message that requests a link for a user."""
    body = msgspec.msgpack.encode(AccountLinkRequest(profile=user.profile, user=user.id, purpose=purpose))
    return OutboxMessage(id=id_, kind=OutboxKind.ACCOUNT_LINK, due=now, expires=expires, body=body)


def link_delivery(services: Services) -> Delivery:
    """Return the delivery of requested links: each is created, and queued as a message to the user."""

    async def send(message: OutboxMessage) -> float | None:
        wanted = msgspec.msgpack.decode(message.body, type=AccountLinkRequest)
        snapshot, state = services.snapshot(), services.state
        profile = snapshot.part(LOCAL_PROFILES).get(wanted.profile)
        federation = snapshot.part(SERVER).federation_info
        base_url = "" if federation is None else federation.base_url
        user = await LocalUserLookups(services).get(snapshot, wanted.profile, wanted.user)
        if profile is None or user is None or not user.email or not base_url:
            LOG.warning("link not sent", profile=wanted.profile, user=wanted.user, reason="not configured, or no user")
            return None
        token = new_token(services.randomness)
        link = _Link(profile=profile.id, user=user.id, email=user.email, purpose=wanted.purpose)
        expires = services.clock.now().timestamp() + LIFETIME_SECONDS
        await state.one_time.put(OneTimeKind.ACCOUNT_LINK, digest(token), msgspec.msgpack.encode(link), expires)
        publisher = "" if profile.verification is None else profile.verification.publisher
        values = {
            "link": f"{base_url.rstrip('/')}{PATH}?{urlencode({PARAMETER: token})}",
            "username": user.username,
            "hours": str(round(LIFETIME_SECONDS / 3600)),
        }
        await UserMessages(services).send(snapshot, publisher, user.email, _MESSAGES[wanted.purpose], values)
        return None

    return Delivery(send, lease_seconds=_SEND_SECONDS, most_at_once=4)


@dataclass(frozen=True)
class AccountLinkPage:
    """Shows the page of a link, and answers its form."""

    services: Services
    end: AccountEnd

    async def show(self, request: Request) -> Answer:
        """Show the form for the new password, or the button that verifies the address."""
        token = request.query.one(PARAMETER) or ""
        opened = await self._opened(request, token)
        return self._expired(request) if opened is None else self._page(request, opened, token)

    async def submitted(self, request: Request) -> Answer:
        """Use the link up, and change the account."""
        form = await request.form()
        token = form.one(_FORM_TOKEN) or ""
        opened = await self._opened(request, token)
        if opened is None:
            return self._expired(request)
        if opened.link.purpose is AccountLinkPurpose.VERIFICATION:
            return await self._verify(request, opened)
        new = form.one("pf.newPassword") or ""
        run = self.services.work.run
        objection: PageText | None = await run(Purpose.PASSWORDS, opened.accounts.password_objection, new, opened.user)
        if new != (form.one("pf.confirmPassword") or ""):
            objection = PageText("change.different")
        if objection is not None:
            return self._page(request, opened, token, objection)
        return await self._set_password(request, opened, new)

    async def _set_password(self, request: Request, opened: _Opened, new: str) -> Answer:
        if not await self._take(opened):
            return self._expired(request)
        user = opened.user
        await self.services.work.run(Purpose.PASSWORDS, _set_password, opened.accounts, user.id, new)
        LOG.info("password of a local user changed", profile=user.profile, user=user.id, by="user")
        await self.end.sessions(request.snapshot, user.id)
        return self._message(request, "reset.title", "account.password_set")

    async def _verify(self, request: Request, opened: _Opened) -> Answer:
        if not await self._take(opened):
            return self._expired(request)
        user = opened.user
        await self.services.work.run(Purpose.PASSWORDS, opened.accounts.verify_email, user.id)
        LOG.info("address of a local user verified", profile=user.profile, user=user.id)
        return self._message(request, "account.verify_title", "account.verified")

    async def _opened(self, request: Request, token: str) -> _Opened | None:
        """Return the content of a link; None if it is unknown, used or expired."""
        if not token or len(token) > _LONGEST_LINK:
            return None
        key = digest(token)
        body = await self.services.state.one_time.peek(OneTimeKind.ACCOUNT_LINK, key, self._now())
        if body is None:
            return None
        link = msgspec.msgpack.decode(body, type=_Link)
        user = await LocalUserLookups(self.services).get(request.snapshot, link.profile, link.user)
        if user is None or user.email != link.email:
            return None
        try:
            accounts = local_accounts(self.services, request.snapshot, link.profile)
        except Unavailable:
            return None
        return _Opened(key, link, accounts, user)

    async def _take(self, opened: _Opened) -> bool:
        """Use the link up. Returns False if another request has used it first."""
        return await self.services.state.one_time.take(OneTimeKind.ACCOUNT_LINK, opened.key, self._now()) is not None

    def _page(self, request: Request, opened: _Opened, token: str, error: PageText | None = None) -> Answer:
        form = _LinkForm(f"{request.issuer.name.place.path}{PATH}", token)
        values: dict[str, Any] = {
            "username": opened.user.username,
            "email": opened.user.email,
            "sets_password": opened.link.purpose is AccountLinkPurpose.PASSWORD,
            "minimum": opened.accounts.profile.minimum_password_length,
            "error": "" if error is None else str(error),
            "error_values": {} if error is None else dict(error.values),
        }
        return self.services.pages.render(request, _TEMPLATE, values, form=form)

    def _message(self, request: Request, title: str, message: str) -> Answer:
        return self.services.pages.render(request, _MESSAGE_TEMPLATE, {"title": title, "message": message})

    def _expired(self, request: Request) -> Answer:
        values = {"title": "reset.title", "message": "account.link_expired"}
        return self.services.pages.render(request, _MESSAGE_TEMPLATE, values, status=HTTPStatus.BAD_REQUEST)

    def _now(self) -> float:
        return self.services.clock.now().timestamp()


@dataclass(frozen=True)
class _LinkForm:
    """The target of the page's form. Its token is that of the link, which only the reader of the message has."""

    resume_url: str
    form_token: str


def _set_password(accounts: LocalAccounts, user: str, new: str) -> bool:
    # The link was sent by e-mail, so opening it proves control of the address.
    return accounts.set_password(user, new, verifies=accounts.profile.verification is not None)


def account_link_endpoints(services: Services, sessions: SsoSessions) -> Sequence[ProtocolEndpoint]:
    """Return the page of links that administrators have sent."""
    page = AccountLinkPage(services, AccountEnd(services, sessions))
    return (
        ProtocolEndpoint(PATH, Access.PUBLIC, {"GET": page.show, "POST": page.submitted}, PageErrors(services.pages)),
    )
