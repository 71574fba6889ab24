"""Hand-over with OpenTokens: the token, the address that receives it, and users who cannot be handed over."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from tests.engine.handover.conftest import ALLOWED
from tests.engine.handover.handed_over import posted, start
from tests.engine.signin.site import SignInSite, form_of
from tests.support.mappings import from_source, text
from tests.support.open_tokens import read_pairs
from tests.support.sp_adapters import OPEN_TOKEN_PASSWORD, adapter_mapping, open_token_adapter

TARGET = "https://app.example.com/orders?id=1"
SERVICE = "https://agent.example.com/login"


def add(site: SignInSite, mail: Any = None, **settings: str) -> None:
    """Add an adapter with a mapping of the users of the IdP adapter."""
    site.add(SP_ADAPTERS, open_token_adapter(1, **settings))
    mapping = adapter_mapping(0, 1)
    mapping["attributeContractFulfillment"] = {
        "subject": from_source("ADAPTER", "username", "adapter-0"),
        "mail": mail or text("joe@example.com"),
    }
    site.add(ADAPTER_MAPPINGS, mapping)


def moment(site: SignInSite, seconds: int) -> str:
    at = datetime.fromtimestamp(int(site.engine.now()), UTC) + timedelta(seconds=seconds)
    return at.isoformat().replace("+00:00", "Z")


def test_the_token_is_posted_to_the_target(site: SignInSite) -> None:
    add(site, Token_Lifetime="60", Session_Lifetime="600", Not_Before_Tolerance="5", Token_Name="otk")
    joe = site.browser()
    page = joe.sign_in(start(joe, SpAdapterId="sp-1", TargetResource=TARGET))
    assert read_pairs(posted(page, TARGET, "otk"), OPEN_TOKEN_PASSWORD) == [
        ("subject", "joe"),
        ("mail", "joe@example.com"),
        ("not-before", moment(site, -5)),
        ("not-on-or-after", moment(site, 60)),
        ("renew-until", moment(site, 600)),
    ]


def test_an_authentication_service_receives_the_token_and_the_target(site: SignInSite) -> None:
    add(site, Authentication_Service=SERVICE, Cipher_Suite="1")
    joe = site.browser()
    action, fields = form_of(joe.sign_in(start(joe, SpAdapterId="sp-1", TargetResource=TARGET)))
    assert action == SERVICE
    assert fields.pop("TargetResource") == TARGET
    [(name, token)] = fields.items()
    assert name == "opentoken"
    assert read_pairs(token, OPEN_TOKEN_PASSWORD, 1)[0] == ("subject", "joe")
    # Without a target, the service chooses the page.
    again = site.browser()
    assert list(form_of(again.sign_in(start(again, SpAdapterId="sp-1")))[1]) == ["opentoken"]


def test_an_attribute_never_becomes_a_key_of_the_format(site: SignInSite) -> None:
    body = open_token_adapter(1, Authentication_Service=SERVICE)
    body["attributeContract"]["extendedAttributes"] = [{"name": name} for name in ("renew-until", "authnContext")]
    site.add(SP_ADAPTERS, body)
    mapping = adapter_mapping(0, 1)
    mapping["attributeContractFulfillment"] = {
        "subject": from_source("ADAPTER", "username", "adapter-0"),
        **{name: text("forged") for name in ("renew-until", "authnContext")},
    }
    site.add(ADAPTER_MAPPINGS, mapping)
    joe = site.browser()
    token = form_of(joe.sign_in(start(joe, SpAdapterId="sp-1")))[1]["opentoken"]
    assert "forged" not in {value for _, value in read_pairs(token, OPEN_TOKEN_PASSWORD)}


@pytest.mark.parametrize("target", ["", "http://app.example.com/"])
def test_without_an_https_address_no_token_is_posted(site: SignInSite, target: str) -> None:
    [entry] = ALLOWED["redirectValidationLocalSettings"]["whiteList"]
    local = {"whiteList": [{**entry, "requireHttps": False}]}
    site.engine.save(REDIRECT_VALIDATION, {"redirectValidationLocalSettings": local})
    add(site)
    joe = site.browser()
    answer = joe.sign_in(start(joe, SpAdapterId="sp-1", **({"TargetResource": target} if target else {})))
    assert answer.status_code == 400
    assert "T1RLA" not in answer.text


def test_a_value_that_could_add_an_attribute_ends_the_sign_in(site: SignInSite) -> None:
    add(site, text("joe@example.com\nrole=admin"), Authentication_Service=SERVICE)
    joe = site.browser()
    answer = joe.sign_in(start(joe, SpAdapterId="sp-1"))
    assert answer.status_code == 400
    assert "T1RLA" not in answer.text
