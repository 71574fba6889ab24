"""Rules of incoming proxy settings, and the notice about a header with two meanings."""

import pytest

from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.kit.errors import ValidationFailed
from hanse.resources.security.incoming_proxy import INCOMING_PROXY, shared_header_notices
from tests.support.clock import ManualClock
from tests.support.configurations import make_configuration, replace
from tests.support.randomness import SeededRandomness

SHARED = {
    "clientCertSSLHeaderName": "MyHeader",
    "forwardedHostHeaderName": "myheader",
    "forwardedIpAddressHeaderName": "X-Address",
}


@pytest.fixture
def configuration(database: Database, clock: ManualClock, randomness: SeededRandomness) -> Configuration:
    return make_configuration(database, [INCOMING_PROXY], clock, randomness)


def described(configuration: Configuration) -> list[str]:
    with configuration.reading() as view:
        return [each.description for each in shared_header_notices(view, configuration.ports)]


def test_a_header_for_two_facts_is_saved_and_reported(configuration: Configuration) -> None:
    replace(configuration, INCOMING_PROXY, INCOMING_PROXY.singleton_id, SHARED)
    (text,) = described(configuration)
    assert "The header myheader is configured for several facts" in text
    replace(configuration, INCOMING_PROXY, INCOMING_PROXY.singleton_id, {**SHARED, "forwardedHostHeaderName": "X-Host"})
    assert described(configuration) == []


def test_headers_that_the_server_reads_itself_are_refused(configuration: Configuration) -> None:
    with pytest.raises(ValidationFailed):
        replace(
            configuration, INCOMING_PROXY, INCOMING_PROXY.singleton_id, {"forwardedHostHeaderName": "Authorization"}
        )
