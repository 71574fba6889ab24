"""The page with the users of local identity profiles, whom administrators find, create, change, disable and delete."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import Response

from hanse.admin.frames.page_request import ACTION, PageNotice
from hanse.admin.frames.responses import redirect
from hanse.admin.frames.state_pages.local_user_form import (
    attributes_of,
    errors_by_field,
    shown_fields,
    stored_values,
)
from hanse.admin.frames.state_pages.state_site import PER_PAGE, StatePageRequest, StateSite
from hanse.config.declare.access import Area, Intent, is_allowed
from hanse.kit.errors import HanseError, NotFound, Unavailable, ValidationFailed
from hanse.kit.texts.messages import Message, message
from hanse.kit.texts.translation import localized, say, say_counted
from hanse.resources.authentication.local_identities.user_actions import (
    END_SESSIONS_PATH,
    PASSWORD_LINK_PATH,
    RESET_PATH,
    VERIFICATION_LINK_PATH,
)
from hanse.resources.authentication.local_identities.user_model import (
    EndedSessions,
    LocalIdentityUserChange,
    LocalIdentityUserCreation,
    LocalIdentityUserDetails,
    LocalIdentityUserList,
    LocalIdentityUserProfile,
    LocalIdentityUserProfileList,
    LocalIdentityUserStatus,
    TemporaryPassword,
)
from hanse.resources.authentication.local_identities.users import ITEM, PAGE, PATH, PROFILES_PATH
from hanse.resources.authentication.second_factors import PAGE as SECOND_FACTORS_PAGE
from hanse.resources.authentication.sign_in_traces.operations import PAGE as TRACE_PAGE

# The query parameters of the page.
_PROFILE, _SEARCH, _USER, _DO = "profile", "search", "user", "do"
_CREATE, _EDIT = "create", "edit"
# The actions that are confirmed first.
_DISABLE, _DELETE, _RESET, _END_SESSIONS = "disable", "delete", "reset", "end-sessions"
_CONFIRMED: Final = frozenset({_DISABLE, _DELETE, _RESET, _END_SESSIONS})
# Method, path, members of the body, and notice of each action whose result is only a notice.
_ACTIONS: Final[Mapping[str, tuple[str, str, Mapping[str, Any] | None, Message]]] = {
    _DISABLE: (
        "PUT",
        ITEM,
        {"status": LocalIdentityUserStatus.DISABLED},
        message("The user was disabled. Sessions and grants of the user have ended."),
    ),
    "enable": (
        "PUT",
        ITEM,
        {"status": LocalIdentityUserStatus.ACTIVE},
        message("The user was enabled."),
    ),
    "verify": (
        "PUT",
        ITEM,
        {"email_verified": True},
        message("The e-mail address was marked as verified."),
    ),
    "password-link": ("POST", PASSWORD_LINK_PATH, None, message("A link to set a password is sent to the user.")),
    "verification-link": (
        "POST",
        VERIFICATION_LINK_PATH,
        None,
        message("A link to verify the e-mail address is sent to the user."),
    ),
    _DELETE: ("DELETE", ITEM, None, message("The user was deleted.")),
}
# The field of the form with the mark of a verified address.
_VERIFIED: Final = "emailVerified"


class LocalUserSite(StateSite):
    """The list, a user, the forms, and the changes of administrators."""

    page = PAGE
    path = PROFILES_PATH
    guide = "local-identity-profiles"
    area = Area.ACCOUNTS
    body_limit = 256 * 1024

    def show(self, request: StatePageRequest) -> Response:
        """Return the list, a user, or a form."""
        profiles = self._profiles(request)
        wanted, asked = request.text(_PROFILE), request.text(_DO)
        profile = next((each for each in profiles if each.id == wanted), profiles[0] if profiles else None)
        if profile is None:
            return self.render("local_users.html", request, profiles=(), profile=None, description=_description())
        if request.may_change and asked == _CREATE:
            return self._form(request, profile, None)
        if not request.text(_USER):
            return self._list(request, profiles, profile)
        user = self._user(request, profile.id, request.text(_USER))
        if request.may_change and asked == _EDIT:
            return self._form(request, profile, user)
        confirmed = asked if request.may_change and asked in _CONFIRMED else ""
        return self._details(request, profile, user, confirmed=confirmed)

    def change(self, request: StatePageRequest) -> Response:
        """Make the change of a form."""
        given = request.fields
        profile = next((each for each in self._profiles(request) if each.id == given.get(_PROFILE)), None)
        if profile is None:
            raise NotFound("The profile does not exist.")
        id_, action = given.get(_USER, ""), given.get(ACTION, "")
        if action in (_CREATE, _EDIT):
            return self._save(request, profile, id_)
        try:
            if action == _RESET:
                return self._reset(request, profile, id_)
            notice = self._act(request, {"id": profile.id, "userId": id_}, action)
        except ValidationFailed as error:
            return redirect(self._user_address(profile.id, id_), PageNotice(_text_of(error), failed=True))
        except (NotFound, Unavailable) as error:
            return redirect(self.address(profile=profile.id), PageNotice(_text_of(error), failed=True))
        return redirect(self._user_address(profile.id, "" if action == _DELETE else id_), notice)

    def _act(self, request: StatePageRequest, where: dict[str, str], action: str) -> str:
        """Perform an action, and return the notice about it."""
        if action == _END_SESSIONS:
            ended = self.perform("POST", END_SESSIONS_PATH, EndedSessions, request, path=where).ended
            return say_counted("{count} session ended", "{count} sessions ended", ended)
        if action not in _ACTIONS:
            raise NotFound("The action does not exist.")
        method, path, members, notice = _ACTIONS[action]
        body = None if members is None else LocalIdentityUserChange(**members)
        self.perform(method, path, object, request, path=where, body=body)
        return localized(notice)

    def _reset(self, request: StatePageRequest, profile: LocalIdentityUserProfile, id_: str) -> Response:
        """Set a temporary password, and show it once, without a redirect, so that no address or cookie contains it."""
        made = self.perform("POST", RESET_PATH, TemporaryPassword, request, path={"id": profile.id, "userId": id_})
        return self._details(request, profile, self._user(request, profile.id, id_), password=made.password)

    def _save(self, request: StatePageRequest, profile: LocalIdentityUserProfile, id_: str) -> Response:
        """Create a user or store changed data, or show the form again with its errors."""
        attributes = attributes_of(profile, request.posted)
        is_verified = bool(request.fields.get(_VERIFIED))
        user = self._user(request, profile.id, id_) if id_ else None
        try:
            if user is None:
                body: Any = LocalIdentityUserCreation(attributes=attributes, email_verified=is_verified)
                made = self.perform("POST", PATH, LocalIdentityUserDetails, request, path={"id": profile.id}, body=body)
                id_ = made.id
            else:
                body = LocalIdentityUserChange(attributes=attributes, email_verified=is_verified)
                self.perform("PUT", ITEM, object, request, path={"id": profile.id, "userId": id_}, body=body)
        except ValidationFailed as error:
            return self._form(request, profile, user, error=error)
        return redirect(self._user_address(profile.id, id_), say("The user was saved."))

    def _list(
        self, request: StatePageRequest, profiles: list[LocalIdentityUserProfile], profile: LocalIdentityUserProfile
    ) -> Response:
        search = request.text(_SEARCH)
        query = {"search": search, "after": request.after, "limit": PER_PAGE}
        users, problem = LocalIdentityUserList(items=[]), ""
        try:
            users = self.perform("GET", PATH, LocalIdentityUserList, request, path={"id": profile.id}, query=query)
        except (ValidationFailed, Unavailable) as error:
            # A directory has too many users, or does not answer. Other profiles can still be chosen.
            problem = _text_of(error)
        following = users.next_after or ""
        return self.render(
            "local_users.html",
            request,
            description=_description(),
            profiles=profiles,
            profile=profile,
            users=users.items,
            problem=problem,
            search=search,
            next_page=following and self.address(profile=profile.id, search=search, after=following),
            is_first=not request.after,
        )

    def _details(
        self,
        request: StatePageRequest,
        profile: LocalIdentityUserProfile,
        user: LocalIdentityUserDetails,
        *,
        confirmed: str = "",
        password: str = "",
    ) -> Response:
        # User administrators cannot open these pages, which belong to the configuration.
        sees_configuration = is_allowed(request.caller.principal, Area.CONFIGURATION, Intent.READ)
        return self.render(
            "local_user.html",
            request,
            title=user.username,
            trail=[(self.address(profile=profile.id), localized(PAGE.label))],
            profile=profile,
            user=user,
            data=[(each, stored_values(user, each)) for each in profile.fields],
            confirmed=confirmed,
            password=password,
            factors_page=SECOND_FACTORS_PAGE.path if sees_configuration else "",
            trace_page=TRACE_PAGE.path if sees_configuration else "",
        )

    def _form(
        self,
        request: StatePageRequest,
        profile: LocalIdentityUserProfile,
        user: LocalIdentityUserDetails | None,
        *,
        error: ValidationFailed | None = None,
    ) -> Response:
        errors = errors_by_field(error)
        posted = None if error is None else request.posted
        stored = user is not None and user.email_verified
        trail = [(self.address(profile=profile.id), localized(PAGE.label))]
        if user is not None:
            trail.append((self._user_address(profile.id, user.id), user.username))
        return self.render(
            "local_user_form.html",
            request,
            status=HTTPStatus.OK if error is None else HTTPStatus.UNPROCESSABLE_ENTITY,
            title=say("Create user") if user is None else say("Edit data"),
            trail=trail,
            profile=profile,
            user=user,
            fields_of_form=shown_fields(profile, user, posted, errors),
            findings=[text for name, text in errors.items() if name not in {each.id for each in profile.fields}],
            has_errors=bool(errors),
            verified=stored if posted is None else bool(request.fields.get(_VERIFIED)),
        )

    def _profiles(self, request: StatePageRequest) -> list[LocalIdentityUserProfile]:
        return self.perform("GET", PROFILES_PATH, LocalIdentityUserProfileList, request).items

    def _user(self, request: StatePageRequest, profile: str, id_: str) -> LocalIdentityUserDetails:
        return self.perform("GET", ITEM, LocalIdentityUserDetails, request, path={"id": profile, "userId": id_})

    def _user_address(self, profile: str, user: str) -> str:
        return self.address(profile=profile, user=user)


def _text_of(error: HanseError) -> str:
    """Return the text of an error, or of all findings."""
    errors = error.errors if isinstance(error, ValidationFailed) else (error,)
    return " ".join(localized(each.message) for each in errors)


def _description() -> str:
    return say("Users of local identity profiles: their data, passwords and sign-ins.")
