"""The validator that stores its users itself: a table of names and password digests."""

from collections.abc import Iterator, Mapping

from hanse.config.declare.plugin_fields import TRUE, Field, FieldType, Form, Table
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.kit.texts.messages import message
from hanse.plugins.contracts.validators import KIND, Attributes, ValidatorServices

USERS = "Users"
USERNAME, PASSWORD, CONFIRM, RELAX = "Username", "Password", "Confirm Password", "Relax Password Requirements"
USERNAME_ATTRIBUTE = "username"
SHORTEST, LONGEST = 6, 256


class SimpleValidator:
    """Compares with its table; the interface is `contracts.validators.PasswordValidator`."""

    def __init__(self, settings: Settings) -> None:
        self._digests = {row.get(USERNAME, ""): row.get(PASSWORD, "") for row in settings.rows(USERS)}

    def validate(self, username: str, password: str, services: ValidatorServices) -> Attributes | None:
        """Return the user name as an attribute if the password is correct, and None otherwise.

        An unknown user takes as long as a wrong password (CWE-208).
        """
        digest = self._digests.get(username)
        return {USERNAME_ATTRIBUTE: username} if services.passwords.matches(password, digest) else None


def _check_row(row: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    password, confirmed = row.get(PASSWORD), row.get(CONFIRM)
    if password != confirmed and (password or confirmed):
        yield CONFIRM, "The passwords do not match."
    elif password and row.get(RELAX) != TRUE and (message := _weakness(password)):
        yield PASSWORD, message


def _weakness(password: str) -> str:
    """Return the requirements that a password does not meet."""
    if len(password) < SHORTEST:
        return message("Enter at least {shortest} characters, or relax the password requirements.", shortest=SHORTEST)
    kinds = (str.isupper, str.islower, str.isdigit)
    if not all(any(kind(each) for each in password) for kind in kinds):
        return "Use an uppercase letter, a lowercase letter and a digit, or relax the password requirements."
    return ""


SIMPLE = Plugin(
    kind=KIND,
    # The id that existing configurations of this API have.
    id="org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator",
    name="Simple Username Password Credential Validator",
    keywords=("PCV",),
    make=SimpleValidator,
    attribute_contract=(USERNAME_ATTRIBUTE,),
    form=Form(
        description="Stores usernames and password digests in its own table. Use it for tests and for a few accounts.",
        tables=(
            Table(
                name=USERS,
                description="User accounts. Only a digest of each password is stored. Leave a password empty to keep"
                " it.",
                check=_check_row,
                columns=(
                    Field(
                        name=USERNAME,
                        description="Name with which the user signs in.",
                        required=True,
                        maximum_length=256,
                        unique="This username is already in the list.",
                    ),
                    Field(
                        name=PASSWORD,
                        type=FieldType.HASHED_TEXT,
                        description="Password of the user.",
                        required=True,
                        maximum_length=LONGEST,
                    ),
                    Field(
                        name=CONFIRM,
                        type=FieldType.HASHED_TEXT,
                        description="Repeat the password.",
                        required=True,
                        maximum_length=LONGEST,
                    ),
                    Field(
                        name=RELAX,
                        type=FieldType.CHECK_BOX,
                        description=f"Accept a password with fewer than {SHORTEST} characters, or without an uppercase"
                        " letter, a lowercase letter or a digit.",
                        default="false",
                    ),
                ),
            ),
        ),
    ),
)
