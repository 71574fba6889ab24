"""Second factors of users over the admin API: found, paged, removed and reset."""

from hanse.plugins.contracts.second_factors import FactorKind
from tests.flows.factor_calls import FACTOR, FACTORS, add_factor
from tests.flows.server import Client, FlowServer
from tests.support.log_lines import log_lines


def found(admin: Client, query: str = "") -> list[str]:
    return [each["id"] for each in admin.get(f"{FACTORS}?{query}").json()["items"]]


def test_a_second_factor_is_listed_without_its_secret(server: FlowServer, admin: Client) -> None:
    assert admin.get(FACTORS).json() == {"items": []}
    add_factor(server)
    answer = admin.get(FACTORS)
    assert answer.json()["items"] == [
        {
            "id": FACTOR,
            "adapterId": "totp",
            "userKey": "joe",
            "type": "TOTP",
            "name": "Phone",
            "created": "2026-11-21T08:30:00.000Z",
        }
    ]
    assert "shared-secret" not in answer.text


def test_second_factors_are_found_by_user_in_any_spelling(server: FlowServer, admin: Client) -> None:
    add_factor(server)
    add_factor(server, "factor-2", "amy")
    assert found(admin) == ["factor-2", "factor-1"]
    assert found(admin, "userKey=%20JOE") == ["factor-1"]
    assert found(admin, "userKey=nobody") == []


def test_the_list_is_paged_in_the_order_of_users(server: FlowServer, admin: Client) -> None:
    for number in range(5):
        add_factor(server, f"factor-{number}", f"user {9 - number}")
    first = admin.get(f"{FACTORS}?limit=2").json()
    assert [each["id"] for each in first["items"]] == ["factor-4", "factor-3"]
    last = admin.get(FACTORS, params={"limit": 3, "after": first["nextAfter"]}).json()
    assert [each["id"] for each in last["items"]] == ["factor-2", "factor-1", "factor-0"]
    assert "nextAfter" not in last
    for limit in (0, 201):
        assert admin.get(f"{FACTORS}?limit={limit}").status_code == 422


def test_a_second_factor_is_removed_once_and_the_log_has_who_did_it(server: FlowServer, admin: Client) -> None:
    add_factor(server)
    with log_lines() as lines:
        assert admin.delete(f"{FACTORS}/{FACTOR}").status_code == 204
        assert admin.delete(f"{FACTORS}/{FACTOR}").status_code == 404
    (line,) = [each for each in lines.getvalue().splitlines() if "second factor removed by an administrator" in each]
    assert f"factor='{FACTOR}'" in line
    assert "user='joe'" in line
    assert "by='administrator'" in line.lower()


def test_a_reset_removes_the_second_factors_of_one_user(server: FlowServer, admin: Client) -> None:
    add_factor(server)
    add_factor(server, "factor-2", adapter="passkeys", kind=FactorKind.PASSKEY)
    add_factor(server, "factor-3", "amy")
    one = admin.post(f"{FACTORS}/reset", {"userKey": "Joe", "adapterId": "passkeys"})
    assert (one.status_code, one.json()) == (200, {"removed": 1})
    assert admin.post(f"{FACTORS}/reset", {"userKey": "joe"}).json() == {"removed": 1}
    assert admin.post(f"{FACTORS}/reset", {"userKey": "joe"}).json() == {"removed": 0}
    assert admin.post(f"{FACTORS}/reset", {"userKey": " "}).status_code == 422
    assert found(admin) == ["factor-3"]
