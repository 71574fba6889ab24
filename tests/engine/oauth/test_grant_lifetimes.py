from typing import Any

import pytest

from hanse.engine.oauth.contracts import AuthorizationCode, GrantContext
from hanse.engine.oauth.grant_lifetimes import expiry, idle_timeout, is_reused, lifetime, lifetime_in_minutes
from hanse.engine.signin.contracts import Origin
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.grants import GrantType
from hanse.resources.system.authorization_server import SETTINGS
from hanse.resources.system.authorization_server.model import AuthorizationServerSettings
from tests.support.clients import client
from tests.support.configurations import as_model

DAY = 86_400


def settings(**given: Any) -> AuthorizationServerSettings:
    made: AuthorizationServerSettings = as_model(SETTINGS, given)
    return made


def registered(**given: Any) -> Client:
    made: Client = as_model(OAUTH_CLIENTS, client("web", **given))
    return made


def own_lifetime(time: int, unit: str) -> dict[str, Any]:
    return {
        "persistentGrantExpirationType": "OVERRIDE_SERVER_DEFAULT",
        "persistentGrantExpirationTime": time,
        "persistentGrantExpirationTimeUnit": unit,
    }


def test_the_servers_lifetime_applies_unless_the_client_overrides_it() -> None:
    server = settings(persistentGrantLifetime=2, persistentGrantLifetimeUnit="DAYS")
    assert lifetime(server, registered()) == 2 * DAY
    assert lifetime(server, registered(**own_lifetime(3, "HOURS"))) == 3 * 3600
    assert lifetime(server, registered(**own_lifetime(5, "MINUTES"))) == 300
    assert lifetime(server, registered(persistentGrantExpirationType="INDEFINITE_EXPIRY")) is None
    assert lifetime(settings(), registered()) is None


def test_the_idle_timeout_is_thirty_days_by_default() -> None:
    assert idle_timeout(settings(), registered()) == 30 * DAY
    assert idle_timeout(settings(persistentGrantIdleTimeout=-1), registered()) is None
    assert idle_timeout(settings(), registered(persistentGrantIdleTimeoutType="INDEFINITE_EXPIRY")) is None


@pytest.mark.parametrize("mapped", ["0", "-2", "soon", "1.5", ["0"]])
def test_an_invalid_mapped_lifetime_is_refused(mapped: str | list[str]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the message is Python's for a text that is no number.
        expiry(DAY, 1000.0, mapped)


def test_a_mapped_lifetime_in_minutes_overrides_the_settings() -> None:
    assert expiry(DAY, 1000.0) == 1000.0 + DAY
    assert expiry(DAY, 1000.0, "") == 1000.0 + DAY
    assert expiry(DAY, 1000.0, "10") == 1600.0
    assert expiry(DAY, 1000.0, ["10"]) == 1600.0
    assert expiry(DAY, 1000.0, "-1") is None
    assert expiry(None, 1000.0) is None
    assert (lifetime_in_minutes(DAY), lifetime_in_minutes(None)) == ("1440", "-1")


def test_grants_are_reused_for_the_types_of_the_server_or_of_the_client() -> None:
    code = GrantType.AUTHORIZATION_CODE
    server = settings(persistentGrantReuseGrantTypes=["AUTHORIZATION_CODE"])
    never = registered(persistentGrantReuseType="OVERRIDE_SERVER_DEFAULT", persistentGrantReuseGrantTypes=[])
    assert is_reused(server, registered(), code)
    assert not is_reused(server, never, code)
    assert not is_reused(settings(), registered(), code)


def test_a_code_and_a_grant_are_read_as_stored() -> None:
    context = GrantContext(
        user_key="joe",
        user_name="Joe",
        origin=Origin("ADAPTER", "form"),
        attributes={"mail": "joe@example.com", "groups": ["a", "b"]},
    )
    code = AuthorizationCode(
        client_id="web",
        issuer="https://sso.example.com",
        redirect_uri="",
        scopes=("openid",),
        context=context,
        grant_expires=None,
    )
    assert AuthorizationCode.decode(code.encode()) == code
    assert GrantContext.decode(context.encode()) == context
