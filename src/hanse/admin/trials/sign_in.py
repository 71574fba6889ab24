"""Tests a password credential validator with a username and a password, and returns the attributes of the user.

The test could be used to guess passwords, so it needs the right to change validators and is throttled for each
administrator and validator. The password is never returned, and neither it nor the username is logged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import structlog
from pydantic import Field

from hanse.admin.session.throttle import LoginThrottle
from hanse.config.declare.fields import ConfigModel
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import FieldError, Unavailable, ValidationFailed
from hanse.kit.randomness import Randomness
from hanse.kit.texts.translation import localized
from hanse.plugins.contracts.users import CredentialResult
from hanse.plugins.contracts.validators import AttributeValue, DetailedValidator, ValidatorServices
from hanse.resources.system.data_stores import open_directory
from hanse.resources.system.password_validators.resource import SIGN_IN_TEST, VALIDATOR_KIND, VALIDATORS

if TYPE_CHECKING:
    from hanse.data_stores.ldap import Directory

LOG = structlog.stdlib.get_logger("hanse.password-validators")
WORKS: Final = "The username and the password are correct."
_WRONG: Final = "The username or the password is not correct."
_NOT_CHECKED: Final = "The password cannot be checked now. The log of the server has the reason."
_HIDDEN: Final = "(not shown)"
# Attributes of directories that contain credentials (RFC 4519, section 2.41; RFC 3112; Active Directory and Samba).
_CREDENTIALS: Final = frozenset({"userpassword", "authpassword", "unicodepwd", "sambantpassword", "sambalmpassword"})
_MOST_ATTRIBUTES, _MOST_VALUES, _LONGEST = 100, 20, 1_000


class SignInTest(ConfigModel):
    """The username and password to test."""

    username: Annotated[str, Field(min_length=1, max_length=256)]
    password: Annotated[str, Field(min_length=1, max_length=256)]


class SignInTestAttribute(ConfigModel):
    """One attribute of the user."""

    name: str
    values: list[str]


class SignInTestResult(ConfigModel):
    """The attributes that the validator returns for the user."""

    message: str
    attributes: list[SignInTestAttribute]


@dataclass(frozen=True)
class SignInTests:
    """The operation. `throttle` limits how fast passwords can be guessed."""

    passwords: PasswordDigests
    throttle: LoginThrottle

    def operation(self) -> Operation:
        """Return the operation. A directory may be slow, so the call has no transaction."""
        return Operation(
            method="POST",
            path=f"{API}{VALIDATORS.item_path}{SIGN_IN_TEST}",
            area=VALIDATORS.area,
            tag=VALIDATORS.text.title,
            summary="Test a sign-in: Password Credential Validator",
            run=self._run,
            body=SignInTest,
            answer=SignInTestResult,
            in_transaction=False,
            calls_out=True,
            extra_statuses=(404, 429, 503),
        )

    def _run(self, call: Call) -> OperationResult:
        id_, username = call.path["id"], call.body.username
        with call.configuration.reading() as view:
            validator = VALIDATOR_KIND.made(view, id_)
            contract = getattr(VALIDATOR_KIND.resolved(view, id_), "attribute_contract", None)
            extended = tuple(each.name for each in contract.extended_attributes) if contract is not None else ()
        services = ValidatorServices(
            self.passwords, lambda store: _directory(call, store), extended, call.ports.get(Randomness)
        )
        # The subjects differ from those of administrators' own sign-ins, which a test must not delay.
        attempt = self.throttle.begin(f"test\0{id_}\0{username}", f"test\0{id_}\0{call.principal.username}")
        try:
            if isinstance(validator, DetailedValidator):
                result = validator.check(username, call.body.password, services)
            else:
                found = validator.validate(username, call.body.password, services)
                result = CredentialResult(valid=found is not None, attributes=_plain(found or {}))
        except Unavailable as error:
            self.throttle.give_up(attempt)
            LOG.warning("sign-in test failed", validator=id_, administrator=call.principal.username, reason=str(error))
            raise Unavailable(_NOT_CHECKED) from error
        except BaseException:
            self.throttle.give_up(attempt)
            raise
        LOG.info("sign-in tested", validator=id_, administrator=call.principal.username, right=result.valid)
        if not result.valid or result.expired:
            self.throttle.record_failure(attempt)
            raise ValidationFailed([FieldError(_refusal(result), None, "sign_in_failed")])
        self.throttle.record_success(attempt)
        return OperationResult(SignInTestResult(message=localized(WORKS), attributes=_shown(result.attributes)))


def _directory(call: Call, store: str) -> "Directory":
    with call.configuration.reading() as view:
        return open_directory(view, call.ports, store)


def _plain(attributes: Mapping[str, AttributeValue]) -> dict[str, str | list[str]]:
    return {name: value if isinstance(value, str) else list(value) for name, value in attributes.items()}


def _refusal(result: CredentialResult) -> str:
    if result.locked:
        return "The account is locked."
    if result.disabled:
        return "The account is disabled."
    if result.expired:
        return "The password is correct, but it has expired."
    return _WRONG


def _shown(attributes: Mapping[str, str | Sequence[str]]) -> list[SignInTestAttribute]:
    """Return attributes in the order of their names, shortened, and without the values of credentials."""
    return [
        SignInTestAttribute(name=name, values=[_HIDDEN] if name.lower() in _CREDENTIALS else _values(attributes[name]))
        for name in sorted(attributes)[:_MOST_ATTRIBUTES]
    ]


def _values(value: str | Sequence[str]) -> list[str]:
    values = [value] if isinstance(value, str) else list(value)[:_MOST_VALUES]
    return [each if len(each) <= _LONGEST else f"{each[:_LONGEST]}…" for each in values]
