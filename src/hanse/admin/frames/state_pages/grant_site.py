"""The page with the grants of users to clients, which administrators find and revoke."""

from collections.abc import Mapping
from typing import Final

from starlette.responses import Response

from hanse.admin.frames.page_request import ACTION, PageNotice
from hanse.admin.frames.responses import redirect
from hanse.admin.frames.state_pages.state_site import PER_PAGE, StatePageRequest, StateSite
from hanse.kit.errors import NotFound
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import localized, say
from hanse.resources.applications.user_grants import PAGE, PATH, UserGrantList, UserGrantView

# The query parameters of the search, and those of the grant to revoke.
_USER, _CLIENT = "user", "client"
_REVOKE, _OWNER, _HOLDER = "revoke", "owner", "holder"
_MOST_OF_A_USER: Final = 200
_GRANT_TYPES: Final[Mapping[str, Message]] = {
    "AUTHORIZATION_CODE": message("Authorization code"),
    "RESOURCE_OWNER_CREDENTIALS": message("Resource owner password credentials"),
}


class GrantSite(StateSite):
    """The list, the question before a grant is revoked, and the revocation."""

    page = PAGE
    path = PATH
    guide = "grants"

    def show(self, request: StatePageRequest) -> Response:
        """Return the list of grants, or the question before one is revoked."""
        search = {_USER: request.text(_USER), _CLIENT: request.text(_CLIENT)}
        chosen = self._chosen(request)
        found = self._found(request, search[_USER], search[_CLIENT], request.after, PER_PAGE)
        return self.render(
            "grants.html",
            request,
            description=say(
                "Grants that users have given to clients. Revoking a grant also revokes its refresh tokens and "
                "reference tokens."
            ),
            search=search,
            grants=found.items,
            grant_types={each: localized(text) for each, text in _GRANT_TYPES.items()},
            next_page=found.next_after and self.address(**search, after=found.next_after),
            chosen=chosen,
        )

    def change(self, request: StatePageRequest) -> Response:
        """Revoke a grant."""
        _, _, target = request.fields.get(ACTION, "").partition(":")
        back = self.address(**{name: request.fields.get(name, "") for name in (_USER, _CLIENT)})
        user, client = request.fields.get(_OWNER, ""), request.fields.get(_HOLDER, "")
        try:
            self.perform("DELETE", f"{PATH}/{{id}}", object, request, path={"id": target})
        except NotFound as error:
            return redirect(back, PageNotice(localized(error.message), failed=True))
        return redirect(back, say("The grant of {user} to {client} was revoked.", user=user, client=client))

    def _chosen(self, request: StatePageRequest) -> UserGrantView | None:
        """Return the grant to revoke, which is searched for among those of its user to its client."""
        if not (request.may_change and request.query.get(_REVOKE)):
            return None
        own = self._found(request, request.text(_OWNER), request.text(_HOLDER), "", _MOST_OF_A_USER).items
        return next((each for each in own if each.id == request.query[_REVOKE]), None)

    def _found(self, request: StatePageRequest, user: str, client: str, after: str, most: int) -> UserGrantList:
        query = {"userKey": user or None, "clientId": client or None, "after": after, "limit": most}
        return self.perform("GET", PATH, UserGrantList, request, query=query)
