"""The page on which a local user views and changes the own data and password, and deletes the account."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

import structlog

from hanse.engine.accounts.account_end import AccountEnd
from hanse.engine.accounts.account_security import AccountSecurity
from hanse.engine.accounts.account_sessions import AccountSessions
from hanse.engine.accounts.address_proof import AddressProof
from hanse.engine.accounts.profile_data import CODE_STAGE, ProfileData
from hanse.engine.accounts.profile_visit import CONFIRMED, ProfileVisit
from hanse.engine.accounts.signed_in_user import user_of
from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.local_accounts import local_accounts, profile_adapters
from hanse.engine.services import Purpose, Services
from hanse.engine.signin.contracts import FlowHandle, SignedIn, SignIn, SignInFailed, SignInRequest, SignInResult
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.signin.sessions.sso_sessions import SsoSessions
from hanse.engine.snapshot.local_profiles import LOCAL_PROFILES

LOG = structlog.stdlib.get_logger("hanse.accounts")
PATH: Final = "/pf/idprofile.ping"
PARAMETER: Final = "LocalIdentityProfileID"
PURPOSE: Final = "local identity profile"
# Time since the authentication within which the page can be opened, and within which its forms are accepted.
OPEN_SECONDS: Final = 300
FORM_SECONDS: Final = 900


@dataclass(frozen=True)
class ProfilePage:
    """Shows the page and answers its forms; a `signin.contracts.Completion`."""

    services: Services
    data: ProfileData
    security: AccountSecurity
    account_sessions: AccountSessions

    async def complete(self, request: Request, flow: FlowHandle, body: bytes, result: SignInResult) -> Answer:
        """Show the data of the user who has signed in."""
        if isinstance(result, SignInFailed):
            LOG.info("profile not shown", error=result.code, reason=result.description)
            return await self._deny(request, flow)
        now = self.services.clock.now().timestamp()
        visit = await self._visit(request, flow, body, result, result.auth_time or now)
        return await self._deny(request, flow) if visit is None else await visit.show()

    async def resume(
        self, request: Request, flow: FlowHandle, body: bytes, result: SignedIn, stage: str, state: Mapping[str, Any]
    ) -> Answer:
        """Answer a form of the page. The user may have been disabled meanwhile, and is read again."""
        confirmed = float(state.get(CONFIRMED, 0.0))
        visit = await self._visit(request, flow, body, result, confirmed, await request.form())
        if visit is None:
            return await self._deny(request, flow)
        if stage == CODE_STAGE:
            return await (visit.show() if visit.field("pf.cancel") else self.data.enter_code(visit, state))
        if confirmed + FORM_SECONDS <= self.services.clock.now().timestamp():
            # Somebody else may use the open page of a user who is away (ASVS 7.5.1).
            return await flow.finish(request, redirect_answer(f"{PATH}?{urlencode({PARAMETER: body.decode()})}"))
        return await self._answer_button(visit)

    async def _answer_button(self, visit: ProfileVisit) -> Answer:
        buttons = {
            "pf.save": self.data.save,
            "pf.verify": self.data.verify,
            "pf.changePassword": self.security.change_password,
            "pf.endSession": self.security.end_session,
            "pf.endOthers": self.security.end_other_sessions,
            "pf.removeLink": self.security.remove_link,
            "pf.delete": self.security.delete,
        }
        pressed = next((answer for name, answer in buttons.items() if visit.field(name)), None)
        return await (visit.show() if pressed is None else pressed(visit))

    async def _visit(
        self,
        request: Request,
        flow: FlowHandle,
        body: bytes,
        result: SignedIn,
        confirmed: float,
        form: Parameters | None = None,
    ) -> ProfileVisit | None:
        """Return the user of the profile who has signed in; None for all others."""
        profile = request.snapshot.part(LOCAL_PROFILES).get(body.decode())
        if profile is None or not profile.profile_enabled:
            return None
        user = await self.services.work.run(
            Purpose.PASSWORDS, user_of, self.services, request.snapshot, profile, result
        )
        if user is None:
            LOG.info("profile not shown", reason="the user does not belong to the profile")
            return None
        accounts = local_accounts(self.services, request.snapshot, profile.id)
        return ProfileVisit(
            services=self.services,
            request=request,
            flow=flow,
            result=result,
            accounts=accounts,
            user=user,
            confirmed=confirmed,
            account_sessions=self.account_sessions,
            form=form,
        )

    async def _deny(self, request: Request, flow: FlowHandle) -> Answer:
        return await flow.finish(request, self.services.pages.error(request, message="error.denied"))


def profile_page_endpoints(services: Services, sign_in: SignIn, sessions: SsoSessions) -> Sequence[ProtocolEndpoint]:
    """Return the profile page of local users."""
    security = AccountSecurity(services, AccountEnd(services, sessions))
    data = ProfileData(services, AddressProof(services))
    sign_in.register(PURPOSE, ProfilePage(services, data, security, AccountSessions(services, sessions)))

    async def show(request: Request) -> Answer:
        id_ = request.query.required(PARAMETER)
        profile = request.snapshot.part(LOCAL_PROFILES).get(id_)
        adapters = profile_adapters(request.snapshot, id_)
        if profile is None or not profile.profile_enabled or not adapters:
            return services.pages.error(request, status=HTTPStatus.NOT_FOUND)
        parameters = {name: request.query.all(name) for name in request.query}
        wanted = SignInRequest(
            purpose=PURPOSE,
            body=id_.encode(),
            parameters=parameters,
            adapters=adapters,
            own_application=True,
            max_age=OPEN_SECONDS,
        )
        return await sign_in.begin(request, wanted)

    return (
        ProtocolEndpoint(
            PATH,
            Access.BROWSER,
            {"GET": show},
            PageErrors(services.pages),
            title="Local identity profile",
            description=f"Page on which users change their own data and password. {PARAMETER} selects the profile.",
        ),
    )
