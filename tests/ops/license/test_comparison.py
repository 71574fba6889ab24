from datetime import UTC, datetime
from typing import Any

import pytest

from hanse.ops.license.comparison import LicenseWarningCode as Code
from hanse.ops.license.comparison import import_warnings
from tests.ops.license.licenses import FULL, PARTNERS, changed


def codes(current: dict[str, Any], new: dict[str, Any]) -> list[Code]:
    return [warning.code for warning in import_warnings(changed(**current), changed(**new))]


@pytest.mark.parametrize(
    ("current", "new", "expected"),
    [
        ({}, {}, []),
        ({}, {"oauth_enabled": False}, [Code.OAUTH_DISABLED]),
        ({"oauth_enabled": False}, {}, []),
        ({"oauth_enabled": False}, {"oauth_enabled": False}, []),
        ({}, {"ws_trust_enabled": False}, [Code.WS_TRUST_DISABLED]),
        ({}, {"provisioning_enabled": False}, [Code.PROVISIONING_DISABLED]),
        ({}, {"expiration_date": datetime(2026, 12, 31, tzinfo=UTC)}, [Code.EXPIRES_EARLIER]),
        ({}, {"expiration_date": datetime(2028, 1, 1, tzinfo=UTC)}, []),
        ({"expiration_date": None}, {}, [Code.EXPIRES_EARLIER]),
        ({}, {"expiration_date": None}, []),
        ({}, {"max_connections": 49}, [Code.CONNECTION_LIMIT_LOWERED]),
        ({}, {"max_connections": 51}, []),
        ({"max_connections": None}, {}, [Code.CONNECTION_LIMIT_LOWERED]),
        ({}, {"max_connections": None}, []),
        ({}, {"node_limit": 3}, [Code.NODE_LIMIT_LOWERED]),
        ({"node_limit": None}, {}, [Code.NODE_LIMIT_LOWERED]),
        ({}, {"node_limit": None}, []),
        ({}, {"license_groups": (PARTNERS,)}, [Code.CONNECTIONS_BY_GROUP]),
        ({"license_groups": (PARTNERS,)}, {"license_groups": (PARTNERS,)}, []),
        ({"license_groups": (PARTNERS,)}, {}, []),
        # The groups allow two connections in total; before, fifty were allowed.
        (
            {},
            {"max_connections": None, "license_groups": (PARTNERS,)},
            [Code.CONNECTION_LIMIT_LOWERED, Code.CONNECTIONS_BY_GROUP],
        ),
    ],
)
def test_only_reduced_rights_cause_a_warning(
    current: dict[str, Any], new: dict[str, Any], expected: list[Code]
) -> None:
    assert codes(current, new) == expected


def test_all_warnings_have_the_order_of_the_specification() -> None:
    worse = changed(
        oauth_enabled=False,
        ws_trust_enabled=False,
        provisioning_enabled=False,
        expiration_date=datetime(2026, 6, 1, tzinfo=UTC),
        max_connections=1,
        node_limit=1,
        license_groups=(PARTNERS,),
    )
    warnings = import_warnings(FULL, worse)
    assert [warning.code for warning in warnings] == list(Code)
    assert warnings[3].message == (
        "The new license expires on 01 Jun 2026, 00:00 UTC; the current license expires on 01 Jan 2027, 00:00 UTC."
    )
    assert warnings[4].message == "The new license lowers the connection limit from 50 to 1."


def test_a_first_license_causes_no_warning() -> None:
    assert import_warnings(None, changed(oauth_enabled=False, max_connections=1)) == []
