"""A directory with scripted answers, for validators that use one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from hanse.data_stores.settings import SourceFailed

if TYPE_CHECKING:
    from hanse.data_stores.ldap import DirectoryEntry
    from hanse.data_stores.ldap_verdicts import PasswordVerdict


@dataclass(frozen=True)
class ScriptedDirectory:
    """The methods of `data_stores.ldap.Directory` that validators use: searches, and password checks."""

    has_user: bool = True
    is_right: bool = False
    is_away: bool = False

    @classmethod
    def accepts(cls) -> Self:
        """Return a directory that accepts every password, even an empty one."""
        return cls(is_right=True)

    @classmethod
    def refuses(cls) -> Self:
        """Return a directory that knows every user and refuses every password."""
        return cls()

    @classmethod
    def knows_nobody(cls) -> Self:
        """Return a directory that finds nobody, and would accept every password."""
        return cls(has_user=False, is_right=True)

    @classmethod
    def fails(cls) -> Self:
        """Return a directory that does not answer."""
        return cls(is_away=True)

    def search(
        self, base: str, _template: str, _values: Any, attributes: Sequence[str] = (), **_how: Any
    ) -> "list[DirectoryEntry]":
        """Return one entry with a value for each attribute, or none."""
        from hanse.data_stores.ldap import DirectoryEntry  # noqa: PLC0415 - the library is slow to import, and few need it.

        self._check()
        return (
            [DirectoryEntry(f"cn=joe,{base}", {each: (f"a {each}",) for each in attributes})] if self.has_user else []
        )

    def verdict(self, _dn: str, _password: str) -> "PasswordVerdict":
        """Return the verdict on a password."""
        from hanse.data_stores.ldap_verdicts import PasswordVerdict  # noqa: PLC0415 - the library is slow to import, and few need it.

        self._check()
        return PasswordVerdict(self.is_right)

    def _check(self) -> None:
        if self.is_away:
            raise SourceFailed("The directory does not answer.")
