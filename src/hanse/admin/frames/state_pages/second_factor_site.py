"""The page with the second factors of users, which administrators find and remove."""

from typing import Final

from starlette.responses import Response

from hanse.admin.frames.page_request import ACTION, PageNotice
from hanse.admin.frames.responses import redirect
from hanse.admin.frames.state_pages.state_site import PER_PAGE, StatePageRequest, StateSite
from hanse.kit.errors import NotFound
from hanse.kit.texts.translation import localized, say, say_counted
from hanse.resources.authentication.local_identities.users import PAGE as LOCAL_USERS_PAGE
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

# The query parameters of the page, and the actions of its forms.
_USER, _REMOVE, _RESET = "user", "remove", "reset"
_MOST_OF_A_USER: Final = 200


class SecondFactorSite(StateSite):
    """The list, the question before a removal, and the removal."""

    page = PAGE
    path = PATH
    guide = "second-factors"

    def show(self, request: StatePageRequest) -> Response:
        """Return the list of second factors, or the question before some are removed."""
        user = request.text(_USER)
        found = self._found(request, user, request.after, PER_PAGE)
        chosen: SecondFactorView | None = None
        if request.may_change and request.query.get(_REMOVE):
            own = self._found(request, user, "", _MOST_OF_A_USER).items
            chosen = next((each for each in own if each.id == request.query[_REMOVE]), None)
        return self.render(
            "second_factors.html",
            request,
            description=say("Authenticator apps, passkeys and recovery codes of users."),
            user=user,
            # Within a page, devices are shown before recovery codes.
            factors=sorted(found.items, key=_order),
            next_page=found.next_after and self.address(user=user, after=found.next_after),
            chosen=chosen,
            local_users=LOCAL_USERS_PAGE.path,
            resets=bool(request.may_change and user and request.query.get(_RESET) and found.items),
        )

    def change(self, request: StatePageRequest) -> Response:
        """Remove one second factor, or all of a user."""
        action, _, target = request.fields.get(ACTION, "").partition(":")
        user = request.fields.get(_USER, "")
        if action == _RESET:
            body = SecondFactorReset(user_key=user)
            count = self.perform("POST", RESET_PATH, SecondFactorResetResult, request, body=body).removed
            notice = say_counted("{count} second factor removed", "{count} second factors removed", count)
            return redirect(self.address(user=user), notice)
        try:
            self.perform("DELETE", f"{PATH}/{{id}}", object, request, path={"id": target})
        except NotFound as error:
            return redirect(self.address(user=user), PageNotice(localized(error.message), failed=True))
        return redirect(self.address(user=user), say("The second factor was removed."))

    def _found(self, request: StatePageRequest, user: str, after: str, most: int) -> SecondFactorList:
        query = {"userKey": user or None, "after": after, "limit": most}
        return self.perform("GET", PATH, SecondFactorList, request, query=query)


def _order(factor: SecondFactorView) -> tuple[str, bool, str]:
    return factor.user_key, factor.type is SecondFactorType.RECOVERY_CODE, factor.name
