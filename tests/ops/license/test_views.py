from datetime import UTC, datetime, timedelta

from hanse.ops.license.agreement import agreement_digest, agreement_text, to_agreement_info
from hanse.ops.license.claims import GroupStatus
from hanse.ops.license.comparison import import_warnings
from hanse.ops.license.views import to_lines, to_view, to_warning_items
from tests.ops.license.licenses import FULL, NOW, PARTNERS, changed


def test_the_view_has_the_contracts_names_and_types() -> None:
    assert to_view(changed(license_groups=(PARTNERS,)), 7) == {
        "id": "L-1",
        "name": "Ada Lovelace",
        "organization": "Example Ltd",
        "product": "Hanse",
        "version": "1.0",
        "tier": "SUBSCRIPTION",
        "enforcementType": "3",
        "issueDate": "2026-01-01T00:00:00.000Z",
        "expirationDate": "2027-01-01T00:00:00.000Z",
        "gracePeriod": 10,
        "maxConnections": 50,
        "usedConnections": 7,
        "nodeLimit": 4,
        "oauthEnabled": True,
        "wsTrustEnabled": True,
        "provisioningEnabled": True,
        "bridgeMode": False,
        "features": [{"name": "issuedby", "value": "IT"}, {"name": "deploymentmethod", "value": "On premises"}],
        "licenseGroups": [
            {
                "name": "Partners",
                "connectionCount": 2,
                "startDate": "2026-01-01T00:00:00.000Z",
                "endDate": "2027-01-01T00:00:00.000Z",
            }
        ],
    }


def test_unlimited_values_are_absent() -> None:
    view = to_view(changed(expiration_date=None, max_connections=None, node_limit=None), 0)
    assert not {"expirationDate", "maxConnections", "nodeLimit"} & view.keys()


def test_groups_have_the_three_statuses() -> None:
    assert PARTNERS.end_date is not None
    tick = timedelta(milliseconds=1)
    assert PARTNERS.status(PARTNERS.start_date - tick) is GroupStatus.NOT_YET_IN_EFFECT
    assert PARTNERS.status(PARTNERS.start_date) is GroupStatus.OK
    assert PARTNERS.status(PARTNERS.end_date - tick) is GroupStatus.OK
    assert PARTNERS.status(PARTNERS.end_date) is GroupStatus.EXPIRED
    assert PARTNERS.model_copy(update={"end_date": None}).status(datetime(3000, 1, 1, tzinfo=UTC)) is GroupStatus.OK
    assert [str(status) for status in GroupStatus] == ["Not Yet In Effect", "Expired", "OK"]


def test_groups_are_shown_with_the_consoles_labels() -> None:
    lines = dict(to_lines(changed(node_limit=None, license_groups=(PARTNERS,)), NOW))
    assert lines["Issued By"] == "IT"
    assert lines["Deployment Method"] == "On premises"
    assert lines["Node Limit"] == "unlimited"
    assert lines["Expiration Date"] == "01 Jan 2027, 00:00 UTC"
    assert lines["Connection Group"].endswith("OK")


def test_warnings_are_plain_json() -> None:
    assert to_warning_items(import_warnings(FULL, changed(oauth_enabled=False))) == [
        {"code": "OAUTH_DISABLED", "message": "The new license disables OAuth."}
    ]


def test_an_acceptance_applies_to_one_wording() -> None:
    assert "Apache License, Version 2.0" in agreement_text()
    assert to_agreement_info(None)["accepted"] is False
    assert to_agreement_info("0" * 64)["accepted"] is False
    assert to_agreement_info(agreement_digest()) == {
        "licenseAgreementUrl": "/pf-admin-api/license-agreement",
        "accepted": True,
    }
