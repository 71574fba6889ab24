import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from joserfc import jws as joserfc_jws
from joserfc.jwk import OctKey

from hanse.crypto.ed25519 import key_id, public_pem
from hanse.kit.errors import ValidationFailed
from hanse.ops.license import verification as v
from hanse.ops.license.claims import LICENSE_TYPE, MAX_LICENSE_BYTES, Enforcement, License, Tier
from hanse.ops.license.issuing import issue_license
from hanse.ops.license.trust import TrustAnchors, trust_anchors
from hanse.ops.license.views import to_claims
from tests.ops.license.licenses import ANCHORS, FULL, KEY, NOW, PARTNERS, STRANGER, changed, signed_claims

FILE = issue_license(FULL, KEY)
TOKEN = FILE.strip()


def verify(data: bytes, *, anchors: TrustAnchors = ANCHORS, version: str = "1.0.0", now: datetime = NOW) -> License:
    return v.verify_license(data, trust_anchors=anchors, product="Hanse", version=version, now=now)


def causes(data: bytes, **options: Any) -> list[str]:
    with pytest.raises(ValidationFailed) as caught:
        verify(data, **options)
    assert all(error.field_path == "fileData" and error.message for error in caught.value.errors)
    return [error.error_id for error in caught.value.errors]


def claims(**changes: Any) -> str:
    return json.dumps({name: value for name, value in (to_claims(FULL) | changes).items() if value is not None})


moments = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - Hypothesis takes its bounds without a zone.
names = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=40)
licenses = st.builds(
    lambda start, term, **rest: changed(issue_date=start, expiration_date=start + term if term else None, **rest),
    start=moments,
    term=st.none() | st.timedeltas(timedelta(milliseconds=1), timedelta(days=9_000)),
    name=names,
    organization=names,
    tier=st.sampled_from(Tier),
    enforcement_type=st.sampled_from("01234567"),
    grace_period=st.integers(0, 3_650),
    max_connections=st.none() | st.integers(1, 2**31 - 1),
    node_limit=st.none() | st.integers(1, 2**31 - 1),
    oauth_enabled=st.booleans(),
    bridge_mode=st.booleans(),
    license_groups=st.just(()) | st.just((PARTNERS,)),
)


@given(licenses)
def test_an_issued_license_can_be_read(license_: License) -> None:
    assert v.read_license(issue_license(license_, KEY), trust_anchors=ANCHORS) == license_
    assert v.read_unverified(issue_license(license_, KEY)) == license_


def test_a_license_in_effect_is_accepted() -> None:
    assert verify(FILE) == FULL


def test_line_breaks_and_a_byte_order_mark_around_the_text_are_ignored() -> None:
    assert verify(b"\xef\xbb\xbf\r\n" + TOKEN + b"\r\n\r\n") == FULL


def test_another_library_can_read_it() -> None:
    token = joserfc_jws.deserialize_compact(TOKEN, KEY, algorithms=["Ed25519"])
    assert token.headers() == {"alg": "Ed25519", "kid": key_id(KEY), "typ": LICENSE_TYPE}
    assert json.loads(token.payload or b"")["organization"] == "Example Ltd"


@given(st.integers(0, len(TOKEN) - 1), st.integers(1, 255))
def test_any_changed_byte_is_refused(position: int, difference: int) -> None:
    data = bytearray(TOKEN)
    data[position] ^= difference
    # White space at the ends is removed, so a byte changed to white space there truncates the text.
    assert causes(bytes(data))


@given(st.integers(0, len(TOKEN) - 1))
def test_a_truncated_file_is_damaged(length: int) -> None:
    assert causes(TOKEN[:length]) == [v.DAMAGED]


@given(st.binary(max_size=2_000))
def test_arbitrary_bytes_are_refused(data: bytes) -> None:
    assert causes(data)


@given(st.text(max_size=500))
def test_arbitrary_signed_claims_are_refused(text: str) -> None:
    assert causes(signed_claims(text)) == [v.BAD_CLAIMS]


def test_the_limit_is_51_200_bytes() -> None:
    assert verify(TOKEN + b"\n" * (MAX_LICENSE_BYTES - len(TOKEN))) == FULL
    assert causes(TOKEN + b"\n" * (MAX_LICENSE_BYTES - len(TOKEN) + 1)) == [v.TOO_LARGE]
    with pytest.raises(ValidationFailed) as caught:
        verify(b"x" * 60_000)
    assert caught.value.errors[0].message == (
        "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again."
    )


def test_an_unknown_key_differs_from_a_forged_signature() -> None:
    assert causes(issue_license(FULL, STRANGER)) == [v.UNKNOWN_SIGNER]
    head, _, signature = TOKEN.rpartition(b".")
    forged = issue_license(FULL, STRANGER).strip().rpartition(b".")[2]
    assert causes(head + b"." + forged) == [v.BAD_SIGNATURE]
    payload = base64.urlsafe_b64encode(claims(maxConnections=5_000).encode()).rstrip(b"=")
    assert causes(head.split(b".")[0] + b"." + payload + b"." + signature) == [v.BAD_SIGNATURE]


def test_trust_follows_the_anchors() -> None:
    other = issue_license(FULL, STRANGER)
    both = trust_anchors([KEY, STRANGER])
    assert verify(FILE, anchors=both) == verify(other, anchors=both) == FULL
    assert verify(other, anchors=trust_anchors([STRANGER])) == FULL
    assert causes(FILE, anchors=trust_anchors([STRANGER])) == [v.UNKNOWN_SIGNER]
    assert causes(FILE, anchors={}) == [v.UNKNOWN_SIGNER]
    # A key under the ID of another key is not used in its place.
    assert causes(FILE, anchors={key_id(KEY): STRANGER}) == [v.BAD_SIGNATURE]


@pytest.mark.parametrize("alg", ["none", "HS256"])
def test_algorithms_cannot_be_confused(alg: str) -> None:
    header = {"alg": alg, "kid": key_id(KEY), "typ": LICENSE_TYPE}
    if alg == "none":
        part = base64.urlsafe_b64encode(json.dumps(header).encode()).rstrip(b"=")
        data = part + b"." + TOKEN.split(b".")[1] + b"."
    else:
        secret = OctKey.import_key(base64.b64encode(public_pem(KEY)))
        data = joserfc_jws.serialize_compact(header, claims(), secret).encode()
    assert causes(data) == [v.UNSUPPORTED_ALGORITHM]


def test_the_license_of_another_product_is_reported_even_with_unknown_claims() -> None:
    assert causes(signed_claims(claims(product="Zollverein", harbours=7))) == [v.WRONG_PRODUCT]


@pytest.mark.parametrize(
    ("licensed", "enforcement", "running", "fits"),
    [
        ("1", "0", "1.4.2", True),
        ("1.0", "3", "1.4.2", True),
        ("1.4", "4", "1.4.2", True),
        ("1.4.9", "7", "1.4.2", True),
        ("1.0", "4", "1.4.2", False),
        ("2.0", "0", "1.4.2", False),
        ("1", "0", "10.0.0", False),
    ],
)
def test_the_major_version_must_match_and_the_minor_one_if_it_is_enforced(
    licensed: str, enforcement: str, running: str, fits: bool
) -> None:
    data = issue_license(changed(version=licensed, enforcement_type=enforcement), KEY)
    if fits:
        assert verify(data, version=running).version == licensed
    else:
        assert causes(data, version=running) == [v.WRONG_VERSION]


def test_the_license_of_a_later_version_is_reported_even_with_unknown_claims() -> None:
    assert causes(signed_claims(claims(version="2.0", quantumNodes=1))) == [v.WRONG_VERSION]
    assert causes(signed_claims(claims(quantumNodes=1))) == [v.BAD_CLAIMS]


def test_the_period_of_validity() -> None:
    start, end = FULL.issue_date, FULL.expiration_date
    assert end is not None
    tick = timedelta(milliseconds=1)
    assert causes(FILE, now=start - v.CLOCK_TOLERANCE - tick) == [v.NOT_YET_IN_EFFECT]
    assert verify(FILE, now=start - v.CLOCK_TOLERANCE) == FULL
    assert verify(FILE, now=end - tick) == FULL
    # The grace period applies to an installed license; an expired one cannot be imported.
    assert causes(FILE, now=end) == [v.EXPIRED]
    assert v.read_license(FILE, trust_anchors=ANCHORS) == FULL
    assert verify(issue_license(changed(expiration_date=None), KEY), now=end + timedelta(days=99_999))


def test_every_finding_is_reported_at_once() -> None:
    data = issue_license(changed(version="1.7", enforcement_type="4"), KEY)
    assert causes(data, now=datetime(2030, 1, 1, tzinfo=UTC)) == [v.WRONG_VERSION, v.EXPIRED]


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"surprise": 1}, "surprise"),
        ({"oauthEnabled": None, "oauth_enabled": True}, "oauthEnabled"),
        ({"oauthEnabled": "true"}, "oauthEnabled"),
        ({"organization": None}, "organization"),
        ({"organization": ""}, "organization"),
        ({"organization": "x" * 256}, "organization"),
        ({"organization": "Exa\u202emple"}, "organization"),
        ({"organization": "Example\n"}, "organization"),
        ({"maxConnections": 0}, "maxConnections"),
        ({"maxConnections": 2**31}, "maxConnections"),
        ({"maxConnections": "50"}, "maxConnections"),
        ({"nodeLimit": -1}, "nodeLimit"),
        ({"gracePeriod": -1}, "gracePeriod"),
        ({"enforcementType": "8"}, "enforcementType"),
        ({"enforcementType": 3}, "enforcementType"),
        ({"tier": "GOLD"}, "tier"),
        ({"issueDate": 1_700_000_000}, "issueDate"),
        ({"issueDate": "2026-01-01T00:00:00"}, "issueDate"),
        ({"issueDate": "0001-01-01T00:00:00+14:00"}, "issueDate"),
        ({"expirationDate": "9999-12-31T23:59:59-14:00"}, "expirationDate"),
        ({"expirationDate": "2025-01-01T00:00:00Z"}, "expirationDate must be later"),
        ({"version": "1", "enforcementType": "4"}, "minor part"),
        ({"version": "one"}, "version"),
        ({"product": 7}, "product"),
        ({"id": "../../etc"}, "id"),
        ({"usedConnections": 3}, "usedConnections"),
        ({"features": [{"name": "issuedby", "value": "IT"}] * 2}, "two features"),
        ({"features": [{"name": str(n), "value": "x"} for n in range(101)]}, "features"),
        ({"licenseGroups": [{"name": "A", "connectionCount": 1, "startDate": "x"}]}, "licenseGroups.0.startDate"),
        (
            {
                "licenseGroups": [
                    {
                        "name": "A",
                        "connectionCount": 1,
                        "startDate": "2026-01-01T00:00:00Z",
                        "endDate": "2026-01-01T00:00:00Z",
                    }
                ]
            },
            "endDate must be later",
        ),
    ],
)
def test_invalid_claims_are_refused_and_named(change: dict[str, Any], claim: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        verify(signed_claims(claims(**change)))
    assert {error.error_id for error in caught.value.errors} == {v.BAD_CLAIMS}
    assert claim in caught.value.errors[0].message
    assert "Value error" not in caught.value.errors[0].message


def test_file_data_is_base64() -> None:
    assert v.decode_file_data(base64.b64encode(FILE).decode()) == FILE
    assert v.decode_file_data(base64.encodebytes(FILE).decode()) == FILE
    for damaged in ("*", "abc", "é", base64.b64encode(FILE).decode()[:-1] + "!"):
        with pytest.raises(ValidationFailed) as caught:
            v.decode_file_data(damaged)
        assert caught.value.errors[0].error_id == v.DAMAGED
    with pytest.raises(ValidationFailed) as caught:
        v.decode_file_data("A" * 200_000)
    assert caught.value.errors[0].error_id == v.TOO_LARGE


def test_a_license_that_servers_would_refuse_is_not_issued() -> None:
    groups = tuple(PARTNERS.model_copy(update={"name": f"{n:03}" + "船" * 250}) for n in range(100))
    with pytest.raises(ValueError, match="51200"):
        issue_license(changed(license_groups=groups), KEY)


def test_the_enforcement_digits() -> None:
    assert [Enforcement(n).digit for n in range(8)] == list("01234567")
    assert changed(enforcement_type="5").enforcement == Enforcement.SHUT_DOWN_ON_EXPIRY | Enforcement.SAME_MINOR_VERSION
