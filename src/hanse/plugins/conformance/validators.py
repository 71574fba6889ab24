"""The contract of password credential validators."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from hanse.config.plugins.plugin import Plugin
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import NotFound, Unavailable
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.conformance.directory import ScriptedDirectory
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.validators import Attributes, PasswordValidator, ValidatorServices

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory

_WRONG = "not-the-password"


def check_validator(plugin: Plugin[PasswordValidator], example: Example, trial: PluginTrial) -> None:
    """Find passwords that are wrongly accepted, and errors that sign-in does not expect."""
    validator = plugin.make(example.settings(plugin.form))
    passwords = PasswordDigests(SystemRandomness())
    for directory in (ScriptedDirectory.refuses(), ScriptedDirectory.knows_nobody(), ScriptedDirectory.fails(), None):
        services = _services(passwords, directory)
        for username, password in _wrong(example):
            found = _validated(validator, username, password, services, trial)
            trial.expect(found is None, "validate accepts a wrong password.")
    # RFC 4513, section 5.1.2: a bind without a password succeeds, and proves nothing.
    lenient = _services(passwords, ScriptedDirectory.accepts())
    for username in (example.username, "", " "):
        found = _validated(validator, username, "", lenient, trial)
        trial.expect(found is None, "validate accepts an empty password.")
    if example.password:
        found = _validated(validator, example.username, example.password, lenient, trial)
        if trial.expect(found is not None, "validate refuses the example's user.") and found is not None:
            _check_attributes(trial, found, {*plugin.attribute_contract, *lenient.attributes})


def _services(passwords: PasswordDigests, directory: ScriptedDirectory | None) -> ValidatorServices:
    def open_directory(id_: str) -> "Directory":
        if directory is None:
            raise NotFound(f"There is no data store '{id_}'.")
        return cast("Directory", directory)

    opened: Callable[[str], Directory] = open_directory
    return ValidatorServices(passwords, opened, ("telephoneNumber",))


def _wrong(example: Example) -> Iterator[tuple[str, str]]:
    yield from ((example.username, text) for text in HOSTILE_TEXTS)
    yield from ((text, _WRONG) for text in HOSTILE_TEXTS)
    yield "", ""
    yield example.username, _WRONG
    if example.password:
        yield example.username, f"{example.password} "
        yield example.username, example.password.swapcase()
        yield f"not-{example.username}", example.password


def _validated(
    validator: PasswordValidator, username: str, password: str, services: ValidatorServices, trial: PluginTrial
) -> Attributes | None:
    # A deleted data store is a configuration error, which the server treats like an unreachable one.
    return trial.call("validate", validator.validate, username, password, services, documented=(Unavailable, NotFound))


def _check_attributes(trial: PluginTrial, found: Any, contract: set[str]) -> None:
    for name, value in found.items():
        trial.expect(name in contract, f"validate returns the attribute {name!r}, which the contract does not have.")
        is_texts = isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        trial.expect(
            isinstance(value, str) or is_texts, f"The attribute {name!r} is neither a string nor a tuple of strings."
        )
