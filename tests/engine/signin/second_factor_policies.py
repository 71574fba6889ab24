"""Policies with a password and a second factor."""

from typing import Any

from hanse.resources.authentication.adapters.resource import ADAPTERS
from tests.engine.signin.site import SignInSite
from tests.support.instances import Body, instance
from tests.support.instances import adapter as password_form
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, policy, source

OF_FORM = from_source("ADAPTER", "username", "adapter-0")


def second_factor(name: str, type_: str, *, contract_names: tuple[str, ...] = ("method", "subject")) -> Body:
    """Return the body of an adapter for second factors."""
    attributes = [{"name": each, "pseudonym": each == "subject"} for each in contract_names]
    return {**instance(0, name, type_), "attributeContract": {"coreAttributes": attributes}}


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
