"""Account functions for users, if the settings of an instance and its validators allow them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hanse.kit.errors import Unavailable
from hanse.plugins.adapters.attempt_limits import network_of
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest
from hanse.plugins.contracts.users import UserRecord

NO_RESET: Final = "NONE"
_REQUESTS: Final = 5
_REQUEST_SECONDS: Final = 300.0


@dataclass(frozen=True)
class UserAccounts:
    """Finds users, and sends messages to them."""

    form: FormSettings

    def manager(self, request: AdapterRequest) -> str:
        """Return the first validator that can change passwords, or an empty string if there is none."""
        found = (each for each in self.form.validators if request.services.can_change_passwords(each))
        return next(found, "")

    def can_change(self, request: AdapterRequest) -> bool:
        """Return whether users may change their passwords, here or at another system."""
        return self.form.flag("Allow Password Changes") and (
            bool(self.form.text("Password Management System")) or bool(self.manager(request))
        )

    def can_reset(self, request: AdapterRequest) -> bool:
        """Return whether users who forgot their password may set another one."""
        return self.form.text("Password Reset Type") != NO_RESET and bool(self.manager(request))

    def can_unlock(self, request: AdapterRequest) -> bool:
        """Return whether users may unlock their accounts."""
        return self.form.flag("Account Unlock") and self.can_reset(request)

    def can_recover(self, request: AdapterRequest) -> bool:
        """Return whether users may have their user name sent to them."""
        return self.form.flag("Enable Username Recovery") and bool(self.manager(request))

    def find(self, request: AdapterRequest, username: str) -> tuple[str, UserRecord] | None:
        """Return a user who can be reached, and the validator that knows them."""
        for validator in self.form.validators:
            if request.services.can_change_passwords(validator):
                found = request.services.find_user(validator, username)
                if found is not None and found.email and found.email_verified is not False:
                    return validator, found
        return None

    def is_too_often(self, request: AdapterRequest, about: str) -> bool:
        """Count a request for a message. Returns True if there were too many for a user or from a network."""
        keys = (f"message:{about.strip().casefold()}", f"messages:{network_of(request.client_address)}")
        counted = [
            request.services.count_failure(key, limit=limit, lock_seconds=_REQUEST_SECONDS)[0] > limit
            for key, limit in zip(keys, (_REQUESTS, 10 * _REQUESTS), strict=True)
        ]
        return any(counted)

    def send_message(self, request: AdapterRequest, user: UserRecord, template: str, **values: str) -> bool:
        """Send a message to a user; False if that is impossible.

        The page is the same in both cases, because an error would disclose that the user exists.
        """
        known: Mapping[str, str] = {
            "locale": next(iter(request.locales), "en"),
            "username": user.username,
            "name": user.display_name or user.username,
            "application": request.application_name,
            **values,
        }
        publisher = self.form.text("Notification Publisher")
        try:
            return request.services.send_email(publisher, user.email, self.form.text(template), known)
        except Unavailable:
            return False
