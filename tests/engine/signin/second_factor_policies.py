"""Policies with a password and a second factor."""

from typing import Any

from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.system.notification_publishers.resource import PUBLISHERS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.signin.site import SignInSite
from tests.support.instances import Body, instance, publisher, user, validator
from tests.support.instances import adapter as password_form
from tests.support.mail import Mailbox
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, policy, source

OF_FORM = from_source("ADAPTER", "username", "adapter-0")


def second_factor(name: str, type_: str, *, contract_names: tuple[str, ...] = ("method", "subject")) -> Body:
    """Return the body of an adapter for second factors."""
    attributes = [{"name": each, "pseudonym": each == "subject"} for each in contract_names]
    return {**instance(0, name, type_), "attributeContract": {"coreAttributes": attributes}}


def add_email_codes(site: SignInSite, box: Mailbox, username: str, password: str) -> None:
    """Add the adapter `email-0`, the user of the validator `mail`, and the publisher that sends the codes to `box`."""
    site.add(PUBLISHERS, publisher(0, box.port))
    site.add(VALIDATORS, validator("mail", user(username, password)))
    body = second_factor("Email", "hanse.email-code")
    # The username of this user is an address.
    given = {"E-Mail Attribute": "username", "Notification Publisher": "publisher-0"}
    body["configuration"]["fields"] = [{"name": name, "value": value} for name, value in given.items()]
    site.add(ADAPTERS, body)


def add_password_policy(
    site: SignInSite,
    adapter: str,
    *,
    is_authenticated: bool = True,
    validator: str = "validator-used",
    **more: Any,
) -> None:
    """Add a policy that asks for a password and then calls an adapter for the same user.

    `more` are members of the policy.
    """
    body = password_form(0)
    body["configuration"]["tables"][0]["rows"][0]["fields"][0]["value"] = validator
    site.add(ADAPTERS, body)
    subject = from_source("ADAPTER", "subject", adapter)
    ended = contract("apc-0", subject=subject, mail=text("none"))
    mapped: Body = {"inputUserIdMapping": OF_FORM, "userIdAuthenticated": is_authenticated}
    second = source(adapter, done("Fail"), ended, **mapped)
    second["action"]["context"] = "Success"
    site.add_policy({**policy("Two factors", source("adapter-0", done("Fail"), second)), **more})
