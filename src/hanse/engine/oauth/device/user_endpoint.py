"""The endpoint at which users enter the code of a device (RFC 8628, section 3.3).

The settings say what comes first: the code or the sign-in. A code that came in a link is shown for confirmation, as
somebody else may have sent the link (section 5.4).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final

import msgspec

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.protocol_endpoint import Access, Origins, ProtocolEndpoint
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.redirectless_mode import is_redirectless
from hanse.engine.oauth.contracts import ClientAuthenticator, IdTokenHints
from hanse.engine.oauth.device.application_calls import ApplicationCalls
from hanse.engine.oauth.device.approval import CODE_TEMPLATE, DeviceApproval
from hanse.engine.oauth.device.device_endpoint import DeviceAuthorizationEndpoint
from hanse.engine.oauth.device.device_settings import device_settings
from hanse.engine.oauth.device.device_states import DEVICE_ACTIONS
from hanse.engine.oauth.device.entered_codes import DeviceRequest, EnteredCodes, WrongCode
from hanse.engine.oauth.device.sign_in_requests import PURPOSE, EnteredCode, device_sign_in, with_code
from hanse.engine.oauth.device.user_codes import displayed, normalized
from hanse.engine.oauth.dpop.service import DpopProofs
from hanse.engine.oauth.error_rendering import render_oauth_error
from hanse.engine.oauth.paths import DEVICE_AUTHORIZATION_PATH, USER_AUTHORIZATION_PATH
from hanse.engine.services import Services
from hanse.engine.signin.contracts import QuestionsBeforeSignIn, SignIn
from hanse.engine.signin.cookies import FLOW_COOKIE
from hanse.engine.signin.endpoints import PageErrors
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.randomness import new_token
from hanse.resources.system.authorization_server.model import ActivationCodeCheck

_FORM_PURPOSE: Final = "device form"
_FORM_SECONDS: Final = 3_600.0


class _FormToken(msgspec.Struct, frozen=True):
    """Binds the form before the sign-in to the browser that it was shown in (CSRF)."""

    browser: str
    expires: float


@dataclass(frozen=True)
class _CodeForm:
    """The form of the page before the sign-in; a `signin.pages.rendering.FormTarget`."""

    resume_url: str
    form_token: str


class UserAuthorizationEndpoint:
    """Reads the code of a device, and starts the sign-in of its user."""

    def __init__(
        self, services: Services, sign_in: SignIn, codes: EnteredCodes, of_applications: ApplicationCalls
    ) -> None:
        self._services = services
        self._of_applications = of_applications
        self._sign_in = sign_in
        self._codes = codes

    async def __call__(self, request: Request) -> Answer:
        """Answer a link, or the form for a code. Both can have the code in the parameter `user_code`."""
        parameters = await request.form() if request.method == "POST" else request.query
        if is_redirectless(parameters):
            return await self._of_applications(request, parameters)
        entered = parameters.one("user_code") or ""
        mode = request.snapshot.part(AUTHORIZATION).activation_code_check_mode
        if mode is ActivationCodeCheck.AFTER_AUTHENTICATION:
            return await self._begin(request, parameters, EnteredCode(user_code=normalized(entered), linked=True))
        is_own_form = self._is_own_form(request, parameters)
        if not entered:
            return self._page(request, error="device.missing" if is_own_form else "")
        try:
            found = await self._codes.find(request, entered)
        except WrongCode as error:
            return self._page(request, entered=entered if is_own_form else "", error=error.message)
        if not is_own_form and not device_settings(request, found.client).bypasses_confirmation:
            return self._page(request, found=found)
        # Only the page with the name of the application sends this value.
        confirmed = parameters.one("confirmed") == found.code and is_own_form
        given = EnteredCode(user_code=found.code, linked=not is_own_form, confirmed=confirmed)
        return await self._begin(request, parameters, given, found)

    async def _begin(
        self, request: Request, parameters: Parameters, given: EnteredCode, found: DeviceRequest | None = None
    ) -> Answer:
        wanted = device_sign_in(request, parameters, given)
        return await self._sign_in.begin(request, wanted if found is None else with_code(wanted, given, found))

    def _page(
        self, request: Request, *, entered: str = "", found: DeviceRequest | None = None, error: str = ""
    ) -> Answer:
        """Return the page for entering a code, or for confirming one that was found."""
        known = FLOW_COOKIE.read(request)
        browser = known or new_token(self._services.randomness)
        headers = () if known else (FLOW_COOKIE.header(request, browser),)
        expires = self._services.clock.now().timestamp() + _FORM_SECONDS
        token = self._services.state.sealed_texts.seal(
            _FORM_PURPOSE, msgspec.json.encode(_FormToken(browser=browser, expires=expires))
        )
        form = _CodeForm(f"{request.issuer.name.place.path}{USER_AUTHORIZATION_PATH}", token)
        values = {
            "user_code": entered if found is None else displayed(found.code),
            "confirmed": "" if found is None else found.code,
            "client_name": "" if found is None else found.client.settings.name,
            "error": error,
        }
        return self._services.pages.render(request, CODE_TEMPLATE, values, form=form).with_headers(*headers)

    def _is_own_form(self, request: Request, parameters: Parameters) -> bool:
        """Return whether a request is the form of the page that was shown in the same browser."""
        browser, token = FLOW_COOKIE.read(request), parameters.one("flow_token")
        if request.method != "POST" or not browser or not token:
            return False
        value = self._services.state.sealed_texts.open(_FORM_PURPOSE, token)
        if value is None:
            return False
        found = msgspec.json.decode(value, type=_FormToken)
        is_current = found.expires > self._services.clock.now().timestamp()
        return is_current and compare_digest(found.browser.encode(), browser.encode())


def device_endpoints(
    services: Services,
    sign_in: SignIn,
    questions: QuestionsBeforeSignIn,
    fulfillment: AttributeFulfillment,
    authenticator: ClientAuthenticator,
    proofs: DpopProofs,
    hints: IdTokenHints,
) -> Sequence[ProtocolEndpoint]:
    """Return the endpoints for devices and for users, and register the approval, which continues after the sign-in."""
    codes = EnteredCodes(services)
    of_applications = ApplicationCalls(sign_in, questions, codes)
    approval = DeviceApproval(services, fulfillment, sign_in, codes)
    sign_in.register(PURPOSE, approval, DEVICE_ACTIONS, of_applications.prepare)
    of_devices = DeviceAuthorizationEndpoint(services, authenticator, proofs, hints)
    of_users = UserAuthorizationEndpoint(services, sign_in, codes, of_applications)
    return (
        ProtocolEndpoint(
            DEVICE_AUTHORIZATION_PATH,
            Access.CLIENT,
            {"POST": of_devices},
            render_oauth_error,
            Origins.CONFIGURED,
            title="Device authorization endpoint",
            description="Devices without a browser request a code that their users enter elsewhere (RFC 8628).",
        ),
        ProtocolEndpoint(
            USER_AUTHORIZATION_PATH,
            Access.BROWSER,
            {"GET": of_users, "POST": of_users},
            PageErrors(services.pages),
            title="User authorization endpoint",
            description="Page on which users enter the code that a device shows (RFC 8628, section 3.3).",
            other_path=_registered_path,
        ),
    )


def _registered_path(snapshot: Snapshot) -> str:
    return snapshot.part(AUTHORIZATION).registered_authorization_path
