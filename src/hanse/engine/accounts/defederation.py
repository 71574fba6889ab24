"""The endpoint at which applications let users end the links of their account to users of partners.

Only the link that this server stores ends: the partner is not notified (SAML profiles, section 4.5, is not used).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import structlog

from hanse.engine.accounts.account_sessions import AccountSessions
from hanse.engine.accounts.link_removal import LinkRemoval, can_remove_links
from hanse.engine.accounts.linked_partners import LinkedPartner, linked_partners
from hanse.engine.accounts.profile_visit import MESSAGE_TEMPLATE
from hanse.engine.handover.targets import ERROR_TARGET, TARGET, allowed_address
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.redirect_validation import RedirectUse
from hanse.engine.http.request import Request
from hanse.engine.local_accounts import LocalUserLookups, local_accounts
from hanse.engine.oidc.logout.confirmation import confirmation_token, is_confirmed
from hanse.engine.oidc.logout.pages import LogoutForm
from hanse.engine.services import Services
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES
from hanse.kit.endpoint_descriptions import EndpointKind
from hanse.kit.local_users import LocalUser
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.saml.paths import SP_DEFEDERATE_PATH

LOG = structlog.stdlib.get_logger("hanse.accounts")
PARTNER: Final = "PartnerIdpId"
TEMPLATE: Final = "local.identity.account.unlink.html"
_TOKEN_FIELD, _ANSWER_FIELD, _YES = "flow_token", "pf.unlink", "yes"


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    """The parameters of a request. Redirect validation allows both addresses, which can be empty."""

    partner: str
    target: str
    failure: str

    @classmethod
    def read(cls, request: Request, parameters: Parameters) -> "_Wanted":
        """Raises InvalidRequest if an address is not allowed."""
        snapshot = request.snapshot
        return cls(
            partner=parameters.one(PARTNER) or "",
            target=allowed_address(snapshot, parameters, TARGET, RedirectUse.SIGN_IN),
            failure=allowed_address(snapshot, parameters, ERROR_TARGET, RedirectUse.ERROR),
        )

    def fields(self) -> list[tuple[str, str]]:
        """Return the parameters that the form sends again."""
        pairs = ((PARTNER, self.partner), (TARGET[0], self.target), (ERROR_TARGET[0], self.failure))
        return [(name, value) for name, value in pairs if value]


@dataclass(frozen=True)
class _Account:
    """The account of the browser's session, and the links that can be removed."""

    session: str
    accounts: LocalAccounts
    user: LocalUser
    links: Sequence[LinkedPartner]


@dataclass(frozen=True)
class Defederation:
    """Asks the user, and removes the links."""

    services: Services
    sso: SsoSessions
    removal: LinkRemoval

    async def answer(self, request: Request) -> Answer:
        """Show the question, or remove the links if the user has confirmed it. A GET request changes nothing."""
        is_form = request.method == "POST"
        parameters = await request.form() if is_form else request.query
        wanted = _Wanted.read(request, parameters)
        account = await self._account(request, wanted.partner)
        if account is None:
            return self._refuse(request, wanted, "unlink.not_signed_in")
        if not account.links:
            return self._refuse(request, wanted, "unlink.none")
        if not can_remove_links(account.user):
            return self._refuse(request, wanted, "unlink.no_password")
        # The form is valid for these links of this user only, in this session.
        links = sorted(each.id for each in account.links)
        shown = ("defederate", account.user.id, *links, wanted.target, wanted.failure)
        if not is_form or not is_confirmed(request, parameters.one(_TOKEN_FIELD) or "", *shown):
            return self._question(request, wanted, account, confirmation_token(request, *shown))
        if parameters.one(_ANSWER_FIELD) != _YES:
            return self._end(request, wanted.failure, "unlink.kept")
        await self.removal.remove(request.snapshot, account.accounts, account.user, account.links, {account.session})
        return self._end(request, wanted.target, "unlink.done")

    async def _account(self, request: Request, partner: str) -> _Account | None:
        """Return the account of the session with its links to users of a partner, or of all partners if it is empty.

        Returns None without a session of a local user who may still sign in.
        """
        browser, snapshot = await self.sso.of_browser(request), request.snapshot
        id_ = browser.local_user(snapshot, self.services.clock.now().timestamp())
        if browser.stored is None or not id_:
            return None
        for profile in snapshot.part(LOCAL_PROFILES):
            user = await LocalUserLookups(self.services).get(snapshot, profile, id_)
            if user is None:
                continue
            accounts = local_accounts(self.services, snapshot, profile)
            if not accounts.may_sign_in(user):
                return None
            links = [each for each in linked_partners(snapshot, user) if partner in ("", each.issuer)]
            return _Account(browser.stored.id, accounts, user, links)
        return None

    def _question(self, request: Request, wanted: _Wanted, account: _Account, token: str) -> Answer:
        values: dict[str, Any] = {
            "username": account.user.username,
            "links": account.links,
            "fields": wanted.fields(),
        }
        form = LogoutForm(f"{request.issuer.name.place.path}{SP_DEFEDERATE_PATH}", token)
        targets = tuple(filter(None, (wanted.target, wanted.failure)))
        return self.services.pages.render(request, TEMPLATE, values, form=form, form_targets=targets)

    def _refuse(self, request: Request, wanted: _Wanted, message: str) -> Answer:
        """Redirect the user to the address for errors, or show the reason."""
        LOG.info("account link not removed", reason=message)
        if wanted.failure:
            return redirect_answer(wanted.failure)
        return self.services.pages.error(request, status=HTTPStatus.FORBIDDEN, message=message)

    def _end(self, request: Request, address: str, message: str) -> Answer:
        if address:
            return redirect_answer(address)
        return self.services.pages.render(request, MESSAGE_TEMPLATE, {"title": "unlink.title", "message": message})


def defederation_endpoints(services: Services, sessions: SsoSessions) -> Sequence[ProtocolEndpoint]:
    """Return the endpoint at which users end links of their account."""
    page = Defederation(services, sessions, LinkRemoval(services, AccountSessions(services, sessions)))
    return (
        ProtocolEndpoint(
            SP_DEFEDERATE_PATH,
            Access.BROWSER,
            {"GET": page.answer, "POST": page.answer},
            PageErrors(services.pages),
            title="Removal of account links",
            description="Lets users who have signed in remove the links of their account to identity providers."
            f" {PARTNER} selects one provider, TargetResource is the address to which users are then"
            " redirected, and InErrorResource the one if no link was removed, if redirect validation allows them.",
            kinds=frozenset({EndpointKind.SP_APPLICATION}),
        ),
    )
