"""The adapter that asks who somebody is and leaves it to the policy how that is proved."""

from collections.abc import Mapping

from hanse.config.plugins.fields import FALSE, Field, FieldType, Form
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.contracts.adapters import KIND

SUBJECT, DOMAIN = "subject", "domain"
LONGEST = 1024


class IdentifierFirstAdapter:
    """Takes an identifier apart."""

    def __init__(self, settings: Settings) -> None:
        self.cookie_days = int(settings.text("Identifier Cookie Lifetime"))
        self.remembered = int(settings.text("Maximum Identifiers Count"))
        self.can_be_cancelled = settings.flag("Allow Cancelling Identifier Selection")

    def identify(self, identifier: str) -> Mapping[str, str] | None:
        """Return who somebody claims to be, and the domain behind the last @, by which policies go on; None for nobody.

        Domains are the same in any letter case (RFC 5321, section 2.4).
        """
        subject = identifier.strip()
        if not subject or len(subject) > LONGEST or not subject.isprintable():
            return None
        name, at, domain = subject.rpartition("@")
        return {SUBJECT: subject, DOMAIN: domain.lower() if at and name else ""}


IDENTIFIER_FIRST = Plugin(
    kind=KIND,
    id="com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter",
    name="Identifier First Adapter",
    make=IdentifierFirstAdapter,
    attribute_contract=(DOMAIN, SUBJECT),
    supports_extended_contract=True,
    pseudonym=SUBJECT,
    form=Form(
        description="Asks for an identifier. The policy then chooses how the user signs in.",
        fields=(
            Field(
                name="Identifier Cookie Lifetime",
                description="Days for which the browser remembers identifiers. 0 turns this off.",
                default="30",
                required=True,
                check=NumberCheck(0, 3650),
            ),
            Field(
                name="Allow Cancelling Identifier Selection",
                description="Show a button that cancels the sign-in.",
                type=FieldType.CHECK_BOX,
                default=FALSE,
            ),
            Field(
                name="Maximum Identifiers Count",
                description="Maximum number of identifiers that the browser remembers.",
                default="5",
                required=True,
                advanced=True,
                check=NumberCheck(1, 100),
            ),
            Field(
                name="Identifier Selection Template",
                description="Template of the page that asks for the identifier.",
                default="identifier.first.template.html",
                required=True,
                advanced=True,
                maximum_length=256,
            ),
        ),
    ),
)
