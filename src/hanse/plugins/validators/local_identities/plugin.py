"""The validator of the users of a local identity profile, whom the server or a directory stores."""

from collections.abc import Mapping, Sequence
from typing import Final

from hanse import handles
from hanse.config.declare.plugin_fields import Field, FieldType, Form
from hanse.config.plugins.plugin import Plugin, SettingRefused, Settings
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import LocalUser, LocalUserStatus, PasswordRefused
from hanse.plugins.contracts.users import AttributeValue, CredentialResult, UserRecord
from hanse.plugins.contracts.validators import KIND, Attributes, ValidatorServices
from hanse.plugins.local_identities.accounts import USERNAME, LocalAccounts
from hanse.plugins.local_identities.profile import PageText

PROFILE: Final = "Local Identity Profile"
_WRONG: Final = CredentialResult(valid=False)


class LocalIdentityValidator:
    """Verifies passwords of local users; also a `DetailedValidator` and a `PasswordManager`."""

    def __init__(self, settings: Settings) -> None:
        self.local_profile = settings.text(PROFILE)
        if not self.local_profile:
            raise SettingRefused("A validator needs a local identity profile.", PROFILE)

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Return the attributes of the user if the password is correct."""
        result = self.check(username, password, services)
        if not result.valid or result.expired:
            return None
        return {name: value if isinstance(value, str) else tuple(value) for name, value in result.attributes.items()}

    def check(self, username: str, password: str, services: ValidatorServices) -> CredentialResult:
        """Return the result for a password.

        Disabled users get the same answer as unknown ones, so that it does not disclose that they exist.
        """
        if not password:
            return _WRONG
        user = self._accounts(services).authenticate(username, password)
        if user is None:
            return _WRONG
        # A temporary password is treated like one that has expired: the user must change it first.
        expired = user.must_change_password
        attributes = _attributes(user, services)
        return CredentialResult(valid=not expired, attributes=attributes, expired=expired, local_user=user.id)

    def change_password(self, username: str, old: str, new: str, services: ValidatorServices) -> str | None:
        """Change a password for the user who knows it."""
        accounts = self._accounts(services)
        user = accounts.authenticate(username, old)
        if user is None:
            raise Unavailable("The user no longer exists.")
        return set_password(accounts, user, new, verifies=False)

    def reset_password(self, username: str, new: str, services: ValidatorServices) -> str | None:
        """Set a password for a user who has proved to receive the e-mails of the account."""
        accounts = self._accounts(services)
        user = accounts.find(username)
        if user is None or user.status is not LocalUserStatus.ACTIVE:
            raise Unavailable("The user no longer exists.")
        return set_password(accounts, user, new, verifies=accounts.profile.verification is not None)

    def find_user(self, username: str, services: ValidatorServices) -> UserRecord | None:
        """Return the user with this name."""
        accounts = self._accounts(services)
        user = accounts.find(username)
        return None if user is None else _record(user, accounts, services)

    def find_users_by_email(self, email: str, services: ValidatorServices) -> Sequence[UserRecord]:
        """Return the users with this address."""
        accounts = self._accounts(services)
        return [_record(each, accounts, services) for each in accounts.of_email(email)]

    def unlock(self, username: str, services: ValidatorServices) -> bool:  # noqa: ARG002 - the interface has them.
        """Return False: accounts are locked by the adapter only, which forgets its counts by itself."""
        return False

    def _accounts(self, services: ValidatorServices) -> LocalAccounts:
        return services.local_accounts(self.local_profile)


def set_password(accounts: LocalAccounts, user: LocalUser, new: str, *, verifies: bool) -> str | None:
    """Set a password; return None, or why it is refused, for the user. Raises Unavailable if the user is gone."""
    objection = accounts.password_objection(new, user)
    try:
        if objection is None and not accounts.set_password(user.id, new, verifies=verifies):
            raise Unavailable("The user no longer exists.")
    except PasswordRefused:
        return PageText("account.password_refused")
    return objection


def _attributes(user: LocalUser, services: ValidatorServices) -> Mapping[str, AttributeValue]:
    """Return the username, and the fields that the contract names."""
    found = {name: user.attributes[name] for name in services.attributes if name in user.attributes}
    return {**found, USERNAME: user.username}


def verification_of(user: LocalUser, accounts: LocalAccounts) -> bool | None:
    """Return whether the address of a user is verified; None if this does not matter for messages to the user."""
    verification = accounts.profile.verification
    # With a required verification only verified users can sign in, so that a message to an address that is not
    # verified yet cannot give away an account in use. Otherwise only verified addresses receive messages.
    unverified = None if verification is None or verification.required else False
    return True if user.email_verified else unverified


def _record(user: LocalUser, accounts: LocalAccounts, services: ValidatorServices) -> UserRecord:
    return UserRecord(
        username=user.username,
        attributes=_attributes(user, services),
        email=user.email,
        email_verified=verification_of(user, accounts),
        disabled=user.status is not LocalUserStatus.ACTIVE,
        local_user=user.id,
    )


LOCAL_IDENTITIES = Plugin(
    kind=KIND,
    id="hanse.local-identities",
    name="Local Identity Store",
    keywords=("PCV", "registration", "users"),
    make=LocalIdentityValidator,
    attribute_contract=(USERNAME,),
    supports_extended_contract=True,
    form=Form(
        description="Verifies the passwords of users of a local identity profile, whom this server or a directory"
        " stores. The fields of the profile can be added to the attribute contract.",
        fields=(
            Field(
                name=PROFILE,
                description="Local identity profile of the users.",
                type=FieldType.SELECT,
                reference=handles.LOCAL_IDENTITY_PROFILES,
                required=True,
            ),
        ),
    ),
)
