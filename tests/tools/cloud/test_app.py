from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from tests.tools.cloud.serving import RunningCloud, running_cloud

from hanse.kit.clock import SystemClock
from hanse.kit.randomness import SystemRandomness
from tools.cloud.records import Environment, EnvironmentType, new_uuid
from tools.cloud.state import CloudState


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[RunningCloud]:
    with running_cloud(tmp_path / "data") as running:
        yield running


def exchange(cloud: RunningCloud, credential: str, **changes: str) -> httpx.Response:
    environment = cloud.state.gateways()[0].environment_id
    form = {
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
        "subject_token_type": "pingone_gateway_credential",
        "subject_token": credential,
    }
    return httpx.post(f"{cloud.url}/{environment}/as/token", data=form | changes)


def bearer(cloud: RunningCloud) -> dict[str, str]:
    return {"Authorization": f"Bearer {exchange(cloud, cloud.credential).json()['access_token']}"}


def credentials_url(cloud: RunningCloud) -> str:
    gateway = cloud.state.gateways()[0]
    return f"{cloud.url}/v1/environments/{gateway.environment_id}/gateways/{gateway.id}/credentials"


def add_environment(cloud: RunningCloud, name: str, *, visible: bool = True) -> str:
    environment = Environment(new_uuid(SystemRandomness()), name, EnvironmentType.SANDBOX, SystemClock().now())
    cloud.state.add_environment(environment, gateway_id=cloud.gateway_id if visible else None)
    return environment.id


def test_a_credential_verifies_with_the_published_keys_and_carries_the_documented_claims(
    cloud: RunningCloud,
) -> None:
    environment = cloud.state.gateways()[0].environment_id
    keys = KeySet.import_key_set(httpx.get(f"{cloud.url}/{environment}/as/jwks").json())
    assert all("d" not in key.as_dict(private=False) for key in keys.keys)
    claims = jwt.decode(cloud.credential, keys, algorithms=["RS256"]).claims
    assert claims["organizationName"] == "Kontor"
    assert claims["targetGeography"] == "NA"
    assert claims["environmentId"] == environment
    assert claims["jti"] == cloud.credential_id
    assert "exp" not in claims


def test_the_key_set_contains_no_private_member(cloud: RunningCloud) -> None:
    (key,) = httpx.get(f"{cloud.url}/x/as/jwks").json()["keys"]
    assert set(key) <= {"kty", "n", "e", "kid", "alg", "use"}


def test_the_exchange_returns_a_token_for_five_minutes_and_records_the_use(cloud: RunningCloud) -> None:
    answer = exchange(cloud, cloud.credential)
    assert answer.status_code == 200
    assert answer.json()["expires_in"] == 300
    assert answer.headers["cache-control"] == "no-store"
    assert cloud.state.credentials(cloud.gateway_id)[0].last_used_at is not None


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"subject_token_type": "urn:ietf:params:oauth:token-type:jwt"}, "invalid_request"),
        ({"subject_token": "no.such.token"}, "invalid_request"),
        ({"padding": "x" * 70_000}, "invalid_request"),
    ],
)
def test_the_exchange_refuses_invalid_requests(cloud: RunningCloud, changes: dict[str, str], error: str) -> None:
    answer = exchange(cloud, cloud.credential, **changes)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_a_repeated_parameter_is_refused(cloud: RunningCloud) -> None:
    environment = cloud.state.gateways()[0].environment_id
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = httpx.post(f"{cloud.url}/{environment}/as/token", content="a=1&a=2", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


def test_an_access_token_is_not_accepted_as_credential(cloud: RunningCloud) -> None:
    token = exchange(cloud, cloud.credential).json()["access_token"]
    assert exchange(cloud, token).status_code == 400


def test_a_credential_is_not_accepted_as_access_token(cloud: RunningCloud) -> None:
    headers = {"Authorization": f"Bearer {cloud.credential}"}
    answer = httpx.get(f"{cloud.url}/v1/environments", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "INVALID_TOKEN")


def test_an_access_token_expires_after_five_minutes(cloud: RunningCloud) -> None:
    headers = bearer(cloud)
    cloud.clock.offset = timedelta(minutes=4, seconds=50)
    assert httpx.get(f"{cloud.url}/v1/environments", headers=headers).status_code == 200
    cloud.clock.offset = timedelta(minutes=5, seconds=1)
    assert httpx.get(f"{cloud.url}/v1/environments", headers=headers).status_code == 401


def test_environments_are_paged_and_restricted_to_the_roles_of_the_gateway(cloud: RunningCloud) -> None:
    add_environment(cloud, "Lübeck")
    add_environment(cloud, "Visby", visible=False)
    headers = bearer(cloud)
    url: str | None = f"{cloud.url}/v1/environments?limit=1"
    names, pages = [], 0
    while url:
        page = httpx.get(url, headers=headers).json()
        assert page["count"] == 2
        assert page["size"] == 1
        names += [item["name"] for item in page["_embedded"]["environments"]]
        url = page["_links"].get("next", {}).get("href")
        pages += 1
    assert sorted(names) == ["Administrators", "Lübeck"]
    assert pages == 2


def test_a_hidden_environment_looks_like_a_missing_one(cloud: RunningCloud) -> None:
    hidden = add_environment(cloud, "Visby", visible=False)
    for environment in (hidden, new_uuid(SystemRandomness())):
        answer = httpx.get(f"{cloud.url}/v1/environments/{environment}", headers=bearer(cloud))
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize("limit", ["0", "501", "-1", "x", "1e2"])
def test_a_wrong_limit_is_refused(cloud: RunningCloud, limit: str) -> None:
    answer = httpx.get(f"{cloud.url}/v1/environments", params={"limit": limit}, headers=bearer(cloud))
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")


def test_credentials_are_issued_listed_and_revoked(cloud: RunningCloud) -> None:
    headers = bearer(cloud)
    issued = httpx.post(credentials_url(cloud), headers=headers)
    assert issued.status_code == 201
    body = issued.json()
    assert exchange(cloud, body["token"]).status_code == 200

    listed = httpx.get(credentials_url(cloud), headers=headers).json()
    assert {item["id"] for item in listed["_embedded"]["credentials"]} == {cloud.credential_id, body["id"]}
    assert all("token" not in item for item in listed["_embedded"]["credentials"])

    own = body["_links"]["self"]["href"]
    assert httpx.delete(own, headers=headers).status_code == 204
    assert exchange(cloud, body["token"]).status_code == 400
    assert httpx.get(own, headers=headers).status_code == 404
    assert httpx.delete(own, headers=headers).status_code == 404


def test_revoking_a_credential_ends_its_access_tokens_too(cloud: RunningCloud) -> None:
    headers = bearer(cloud)
    assert CloudState(cloud.state._path.parent).revoke(cloud.credential_id)
    assert httpx.get(f"{cloud.url}/v1/environments", headers=headers).status_code == 401


def test_a_sixth_credential_is_refused(cloud: RunningCloud) -> None:
    headers = bearer(cloud)
    statuses = [httpx.post(credentials_url(cloud), headers=headers).status_code for _ in range(5)]
    assert statuses == [201, 201, 201, 201, 400]


def test_concurrent_requests_issue_at_most_five_credentials(cloud: RunningCloud) -> None:
    headers, url = bearer(cloud), credentials_url(cloud)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: httpx.post(url, headers=headers, timeout=30), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [400] * 4


def test_without_a_role_the_gateway_is_not_found(cloud: RunningCloud) -> None:
    headers = bearer(cloud)
    cloud.state.withdraw(cloud.gateway_id, cloud.state.gateways()[0].environment_id)
    assert httpx.post(credentials_url(cloud), headers=headers).status_code == 404
    assert httpx.get(f"{cloud.url}/v1/environments", headers=headers).json()["_embedded"]["environments"] == []
