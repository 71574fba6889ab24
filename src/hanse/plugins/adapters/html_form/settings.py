"""The settings of an instance, which are read once."""

from dataclasses import dataclass
from typing import Final

from hanse.config.plugins.plugin import SettingRefused, Settings
from hanse.plugins.adapters.html_form.fields import CHALLENGES, VALIDATOR, VALIDATORS
from hanse.plugins.contracts.adapter_sessions import AdapterLogout, AdapterSession

_MINUTE, _HOUR, _DAY = 60.0, 3_600.0, 86_400
# The group of the session state that all adapters with this setting share.
_GLOBALLY, _PER_ADAPTER = "Globally", "Per Adapter"
GROUP: Final = "html-form"
LOGIN_TEMPLATE: Final = "html.form.login.template.html"
PROFILE: Final = "Local Identity Profile"


@dataclass(frozen=True)
class FormSettings:
    """The settings of one instance in the units that the code works with."""

    settings: Settings
    validators: tuple[str, ...]
    challenges: int
    own_session: AdapterSession | None
    logout: AdapterLogout | None

    @classmethod
    def read(cls, settings: Settings) -> "FormSettings":
        """Return the settings. Raises ValueError for those that cannot be used."""
        validators = tuple(row[VALIDATOR] for row in settings.rows(VALIDATORS))
        if not validators:
            raise SettingRefused("An adapter needs at least one password credential validator.", VALIDATORS)
        return cls(settings, validators, int(settings.text(CHALLENGES)), _own_session(settings), _logout(settings))

    def flag(self, name: str) -> bool:
        """Return whether a check box is ticked."""
        return self.settings.flag(name)

    def text(self, name: str) -> str:
        """Return a text."""
        return self.settings.text(name)

    def number(self, name: str) -> int:
        """Return a whole number."""
        return int(self.settings.text(name))

    def minutes(self, name: str) -> float:
        """Return a number of minutes in seconds."""
        return self.number(name) * _MINUTE

    def hours(self, name: str) -> float:
        """Return a number of hours in seconds."""
        return self.number(name) * _HOUR

    def days(self, name: str) -> int:
        """Return a number of days in seconds."""
        return self.number(name) * _DAY


def _own_session(settings: Settings) -> AdapterSession | None:
    kept = settings.text("Session State")
    if kept not in (_GLOBALLY, _PER_ADAPTER):
        return None
    return AdapterSession(
        group=GROUP if kept == _GLOBALLY else "",
        idle_seconds=int(settings.text("Session Timeout")) * _MINUTE,
        maximum_seconds=int(settings.text("Session Max Timeout")) * _MINUTE,
    )


def _logout(settings: Settings) -> AdapterLogout | None:
    path = settings.text("Logout Path")
    if not path.startswith("/"):
        return None
    return AdapterLogout(
        path=path, redirect=settings.text("Logout Redirect"), template=settings.text("Logout Template")
    )
