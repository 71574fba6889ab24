from datetime import UTC, datetime, timedelta

import pytest

from hanse.kit.errors import FieldError
from hanse.kit.ports import Entitlements, LicensedFeature
from hanse.ops.license import entitlements as e
from tests.ops.license.licenses import FULL, NOW, PARTNERS, changed

AFTER_GRACE = datetime(2027, 1, 11, tzinfo=UTC)


def error_id(refusal: FieldError | None) -> str | None:
    return None if refusal is None else refusal.error_id


def test_without_a_license_only_administration_works() -> None:
    none: Entitlements = e.LicenseEntitlements(None)
    assert not none.operational(NOW)
    assert not any(none.allows(feature, NOW) for feature in LicensedFeature)
    assert (none.max_connections, none.node_limit) == (0, 1)
    assert error_id(none.connection_refusal(used=0, now=NOW)) == e.NO_LICENSE
    assert none.node_refusal(running=0) is None
    assert none.node_refusal(running=1)


def test_connections_are_allowed_up_to_the_limit() -> None:
    licensed: Entitlements = e.LicenseEntitlements(FULL)
    assert licensed.max_connections == 50
    assert licensed.connection_refusal(used=49, now=NOW) is None
    for used in (50, 51):
        assert error_id(licensed.connection_refusal(used=used, now=NOW)) == e.CONNECTION_LIMIT
    assert e.LicenseEntitlements(changed(max_connections=None)).connection_refusal(used=10**9, now=NOW) is None


def test_nodes_are_allowed_up_to_the_limit() -> None:
    licensed = e.LicenseEntitlements(FULL)
    assert licensed.node_refusal(running=3) is None
    assert error_id(licensed.node_refusal(running=4)) == e.NODE_LIMIT
    assert e.LicenseEntitlements(changed(node_limit=None)).node_refusal(running=10**6) is None


def test_a_license_with_groups_requires_a_group_for_every_connection() -> None:
    later = PARTNERS.model_copy(update={"name": "Later", "start_date": NOW + timedelta(seconds=1)})
    past = PARTNERS.model_copy(update={"name": "Past", "end_date": NOW})
    licensed = e.LicenseEntitlements(changed(license_groups=(PARTNERS, later, past)))

    def refusal(group: str | None, used_in_group: int = 0) -> FieldError | None:
        return licensed.connection_refusal(used=2, now=NOW, group=group, used_in_group=used_in_group)

    assert refusal("Partners", 1) is None
    assert error_id(refusal("Partners", 2)) == e.GROUP_LIMIT
    assert error_id(refusal(None)) == error_id(refusal("")) == e.GROUP_REQUIRED
    assert error_id(refusal("partners")) == e.GROUP_UNKNOWN
    assert error_id(refusal("Later")) == error_id(refusal("Past")) == e.GROUP_NOT_IN_EFFECT
    found = refusal(None)
    assert found is not None
    assert found.field_path == "licenseConnectionGroup"
    assert error_id(licensed.connection_refusal(used=50, now=NOW, group="Partners")) == e.CONNECTION_LIMIT


def test_the_limits_of_groups_are_added_up() -> None:
    licensed = e.LicenseEntitlements(changed(max_connections=None, license_groups=(PARTNERS,)))
    assert licensed.max_connections == 2
    assert error_id(licensed.connection_refusal(used=2, now=NOW, group="Partners")) == e.CONNECTION_LIMIT


def test_a_license_without_groups_ignores_a_group() -> None:
    assert e.LicenseEntitlements(FULL).connection_refusal(used=0, now=NOW, group="Anything") is None


@pytest.mark.parametrize(
    ("field", "feature"),
    [
        ("oauth_enabled", LicensedFeature.OAUTH),
        ("ws_trust_enabled", LicensedFeature.WS_TRUST),
        ("provisioning_enabled", LicensedFeature.PROVISIONING),
    ],
)
def test_each_feature_has_its_own_claim(field: str, feature: LicensedFeature) -> None:
    licensed = e.LicenseEntitlements(changed(**{field: False}))
    assert {each for each in LicensedFeature if not licensed.allows(each, NOW)} == {feature}


def test_after_the_grace_period_service_ends_if_the_license_says_so() -> None:
    licensed = e.LicenseEntitlements(FULL)
    assert licensed.operational(AFTER_GRACE - timedelta(seconds=1))
    assert not licensed.operational(AFTER_GRACE)
    assert not licensed.allows(LicensedFeature.OAUTH, AFTER_GRACE)
    assert error_id(licensed.connection_refusal(used=0, now=AFTER_GRACE)) == e.LICENSE_ENDED
    lenient = e.LicenseEntitlements(changed(enforcement_type="2"))
    assert lenient.operational(AFTER_GRACE)
    assert lenient.allows(LicensedFeature.OAUTH, AFTER_GRACE)
