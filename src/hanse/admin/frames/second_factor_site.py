"""The page with the second factors of users, which administrators find and remove.

Second factors are no documents of the configuration, so this page has no `Frame`. Its calls are the operations of the
API, with their roles and their log lines.
"""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanse.admin.api.callers import caller_of
from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.assets import FrameAssets
from hanse.admin.frames.form_token import FIELD, is_token_of, token_of
from hanse.admin.frames.page_request import ACTION, BASE, PageNotice, parse_form
from hanse.admin.frames.responses import FrameRenderer, notice_of, redirect
from hanse.admin.session import cookies
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.config.http.operation import Caller, Operation
from hanse.kit.errors import HanseError, NotAllowed, NotFound
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, say, say_counted
from hanse.resources.authentication.second_factors import (
    PAGE,
    PATH,
    RESET_PATH,
    SecondFactorList,
    SecondFactorReset,
    SecondFactorResetResult,
    SecondFactorType,
    SecondFactorView,
)

ADDRESS: Final = f"{BASE}/{PAGE.id}"
# The query parameters of the page, and the actions of its forms.
_USER, _AFTER, _REMOVE, _RESET = "user", "after", "remove", "reset"
_MOST_OF_A_USER: Final = 200
_LONGEST: Final = 1_024
_BODY_LIMIT: Final = 16 * 1024
_NOT_ALLOWED: Final = message("Your account may not do this")


class SecondFactorSite:
    """Answers GET and POST with the page."""

    def __init__(
        self,
        dispatcher: OperationDispatcher,
        operations: Iterable[Operation],
        is_passive: Callable[[], bool] = lambda: False,
        assets: FrameAssets | None = None,
        zone: str = "UTC",
    ) -> None:
        """`is_passive` returns whether this console of a cluster is passive, and so changes nothing."""
        self._dispatcher = dispatcher
        self._operations = {(each.method, each.path): each for each in operations}
        self._is_passive = is_passive
        self._pages = FrameRenderer(assets or FrameAssets.load(), zone)

    def routes(self) -> list[Route]:
        """Return the route, which must precede that of the other frames."""
        return [Route(ADDRESS, self._answer, methods=["GET", "POST"], max_body_size=_BODY_LIMIT)]

    async def _answer(self, request: Request) -> Response:
        principal = await self._dispatcher.on_worker(self._dispatcher.authenticate, request)
        if principal is None or principal.is_setup:
            title, text = say("Your session has ended"), say("Sign in again to continue.")
            return self._pages.message(HTTPStatus.UNAUTHORIZED, title, text, session_over=True)
        caller = caller_of(request, principal)
        try:
            if not is_allowed(principal, Area.CONFIGURATION, Intent.READ):
                raise NotAllowed("Your account does not have the role required for this page.")
            if request.method == "POST":
                form = parse_form(await request.body())
                fields = {name: values[-1] for name, values in form.items()}
                if not is_token_of(request.cookies.get(cookies.SESSION, ""), fields.get(FIELD, "")):
                    raise NotAllowed("This form was made for another session. Load the page again.")
                return await self._dispatcher.on_worker(self._change, caller, fields)
            return await self._dispatcher.on_worker(self._show, request, caller)
        except HanseError as error:
            return self._pages.message(error.status, localized(_NOT_ALLOWED), localized(error.message))

    def _show(self, request: Request, caller: Caller) -> Response:
        query = request.query_params
        user = query.get(_USER, "").strip()[:_LONGEST].replace("\0", "")
        may_change = not self._is_passive() and is_allowed(caller.principal, Area.CONFIGURATION, Intent.WRITE)
        found = self._found(caller, user, query.get(_AFTER, ""), 50)
        chosen: SecondFactorView | None = None
        if may_change and query.get(_REMOVE):
            own = self._found(caller, user, "", _MOST_OF_A_USER).items
            chosen = next((each for each in own if each.id == query[_REMOVE]), None)
        return self._pages.page(
            "second_factors.html",
            title=localized(PAGE.label),
            guide="second-factors",
            notice=notice_of(request),
            address=ADDRESS,
            token=token_of(request.cookies.get(cookies.SESSION, "")),
            user=user,
            # Within a page, devices are shown before recovery codes.
            factors=sorted(found.items, key=_order),
            next_page="" if found.next_after is None else _address(**{_USER: user, _AFTER: found.next_after}),
            may_change=may_change,
            chosen=chosen,
            resets=bool(may_change and user and query.get(_RESET) and found.items),
            address_of=_address,
        )

    def _found(self, caller: Caller, user: str, after: str, most: int) -> SecondFactorList:
        query = {"userKey": user or None, "after": after[: 2 * _LONGEST], "limit": most}
        found = self._dispatcher.perform(self._operations["GET", PATH], caller, query=query).body
        if not isinstance(found, SecondFactorList):
            raise TypeError("the answer is not a list of second factors")
        return found

    def _change(self, caller: Caller, fields: Mapping[str, str]) -> Response:
        """Remove one second factor, or all of a user, and show the list."""
        action, _, target = fields.get(ACTION, "").partition(":")
        user = fields.get(_USER, "")
        if action == _RESET:
            body = SecondFactorReset(user_key=user)
            result = self._dispatcher.perform(self._operations["POST", RESET_PATH], caller, body=body).body
            count = result.removed if isinstance(result, SecondFactorResetResult) else 0
            notice = say_counted("{count} second factor removed", "{count} second factors removed", count)
            return redirect(_address(**{_USER: user}), notice)
        try:
            remove = self._operations["DELETE", f"{PATH}/{{id}}"]
            self._dispatcher.perform(remove, caller, path={"id": target})
        except NotFound as error:
            return redirect(_address(**{_USER: user}), PageNotice(localized(error.message), failed=True))
        return redirect(_address(**{_USER: user}), say("The second factor was removed."))


def _order(factor: SecondFactorView) -> tuple[str, bool, str]:
    return factor.user_key, factor.type is SecondFactorType.RECOVERY_CODE, factor.name


def _address(**parameters: str) -> str:
    given = {name: value for name, value in parameters.items() if value}
    return ADDRESS + (f"?{urlencode(given)}" if given else "")
