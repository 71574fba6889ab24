"""Users sign in, and SP adapters hand them over to applications."""

from urllib.parse import parse_qsl

import jwt
import pytest

from hanse.resources.authentication.sessions import AUTHENTICATION_SESSIONS
from hanse.resources.federation.default_urls import IDP_DEFAULT_URLS, SP_DEFAULT_URLS
from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS, CONTRACT_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.federation.sp_adapters.target_urls import TARGET_URL_MAPPINGS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from tests.engine.handover.handed_over import posted, start, verified
from tests.engine.server import BASE_URL
from tests.engine.signin.site import SignInSite, title_of
from tests.engine.signin.test_with_policy import ended
from tests.support.configurations import replace
from tests.support.policies import done, policy, source
from tests.support.sp_adapters import APPLICATION, AUDIENCE, adapter_mapping, contract_mapping, sp_adapter, target_urls
from tests.support.sp_connections import sp_connection

TARGET = "https://app.example.com/orders?id=1"
SECRET = "a secret of more than thirty-two bytes"


def test_a_user_signs_in_and_the_application_receives_a_token_that_it_can_verify(site: SignInSite) -> None:
    joe = site.browser()
    page = joe.sign_in(start(joe, SpSessionAuthnAdapterId="sp-0", IdpAdapterId="adapter-0", TargetResource=TARGET))
    token = posted(page)
    assert jwt.get_unverified_header(token)["typ"] == "sso+jwt"
    claims = verified(site, token)
    assert len(claims.pop("jti")) >= 22
    now = int(site.engine.now())
    assert claims == {
        "iss": BASE_URL,
        "aud": AUDIENCE,
        "iat": now,
        "exp": now + 60,
        "sub": "joe",
        "mail": [TARGET],
        "auth_time": now,
        "amr": ["pwd"],
        "target_resource": TARGET,
    }
    # Neither the address nor the referrer of the page has data about the user.
    assert page.headers["referrer-policy"] == "no-referrer"


def test_each_hand_over_has_its_own_token(site: SignInSite) -> None:
    site.engine.save(AUTHENTICATION_SESSIONS, {"enableSessions": True, "idleTimeoutMins": 60, "maxTimeoutMins": 480})
    joe = site.browser()
    first = verified(site, posted(joe.sign_in(start(joe, SpAdapterId="sp-0"))))
    second = verified(site, posted(start(joe, SpAdapterId="sp-0")))
    assert first["jti"] != second["jti"]
    assert first["sid"] == second["sid"]
    assert "password" in start(joe, SpAdapterId="sp-0", ForceAuthn="true").text


def test_a_shared_secret_can_sign_tokens(site: SignInSite) -> None:
    settings = {
        "JWS_Algorithm": "HS256",
        "Shared_Secret": SECRET,
        "Issuer": "https://issuer.example",
        "Form_Parameter": "t",
    }
    site.add(SP_ADAPTERS, sp_adapter(1, **settings))
    site.add(ADAPTER_MAPPINGS, adapter_mapping(0, 1))
    joe = site.browser()
    token = posted(joe.sign_in(start(joe, SpAdapterId="sp-1")), parameter="t")
    assert verified(site, token, "HS256", SECRET)["iss"] == "https://issuer.example"
    with pytest.raises(jwt.InvalidSignatureError):
        verified(site, token, "HS256", SECRET[::-1])


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "http://app.example.com/",
        "https://app.example.com.evil.example/",
        "https://app.example.com@evil.example/",
        "javascript:alert(1)",
        "//app.example.com/",
    ],
)
@pytest.mark.parametrize("parameter", ["TargetResource", "TARGET", "InErrorResource"])
def test_addresses_that_are_not_allowed_are_refused_before_the_sign_in(
    site: SignInSite, parameter: str, target: str
) -> None:
    page = start(site.browser(), SpAdapterId="sp-0", **{parameter: target})
    assert (page.status_code, "password" in page.text) == (400, False)
    assert target not in page.text


@pytest.mark.parametrize(
    "parameters",
    [
        {"SpAdapterId": "no-such-adapter"},
        {"SpAdapterId": "sp-1"},
        {"SpAdapterId": "sp-0", "IdpAdapterId": "adapter-1"},
        {"TargetResource": TARGET},
    ],
)
def test_nothing_is_handed_over_without_a_mapping(site: SignInSite, parameters: dict[str, str]) -> None:
    site.add(SP_ADAPTERS, sp_adapter(1))
    site.add_adapter(1)
    assert start(site.browser(), **parameters).status_code == 404


def test_the_target_url_selects_the_adapter(site: SignInSite) -> None:
    site.add(SP_ADAPTERS, sp_adapter(1, Application_URL="https://other.example.com/sso"))
    site.add(ADAPTER_MAPPINGS, adapter_mapping(0, 1))
    urls = target_urls(("https://app.example.com/orders/*", "sp-1"), ("https://*.EXAMPLE.com/orders*", "sp-0"))
    site.engine.save(TARGET_URL_MAPPINGS, urls)
    for path, application in (("orders/1", "https://other.example.com/sso"), ("orders?id=1", APPLICATION)):
        joe = site.browser()
        page = joe.sign_in(start(joe, TargetResource=f"https://app.example.com/{path}"))
        posted(page, application)
    assert start(site.browser(), TargetResource="https://app.example.com/other").status_code == 404
    # Without a target, no adapter is chosen among several.
    assert start(site.browser()).status_code == 404


def test_a_single_asterisk_fits_every_address_that_redirect_validation_allows(site: SignInSite) -> None:
    site.engine.save(TARGET_URL_MAPPINGS, target_urls(("*", "sp-0")))
    joe = site.browser()
    posted(joe.sign_in(start(joe, TargetResource="https://app.example.com/any?id=1")))
    assert start(site.browser(), TargetResource="https://evil.example/").status_code == 400


def test_the_target_url_of_an_sp_connection_leads_to_its_sign_in(site: SignInSite) -> None:
    id_ = site.add(SP_CONNECTIONS, sp_connection(0))
    entity_id = sp_connection(0)["entityId"]
    mapping = {"url": "https://app.example.com/saml/*", "type": "SP_CONNECTION", "ref": {"id": id_}}
    site.engine.save(TARGET_URL_MAPPINGS, {"items": [mapping]})
    target = "https://app.example.com/saml/start?id=1"
    location = start(site.browser(), TargetResource=target).headers["location"]
    path, _, query = location.partition("?")
    assert path == "/idp/startSSO.ping"
    assert parse_qsl(query) == [("PartnerSpId", entity_id), ("TargetResource", target)]
    joe = site.browser()
    posted(joe.sign_in(start(joe, SpAdapterId="sp-0", TargetResource=target)))


def test_without_a_target_the_mapping_and_the_default_url_decide(site: SignInSite) -> None:
    joe = site.browser()
    assert "target_resource" not in verified(site, posted(joe.sign_in(start(joe))))
    site.engine.save(SP_DEFAULT_URLS, {"ssoSuccessUrl": "https://app.example.com/home"})
    joe = site.browser()
    assert verified(site, posted(joe.sign_in(start(joe))))["target_resource"] == "https://app.example.com/home"
    body = adapter_mapping(0, 0, defaultTargetResource="https://app.example.com/start")
    replace(site.engine.core.configuration, ADAPTER_MAPPINGS, body["id"], body)
    site.engine.caught_up()
    joe = site.browser()
    assert verified(site, posted(joe.sign_in(start(joe))))["target_resource"] == "https://app.example.com/start"


def test_a_policy_that_ends_with_a_contract_needs_a_mapping_of_the_contract(site: SignInSite) -> None:
    site.add_policy(policy("P", source("adapter-0", done("Fail"), ended("adapter-0"))))
    site.engine.save(IDP_DEFAULT_URLS, {"idpErrorMsg": "Call the harbor master."})
    joe = site.browser()
    page = joe.sign_in(start(joe, SpAdapterId="sp-0"))
    assert (page.status_code, "Call the harbor master." in page.text) == (400, True)
    site.add(CONTRACT_MAPPINGS, contract_mapping())
    joe = site.browser()
    claims = verified(site, posted(joe.sign_in(start(joe, SpAdapterId="sp-0"))))
    assert (claims["sub"], claims["mail"]) == ("joe", "none")


def test_issuance_criteria_are_checked(site: SignInSite) -> None:
    criterion = {
        "source": {"type": "ADAPTER", "id": "adapter-0"},
        "attributeName": "username",
        "condition": "EQUALS",
        "value": "amy",
        "errorResult": "not_amy",
    }
    body = adapter_mapping(0, 0, issuanceCriteria={"conditionalCriteria": [criterion]})
    replace(site.engine.core.configuration, ADAPTER_MAPPINGS, body["id"], body)
    site.engine.caught_up()
    joe, amy = site.browser(), site.browser()
    page = joe.sign_in(start(joe, SpAdapterId="sp-0"))
    assert (page.status_code, title_of(page)) == (400, "Something went wrong")
    assert verified(site, posted(amy.sign_in(start(amy, SpAdapterId="sp-0"), "amy")))["sub"] == "amy"
    joe = site.browser()
    error = "https://app.example.com/error"
    answer = joe.sign_in(start(joe, SpAdapterId="sp-0", InErrorResource=error))
    assert (answer.status_code, answer.headers["location"]) == (303, error)


def test_a_passive_request_shows_no_sign_in_page(site: SignInSite) -> None:
    error = "https://app.example.com/error"
    answer = start(site.browser(), SpAdapterId="sp-0", IsPassive="true", InErrorResource=error)
    assert answer.headers["location"] == error


def test_sign_in_pages_show_the_application(site: SignInSite) -> None:
    body = {**sp_adapter(1), "targetApplicationInfo": {"applicationName": "Harbor Office"}}
    site.add(SP_ADAPTERS, body)
    site.add(ADAPTER_MAPPINGS, adapter_mapping(0, 1))
    assert "Harbor Office" in start(site.browser(), SpAdapterId="sp-1").text
    named = adapter_mapping(0, 1, applicationName="Quay")
    replace(site.engine.core.configuration, ADAPTER_MAPPINGS, named["id"], named)
    site.engine.caught_up()
    page = start(site.browser(), SpAdapterId="sp-1", IdpAdapterId="adapter-0")
    assert ("Quay" in page.text, "Harbor Office" in page.text) == (True, False)


def test_a_reserved_claim_is_never_an_attribute(site: SignInSite) -> None:
    body = sp_adapter(1)
    body["attributeContract"]["extendedAttributes"] = [{"name": name} for name in ("aud", "exp", "sid", "role")]
    site.add(SP_ADAPTERS, body)
    mapping = adapter_mapping(0, 1)
    fixed = {"source": {"type": "TEXT"}, "value": "forged"}
    mapping["attributeContractFulfillment"] = {
        "sub": mapping["attributeContractFulfillment"]["sub"],
        **dict.fromkeys(("aud", "exp", "sid", "role"), fixed),
    }
    site.add(ADAPTER_MAPPINGS, mapping)
    joe = site.browser()
    claims = verified(site, posted(joe.sign_in(start(joe, SpAdapterId="sp-1"))))
    assert (claims["aud"], claims["role"], "sid" in claims) == (AUDIENCE, "forged", False)
