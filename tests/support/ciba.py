"""Bodies of CIBA authenticators and request policies."""

from typing import Any

from tests.support.instances import Body, fields, instance
from tests.support.mappings import from_source, text

EMAIL_AUTHENTICATOR = "hanse.email-authenticator"


def authenticator(number: int | str = 0, publisher: str = "", **more: Any) -> Body:
    """Return the body of an authenticator that sends e-mails through a publisher, or the default one."""
    chosen = fields(Notification_Publisher=publisher) if publisher else []
    return {**instance(number, "Authenticator", EMAIL_AUTHENTICATOR, chosen), **more}


def request_policy(number: int | str = 0, **more: Any) -> Body:
    """Return the body of a request policy whose users are named by their user names."""
    fulfilled = {
        "USER_KEY": from_source("REQUEST", "IDENTITY_HINT_SUBJECT"),
        "email": text("${IDENTITY_HINT_SUBJECT}@example.com"),
        "locale": text("en"),
    }
    return {
        "id": f"policy-{number}",
        "name": f"Policy {number}",
        "authenticatorRef": {"id": "authenticator-0"},
        "identityHintContract": {},
        "identityHintMapping": {"attributeContractFulfillment": fulfilled},
        **more,
    }
