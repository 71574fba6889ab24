"""Users whom an application has signed in, and who return with an OpenToken."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from hanse.plugins.adapters.open_token.plugin import OPEN_TOKEN_SIGN_IN
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, opened_site, returned
from tests.engine.signin.test_sessions import code_of
from tests.support.instances import instance
from tests.support.mappings import from_source
from tests.support.open_tokens import key_of, sealed

PASSWORD = "a password of the agent"
SERVICE = "https://app.example.com/login"


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    made = opened_site(engine)
    values = {"Password": PASSWORD, "Confirm Password": PASSWORD, "Authentication Service": SERVICE}
    body = instance(0, "Agent", OPEN_TOKEN_SIGN_IN.id, [{"name": name, "value": text} for name, text in values.items()])
    body["attributeContract"] = {"coreAttributes": [{"name": "subject", "pseudonym": True}]}
    id_ = made.add(ADAPTERS, body)
    fulfilled = {name: from_source("ADAPTER", "subject", id_) for name in ("USER_KEY", "USER_NAME")}
    made.add(ADAPTER_GRANT_MAPPINGS, {"id": id_, "attributeContractFulfillment": fulfilled})
    return made


def token(site: SignInSite, password: str = PASSWORD) -> str:
    now = datetime.fromtimestamp(int(site.engine.now()), UTC)
    times = f"not-before={now:%Y-%m-%dT%H:%M:%SZ}\nnot-on-or-after={now + timedelta(seconds=60):%Y-%m-%dT%H:%M:%SZ}"
    return sealed(f"subject=joe\n{times}", key_of(password, 2))


def resume_path(location: str) -> str:
    assert location.startswith(f"{SERVICE}?"), location
    [path] = parse_qs(urlsplit(location).query)["resume"]
    return path


def test_a_user_of_the_application_signs_in(site: SignInSite) -> None:
    joe = site.browser()
    path = resume_path(joe.authorize().headers["location"])
    found = joe.follow(joe.browser.get(f"{path}?{urlencode({'opentoken': token(site)})}"))
    assert code_of(site, returned(found)["code"]).context.user_key == "joe"


def test_a_copied_address_signs_nobody_in(site: SignInSite) -> None:
    joe, eve = site.browser(), site.browser()
    query = urlencode({"opentoken": token(site)})
    path = resume_path(joe.authorize().headers["location"])
    # Another browser does not have the sign-in.
    assert "location" not in eve.browser.get(f"{path}?{query}").headers
    joe.follow(joe.browser.get(f"{path}?{query}"))
    own = resume_path(eve.authorize().headers["location"])
    assert returned(eve.follow(eve.browser.get(f"{own}?{query}")))["error"] == "access_denied"


def test_a_forged_token_ends_the_sign_in(site: SignInSite) -> None:
    joe = site.browser()
    path = resume_path(joe.authorize().headers["location"])
    forged = urlencode({"opentoken": token(site, "another password")})
    assert returned(joe.follow(joe.browser.get(f"{path}?{forged}")))["error"] == "access_denied"
