"""Settings and applications of the authentication API."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import HanseError, ValidationFailed
from hanse.resources.all_resources import RESOURCES as ALL_RESOURCES
from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS
from tests.support.clients import client
from tests.support.clock import ManualClock
from tests.support.configurations import create, delete, make_configuration, replace
from tests.support.randomness import SeededRandomness

URL = "https://login.example.com/sign-in"


@pytest.fixture
def configuration(database: Database, clock: ManualClock) -> Configuration:
    return make_configuration(database, ALL_RESOURCES, clock, SeededRandomness())


def application(**more: Any) -> dict[str, Any]:
    return {"id": "sign-in", "name": "Sign-in", "url": URL, **more}


def refused(configuration: Configuration, body: dict[str, Any]) -> tuple[str | None, str]:
    with pytest.raises(ValidationFailed) as failure:
        create(configuration, API_APPLICATIONS, body)
    [error] = failure.value.errors
    return error.field_path, str(error.message)


@pytest.mark.parametrize(
    "url", [URL, "http://localhost:8080/", "http://127.0.0.1/x?y=z", "https://[2001:db8::1]:8443/"]
)
def test_the_page_of_an_application_has_a_secure_origin(configuration: Configuration, url: str) -> None:
    assert create(configuration, API_APPLICATIONS, application(url=url)).body["url"] == url


@pytest.mark.parametrize(
    "url",
    [
        "http://login.example.com/",
        "https://user@login.example.com/",
        "https://login.example.com/#fragment",
        "https://*.example.com/",
        "https:///sign-in",
        "https://login.example.com:0/",
        "https://login.example.com\\@evil.example/",
        "javascript:alert(1)",
        "login.example.com",
        "https://login.example.com/ sign-in",
        "https://[::1",
    ],
)
def test_any_other_page_is_refused(configuration: Configuration, url: str) -> None:
    assert refused(configuration, application(url=url))[0] == "url"


@pytest.mark.parametrize("origin", ["https://*.example.com", "*", "https://login.example.com/", "http://app.example"])
def test_origins_are_exact_and_secure(configuration: Configuration, origin: str) -> None:
    path, _ = refused(configuration, application(additionalAllowedOrigins=[origin]))
    assert path == "additionalAllowedOrigins[0]"


def test_the_client_for_the_redirectless_mode_must_allow_it(configuration: Configuration) -> None:
    create(configuration, OAUTH_CLIENTS, client("closed"))
    create(configuration, OAUTH_CLIENTS, client("open", allowAuthenticationApiInit=True))
    path, message = refused(configuration, application(clientForRedirectlessModeRef={"id": "closed"}))
    assert (path, message) == (
        "clientForRedirectlessModeRef",
        "Select a client that allows authentication API OAuth initiation.",
    )
    create(configuration, API_APPLICATIONS, application(clientForRedirectlessModeRef={"id": "open"}))


def test_the_default_application_cannot_be_deleted(configuration: Configuration) -> None:
    create(configuration, API_APPLICATIONS, application())
    replace(configuration, API_SETTINGS, API_SETTINGS.singleton_id, {"defaultApplicationRef": {"id": "sign-in"}})
    with pytest.raises(HanseError):
        delete(configuration, API_APPLICATIONS, "sign-in")


def test_the_api_is_off_and_the_redirectless_mode_restricted_by_default(configuration: Configuration) -> None:
    with configuration.reading() as view:
        settings = view.singleton(API_SETTINGS)
    assert not settings.api_enabled
    assert settings.restrict_access_to_redirectless_mode
