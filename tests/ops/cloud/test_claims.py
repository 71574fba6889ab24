import base64
import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.ops.cloud import CredentialClaims, MalformedCredential, decode_credential
from hanse.ops.cloud.claims import MAX_CREDENTIAL_LENGTH

ID = "34452f85-f783-4f3e-9222-aa5914d07198"
CLAIMS = {
    "jti": ID,
    "gatewayId": ID,
    "environmentId": ID,
    "organizationName": "Kontor zu Bergen",
    "targetGeography": "EU",
    "iat": 1_795_252_328,
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def segment(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


def credential(claims: Any, header: Any = None) -> str:
    return f"{segment(header or {'alg': 'RS256'})}.{segment(claims)}.c2ln"


def test_the_documented_claims_are_read() -> None:
    claims = decode_credential(credential(CLAIMS | {"aud": "https://api.example", "unknown": [1]}))
    assert str(claims.credential_id) == ID
    assert claims.organization_name == "Kontor zu Bergen"
    assert claims.region == "EU"
    assert claims.creation_date == datetime(2026, 11, 21, 9, 12, 8, tzinfo=UTC)


def test_the_region_claim_has_two_accepted_names() -> None:
    claims = CLAIMS | {"region": "NA"}
    assert decode_credential(credential(claims)).region == "EU"
    del claims["targetGeography"]
    assert decode_credential(credential(claims)).region == "NA"


@pytest.mark.parametrize("claim", sorted(CLAIMS))
def test_every_claim_is_required(claim: str) -> None:
    claims = {name: value for name, value in CLAIMS.items() if name != claim}
    with pytest.raises(MalformedCredential, match=claim):
        decode_credential(credential(claims))


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("jti", "../../etc"),
        ("environmentId", 7),
        ("organizationName", ""),
        ("organizationName", "   "),
        ("organizationName", "a\nb"),
        ("organizationName", "a\u2028b"),
        ("organizationName", "\ud800"),
        ("organizationName", "a" * 257),
        ("organizationName", ["Kontor"]),
        ("targetGeography", None),
        ("iat", "1795252328"),
        ("iat", 1.5),
        ("iat", True),
        ("iat", -1),
        ("iat", 10**12),
    ],
)
def test_ill_typed_claims_are_refused(claim: str, value: object) -> None:
    with pytest.raises(MalformedCredential, match=claim):
        decode_credential(credential(CLAIMS | {claim: value}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "a.b",
        credential(CLAIMS).rpartition(".")[0] + ".",
        credential(CLAIMS) + ".more",
        credential(CLAIMS).replace(".", ".="),
        credential(CLAIMS)[:20] + " " + credential(CLAIMS)[20:],
        credential(CLAIMS)[:20] + "é" + credential(CLAIMS)[20:],
        credential([CLAIMS]),
        credential(CLAIMS, header={"typ": "JWT"}),
        credential(CLAIMS, header='"RS256"'),
        credential(json.dumps(CLAIMS)[:-1] + ', "organizationName": "Other"}'),
        credential(json.dumps(CLAIMS)[:-1] + ', "x": NaN}'),
        credential(json.dumps(CLAIMS)[:-1] + ', "x": ' + "9" * 5000 + "}"),
        credential('{"a":' * 1500 + "1" + "}" * 1500),
        credential("[" * 11_000),
        credential("\ud800"),
        "a" * (MAX_CREDENTIAL_LENGTH + 1),
    ],
)
def test_malformed_compact_jwts_are_refused(text: str) -> None:
    with pytest.raises(MalformedCredential):
        decode_credential(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(MalformedCredential):
        decode_credential(text)


@given(header=json_values, claims=json_values)
def test_any_json_is_read_or_refused(header: Any, claims: Any) -> None:
    with pytest.raises(MalformedCredential):
        decode_credential(f"{segment(header)}.{segment(claims)}.c2ln")


@given(changes=st.dictionaries(st.sampled_from(sorted(CLAIMS)), json_values))
def test_any_value_of_a_claim_is_read_or_refused(changes: dict[str, Any]) -> None:
    with suppress(MalformedCredential):
        claims = decode_credential(credential(CLAIMS | changes))
        assert isinstance(claims, CredentialClaims)
        assert claims.creation_date.tzinfo is UTC
        assert claims.organization_name.strip()


@given(
    ids=st.tuples(st.uuids(), st.uuids(), st.uuids()),
    name=st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=256),
    moment=st.integers(0, 253_402_300_799),
    padding=st.text(" \n\t", max_size=5),
)
def test_a_written_credential_can_be_read(ids: tuple[object, ...], name: str, moment: int, padding: str) -> None:
    claims = dict(zip(("jti", "gatewayId", "environmentId"), map(str, ids), strict=True))
    text = credential(claims | {"organizationName": name, "targetGeography": "NA", "iat": moment})
    read = decode_credential(padding + text + padding)
    assert (read.credential_id, read.gateway_id, read.environment_id) == ids
    assert read.organization_name == name
    assert int(read.creation_date.timestamp()) == moment
