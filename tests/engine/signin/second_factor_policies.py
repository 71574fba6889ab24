"""Policies with a password and a second factor."""

from tests.engine.signin.site import SignInSite
from tests.support.instances import Body, instance
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, policy, source

OF_FORM = from_source("ADAPTER", "username", "adapter-0")


def second_factor(name: str, type_: str, *, contract_names: tuple[str, ...] = ("method", "subject")) -> Body:
    """Return the body of an adapter for second factors."""
    attributes = [{"name": each, "pseudonym": each == "subject"} for each in contract_names]
    return {**instance(0, name, type_), "attributeContract": {"coreAttributes": attributes}}


def add_password_policy(site: SignInSite, adapter: str, *, user: Body = OF_FORM, is_authenticated: bool = True) -> None:
    """Add a policy that asks for a password and then calls an adapter for the same user."""
    site.add_adapter(0)
    subject = from_source("ADAPTER", "subject", adapter)
    ended = contract("apc-0", subject=subject, mail=text("none"))
    mapped: Body = {"inputUserIdMapping": user, "userIdAuthenticated": is_authenticated}
    second = source(adapter, done("Fail"), ended, **mapped)
    second["action"]["context"] = "Success"
    site.add_policy(policy("Two factors", source("adapter-0", done("Fail"), second)))
