"""The validator that asks a directory: it searches for the user, and binds as the entry that it finds."""

from typing import TYPE_CHECKING

from hanse.config.plugins.fields import TRUE
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.validators import KIND, Attributes, Means
from hanse.plugins.validators.directory.error_overrides import OVERRIDES, TRY_AGAIN, condition_of
from hanse.plugins.validators.directory.fields import (
    BASE,
    CASE_SENSITIVE,
    DISABLED,
    EXPECT_EXPIRED,
    FILTER,
    FORM,
    ONE_LEVEL,
    SCOPE,
    STORE,
    TRIM,
)
from hanse.sources.settings import SourceFailed

if TYPE_CHECKING:
    from hanse.sources.ldap import Directory, Entry, Verdict

DN, GIVEN_NAME, MAIL, USERNAME = "DN", "givenName", "mail", "username"
# No user: what the name of somebody who is not there is bound with, so that it takes as long as a wrong password.
_NOBODY = "cn=nobody"


class DirectoryValidator:
    """Searches and binds; the interface is `contracts.validators.PasswordValidator`."""

    def __init__(self, settings: Settings) -> None:
        self._store = settings.text(STORE)
        self._base = settings.text(BASE)
        self._filter = settings.text(FILTER)
        self._is_one_level = settings.text(SCOPE) == ONE_LEVEL
        self._is_exact = settings.flag(CASE_SENSITIVE)
        self._trims = settings.flag(TRIM)
        self._disabled = settings.text(DISABLED)
        self._expects_expired = settings.flag(EXPECT_EXPIRED)
        self._overrides = settings.rows(OVERRIDES)

    def validate(self, username: str, password: str, means: Means) -> Attributes | None:
        """Tell whether the password is that of the one entry that the filter finds; of several it is nobody's.

        A bind without a password would succeed anonymously (RFC 4513, section 5.1.2), and is never made.
        """
        sought = username.strip(" ") if self._trims else username
        if not sought or not password:
            return None
        try:
            directory = means.directory(self._store)
            entry = self._entry_of(directory, sought, means)
            verdict = directory.verdict(f"{_NOBODY},{self._base}" if entry is None else entry.dn, password)
        except SourceFailed as error:
            raise Unavailable(f"The directory does not say: {error}") from error
        if entry is None or not self._is_in(verdict) or self._is_disabled(entry):
            return None
        known = {
            name: values[0] if len(values) == 1 else values
            for name in (GIVEN_NAME, MAIL, *means.attributes)
            if (values := entry.attributes.get(name))
        }
        return {**known, DN: entry.dn, USERNAME: username}

    def _is_in(self, verdict: "Verdict") -> bool:
        """Tell whether the directory accepts the user; raises Unavailable where what it says is about no user."""
        if verdict.right:
            return not (self._expects_expired and verdict.expired)
        condition = condition_of(verdict.message, self._overrides, exact=self._is_exact)
        if condition == TRY_AGAIN or (verdict.refusal and condition is None):
            raise Unavailable(f"The directory does not say: {verdict.refusal or verdict.message}")
        return False

    def _is_disabled(self, entry: "Entry") -> bool:
        # TRUE is how directories write it (RFC 4517, section 3.3.3); some have a text in its place.
        values = entry.attributes.get(self._disabled, ()) if self._disabled else ()
        return any(value.lower() == TRUE for value in values)

    def _entry_of(self, directory: "Directory", username: str, means: Means) -> "Entry | None":
        # Imported here: the library takes as long as all others together, and most servers have no directory.
        from hanse.sources.ldap import SearchScope  # noqa: PLC0415 - the comment above says why.

        scope = SearchScope.ONE_LEVEL if self._is_one_level else SearchScope.SUBTREE
        further = (self._disabled,) if self._disabled else ()
        wanted = dict.fromkeys((GIVEN_NAME, MAIL, *means.attributes, *further))
        values = {USERNAME: username}
        found = directory.search(self._base, self._filter, values, list(wanted), scope=scope, most=2)
        return found[0] if len(found) == 1 else None


LDAP = Plugin(
    kind=KIND,
    # The id that existing configurations of this API have.
    id="org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator",
    name="LDAP Username Password Credential Validator",
    make=DirectoryValidator,
    attribute_contract=(DN, GIVEN_NAME, MAIL, USERNAME),
    supports_extended_contract=True,
    form=FORM,
)
