"""Rules of the settings of IdP discovery."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.resource import Resource
from hanse.kit.errors import ValidationFailed
from hanse.kit.ports import Entitlements
from hanse.resources.federation.idp_discovery import IDP_DISCOVERY, is_in_domain
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from hanse.resources.system.virtual_host_names import VIRTUAL_HOST_NAMES
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration, replace
from tests.support.entitlements import UnlimitedLicense
from tests.support.randomness import SeededRandomness

DOMAIN, HOST = "federation.example", "login.federation.example"


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    resources: list[Resource[Any]] = [SERVER_SETTINGS, VIRTUAL_HOST_NAMES, IDP_DISCOVERY]
    made = make_configuration(database, resources, clock, randomness, ports={Entitlements: UnlimitedLicense()})
    address = {"federationInfo": {"baseUrl": "https://sso.federation.example:9031"}}
    replace(made, SERVER_SETTINGS, SERVER_SETTINGS.singleton_id, address)
    names = {"virtualHostNames": ["Login.Federation.Example", "other.example"]}
    replace(made, VIRTUAL_HOST_NAMES, VIRTUAL_HOST_NAMES.singleton_id, names)
    return made


def save(configuration: Configuration, **changes: Any) -> None:
    body = {"commonDomain": DOMAIN, "host": HOST, "writeCookie": True, "readCookie": True, **changes}
    replace(configuration, IDP_DISCOVERY, IDP_DISCOVERY.singleton_id, body)


@pytest.mark.parametrize("host", [HOST, "sso.federation.example"])
def test_a_virtual_host_name_or_the_host_of_the_base_url_is_accepted(configuration: Configuration, host: str) -> None:
    save(configuration, host=host, cookieLifetimeDays=30)
    with configuration.reading() as view:
        assert view.singleton(IDP_DISCOVERY).cookie_lifetime_days == 30


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"commonDomain": None}, "commonDomain", "required_field"),
        ({"host": None, "writeCookie": False}, "host", "required_field"),
        ({"commonDomain": "example"}, "commonDomain", "invalid_domain"),
        ({"host": "other.example"}, "host", "invalid_host"),
        ({"host": "unknown.federation.example"}, "host", "unknown_host"),
        ({"cookieLifetimeDays": 366}, "cookieLifetimeDays", "less_than_equal"),
        ({"cookieLifetimeDays": -1}, "cookieLifetimeDays", "greater_than_equal"),
    ],
)
def test_settings_without_effect_are_refused(
    configuration: Configuration, changes: dict[str, Any], path: str, code: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        save(configuration, **changes)
    assert (path, code) in {(each.field_path, each.error_id) for each in refused.value.errors}


def test_nothing_is_required_while_the_cookie_is_not_used(configuration: Configuration) -> None:
    save(configuration, commonDomain=None, host=None, writeCookie=False, readCookie=False)


def test_a_host_belongs_to_a_domain_by_whole_labels() -> None:
    assert is_in_domain("A.example.org", "Example.org")
    assert is_in_domain("example.org", "example.org")
    assert not is_in_domain("badexample.org", "example.org")
    assert not is_in_domain("example.org.evil", "example.org")
