"""Users of devices at applications that show the states of the authentication API, instead of pages of this server."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import msgspec

from hanse.engine.http.answers import Answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.oauth.authorize.redirectless_mode import readable_by_application
from hanse.engine.oauth.device.device_states import USER_CODE, code_state, refused_link_state
from hanse.engine.oauth.device.entered_codes import EnteredCodes, WrongCode
from hanse.engine.oauth.device.sign_in_requests import EnteredCode, device_sign_in, with_code
from hanse.engine.oauth.device.user_codes import normalized
from hanse.engine.signin.api.callers import origin_of
from hanse.engine.signin.api.errors import ApiRefusal, render_api_error
from hanse.engine.signin.contracts import FlowHandle, QuestionsBeforeSignIn, SignIn, SignInRequest
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API
from hanse.engine.snapshot.configuration_parts import AUTHORIZATION
from hanse.resources.system.authorization_server.model import ActivationCodeCheck

_STAGE: Final = "entry"


@dataclass(frozen=True)
class ApplicationCalls:
    """Starts the sign-in of a device's user, and reads the code that is entered before it."""

    sign_in: SignIn
    questions: QuestionsBeforeSignIn
    codes: EnteredCodes

    async def __call__(self, request: Request, parameters: Parameters) -> Answer:
        """Answer a request with the response mode `pi.flow`. A code in it is like one in a link."""
        try:
            answer = await self._begin(request, parameters)
        except Exception as error:  # noqa: BLE001 - unexpected errors are logged where they are answered.
            answer = render_api_error(request, error)
        return readable_by_application(request, answer)

    async def _begin(self, request: Request, parameters: Parameters) -> Answer:
        origin = _checked_origin(request)
        settings = request.snapshot.part(AUTHORIZATION)
        entered = parameters.one(USER_CODE) or ""
        given = EnteredCode(user_code=normalized(entered), linked=True)
        wanted = msgspec.structs.replace(
            device_sign_in(request, parameters, given),
            redirectless=True,
            # The application sends the confirmation and the consent itself. With only the browser's session, a script
            # could connect a stranger's device to the user's account without the user.
            force_authentication=True,
            cookieless=settings.enable_cookieless_user_authorization_authentication_api,
            origin=origin,
        )
        if settings.activation_code_check_mode is ActivationCodeCheck.AFTER_AUTHENTICATION:
            return await self.sign_in.begin(request, wanted)
        if not entered:
            return await self.questions.begin_with_question(request, wanted, _STAGE, code_state())
        try:
            found = await self.codes.find(request, entered)
        except WrongCode as error:
            return await self.questions.begin_with_question(request, wanted, _STAGE, refused_link_state(error.message))
        return await self.sign_in.begin(request, with_code(wanted, given, found))

    async def prepare(self, request: Request, flow: FlowHandle, wanted: SignInRequest) -> SignInRequest | Answer:
        """Read the code that the user entered before the sign-in; a `signin.contracts.Preparation`."""
        entered = (await flow.form(request)).one(USER_CODE) or ""
        try:
            found = await self.codes.find(request, entered)
        except WrongCode as error:
            return await flow.show(request, _STAGE, {}, Answer(HTTPStatus.NO_CONTENT), code_state(error.message))
        return with_code(wanted, EnteredCode(user_code=found.code), found)


def _checked_origin(request: Request) -> str:
    """Return the origin of the page that called, or an empty string for a program. Raises ApiRefusal."""
    configuration, origin = request.snapshot.part(AUTHENTICATION_API), origin_of(request)
    if not configuration.is_enabled:
        raise _refusal("The authentication API is disabled.")
    if origin is not None and not configuration.has_origin(origin):
        raise _refusal("The origin is not that of an authentication application.")
    return origin or ""


def _refusal(message: str) -> ApiRefusal:
    return ApiRefusal("REQUEST_NOT_ALLOWED", message, status=HTTPStatus.FORBIDDEN)
