"""Account linking and second factors: the password alone links no account that has one."""

import pytest

from hanse.kit.sign_in_traces import FailureReason
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor
from tests.engine.saml.identity_provider import SamlSite
from tests.engine.saml.test_account_linking import LINK, account, arrive, link, linking, local_sign_in, reason
from tests.engine.signin.site import returned

__all__ = ["linking"]


def register(saml: SamlSite, user_key: str, local_user: str = "") -> None:
    """Register a second factor."""
    kind = FactorKind.TOTP
    factor = SecondFactor(
        id="f-1", adapter="totp", user_key=user_key, kind=kind, name="Phone", created=0, local_user=local_user
    )
    assert saml.site.run(saml.site.engine.state.second_factors.add(factor, most=1))


@pytest.mark.parametrize(("user_key", "belongs"), [("renamed", True), ("ada@hanse.example", False)])
@pytest.mark.parametrize("before", [True, False])
def test_an_account_with_a_second_factor_is_not_linked_with_the_password_alone(
    linking: SamlSite, user_key: str, belongs: bool, before: bool
) -> None:
    owner = account(linking).id if belongs else ""
    if before:
        register(linking, user_key, owner)
    visitor = linking.site.browser()
    page = local_sign_in(visitor, arrive(linking, visitor))
    if not before:
        register(linking, user_key, owner)
        page = visitor.send(page, "confirm")
    assert returned(page)["error"] == "access_denied"
    found, detail = reason(linking)
    assert (found, account(linking).links) == (FailureReason.ACCOUNT_NOT_LINKED, ())
    assert "The account has a second factor" in detail


def test_the_second_factor_of_another_account_does_not_matter(linking: SamlSite) -> None:
    register(linking, "ada", account(linking, "bob").id)
    link(linking)
    assert account(linking).links == (LINK,)


def test_an_account_that_is_linked_already_may_get_a_second_factor(linking: SamlSite) -> None:
    link(linking)
    register(linking, "ada", account(linking).id)
    assert returned(arrive(linking, linking.site.browser()))["code"]
