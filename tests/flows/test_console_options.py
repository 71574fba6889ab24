"""Options of `hanse serve` that affect the console, as the API returns them."""

import re
from pathlib import Path
from typing import Any

import pytest

from hanse.kit.options import OptionsError
from tests.flows.pages import visit
from tests.flows.server import API, UI, flow_server
from tests.flows.test_frame_certificates import generated

ENVIRONMENT = "7bb1b4e9-0f6c-4f77-9f5d-3c1c6e9a4f10"


@pytest.mark.parametrize(
    ("options", "region", "environment"),
    [
        ({}, None, None),
        ({"cloud_console_region": "eu"}, "eu", None),
        (
            {"cloud_console_region": "AU", "cloud_console_environment": ENVIRONMENT.upper()},
            "com.au",
            ENVIRONMENT,
        ),
    ],
    ids=["neither", "region alone", "both"],
)
def test_region_and_environment_are_returned_as_configured(
    database_url: str, tmp_path: Path, options: dict[str, Any], region: str | None, environment: str | None
) -> None:
    with flow_server(database_url, tmp_path, **options) as server:
        settings = server.set_up().get(f"{UI}/uiSettings").json()
    assert settings.get("pingOneAdminUrlRegion") == region
    assert settings.get("pingOneAdminUrlEnvironmentId") == environment


def test_a_migrated_log_configuration_is_reported_until_it_is_merged(database_url: str, tmp_path: Path) -> None:
    with flow_server(database_url, tmp_path) as server:
        admin = server.set_up()
        assert admin.get(f"{UI}/uiSettings").json()["isLog4j2Upgraded"] is False
        migrated = tmp_path / "conf" / "log4j2.xml"
        migrated.parent.mkdir()
        migrated.write_text("<Configuration/>")
        assert admin.get(f"{UI}/uiSettings").json()["isLog4j2Upgraded"] is True
        assert admin.post(f"{API}/internal/logSettings/migratedConfiguration/merged").status_code == 200
        assert admin.get(f"{UI}/uiSettings").json()["isLog4j2Upgraded"] is False


def test_frame_pages_show_times_in_the_configured_time_zone(database_url: str, tmp_path: Path) -> None:
    with flow_server(database_url, tmp_path, timezone="Europe/Berlin") as server:
        admin = server.set_up()
        assert admin.post(f"{API}/keyPairs/signing/generate", generated("zoned")).status_code == 201
        page = visit(admin, "signingKeys/edit/zoned")
    times = [text for text in page.texts if re.search(r" \d\d:\d\d:\d\d [A-Z]+ \d{4}$", text)]
    assert times
    assert all(" CET " in text or " CEST " in text for text in times), times


@pytest.mark.parametrize("shown", [False, True])
def test_the_background_can_be_switched_on(database_url: str, tmp_path: Path, shown: bool) -> None:
    with flow_server(database_url, tmp_path, show_background=shown) as server:
        assert server.set_up().get(f"{UI}/uiSettings").json()["showBackground"] is shown


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"cloud_console_region": "evil.example/"}, "--cloud-console-region: must be one of NA, CA, EU, AP, AU, SG"),
        ({"cloud_console_environment": "../"}, "--cloud-console-environment: must be a UUID"),
    ],
    ids=["region", "environment"],
)
def test_invalid_regions_and_environments_are_refused(
    database_url: str, tmp_path: Path, options: dict[str, Any], problem: str
) -> None:
    with pytest.raises(OptionsError, match=f"^{problem}"), flow_server(database_url, tmp_path, **options):
        pass
