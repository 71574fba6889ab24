"""What a password credential validator does; implemented by plug-ins, called by whoever signs users in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from hanse.config.plugins.plugin import PluginSet
from hanse.crypto.passwords import Passwords
from hanse.resources.system.password_validators.simple import SIMPLE

KIND = "passwordCredentialValidator"
# What is known of a user: the contract's attributes by name.
Attributes = Mapping[str, str]


@dataclass(frozen=True)
class Means:
    """What validators work with and do not make themselves."""

    passwords: Passwords


class PasswordValidator(Protocol):
    """Checks passwords; safe to call from several threads."""

    def validate(self, username: str, password: str, means: Means) -> Attributes | None:
        """Return what is known of a user whose password this is; None for anybody else.

        Raises Unavailable when it cannot be said, as when a directory does not answer.
        """
        ...


VALIDATOR_PLUGINS: PluginSet[PasswordValidator] = PluginSet(KIND, (SIMPLE,))
