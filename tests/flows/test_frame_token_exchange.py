"""Frame pages of token exchange: a processor policy has a row for each of its mappings."""

from typing import Any

import pytest

from tests.flows.exchange_calls import GENERATORS, GROUPS, MAPPINGS, POLICIES, PROCESSORS, add_exchange
from tests.flows.mapping_pages import stored
from tests.flows.pages import follow, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.token_exchange import ACCESS_TOKEN, JWT, JWT_PROCESSOR, jwt_processor, processor_policy

POLICY_PAGE, PROCESSOR_PAGE = "tokenExchangeProcessorPolicies", "tokenProcessors"
ROW, ROWS = "processorMappings[0]", "attributeContractFulfillment"
EXTENDED = "attributeContract.extendedAttributes"


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    client = shared_server.client().sign_in()
    add_exchange(client)
    return client


def test_a_processor_is_added_with_its_contract(admin: Client) -> None:
    page = visit(admin, f"{PROCESSOR_PAGE}/add?type={JWT_PROCESSOR}")
    page = send(admin, page, {"_do": f"add:{EXTENDED}"})
    entered = {"name": "Partner", "id": "partner", f"{EXTENDED}[0].name": "email", "_do": ""}
    refused = send(admin, page, entered)
    assert "This field is required." in refused.text
    listed = follow(admin, send(admin, refused, {"configuration.f2": "https://idp.example.com"}))
    assert "Partner was saved." in listed.text
    made = stored(admin, f"{PROCESSORS}/partner")["attributeContract"]
    names = [each["name"] for part in ("coreAttributes", "extendedAttributes") for each in made[part]]
    assert names == ["sub", "email"]


def test_a_policy_is_added_with_two_mappings(admin: Client) -> None:
    page = visit(admin, f"{POLICY_PAGE}/add")
    page = send(admin, page, {"name": "Added", "_do": f"add:{EXTENDED}"})
    page = send(admin, page, {f"{EXTENDED}[0].name": "mail", "_do": "add:processorMappings"})
    # Each mapping has a row for each attribute of the contract.
    assert [page.fields[f"{ROW}.{ROWS}[{number}].name"] for number in (0, 1)] == [["subject"], ["mail"]]
    chosen = {f"{ROW}.subjectTokenType": JWT, f"{ROW}.subjectTokenProcessor": "processor-0"}
    page = send(admin, page, {**chosen, "_do": f"edit:{ROW}.subjectTokenProcessor"})
    source = "SUBJECT_TOKEN|"
    page = send(admin, page, {f"{ROW}.{ROWS}[0].source": source, "_do": f"edit:{ROW}.{ROWS}[0].source"})
    filled = {f"{ROW}.{ROWS}[0].value": "sub", f"{ROW}.{ROWS}[1].source": "NO_MAPPING|"}
    page = send(admin, page, {**filled, "_do": "add:processorMappings"})
    second = "processorMappings[1]"
    filled = {
        f"{second}.subjectTokenType": ACCESS_TOKEN,
        f"{second}.subjectTokenProcessor": "processor-1",
        f"{second}.{ROWS}[0].source": "TEXT|",
        f"{second}.{ROWS}[0].value": "joe",
        f"{second}.{ROWS}[1].source": "NO_MAPPING|",
    }
    assert "Added was saved." in follow(admin, send(admin, page, {**filled, "_do": ""})).text
    [made] = [each for each in stored(admin, POLICIES)["items"] if each["name"] == "Added"]
    first, other = made["processorMappings"]
    assert (first["subjectTokenType"], first["subjectTokenProcessor"]) == (JWT, {"id": "processor-0"})
    assert first[ROWS]["subject"] == {"source": {"type": "SUBJECT_TOKEN"}, "value": "sub"}
    assert other[ROWS]["subject"] == {"source": {"type": "TEXT"}, "value": "joe"}
    assert "actorTokenType" not in other


def test_a_policy_that_is_saved_without_a_change_stays_the_same(admin: Client) -> None:
    before = stored(admin, f"{POLICIES}/exchange-0")
    follow(admin, send(admin, visit(admin, f"{POLICY_PAGE}/edit/exchange-0")))
    assert stored(admin, f"{POLICIES}/exchange-0") == before


def test_the_errors_of_a_mapping_are_shown_at_its_fields(admin: Client) -> None:
    page = visit(admin, f"{POLICY_PAGE}/edit/exchange-1")
    changes = {f"{ROW}.actorTokenType": ACCESS_TOKEN, f"{ROW}.{ROWS}[0].source": "NO_MAPPING|", "_do": ""}
    refused = send(admin, page, changes)
    assert refused.status == 422
    assert "Actor token processor: Choose the processor of the actor token." in refused.text
    assert "Source: This attribute needs a value." in refused.text


def test_an_actor_token_offers_its_attributes(admin: Client) -> None:
    page = visit(admin, f"{POLICY_PAGE}/edit/exchange-1")
    assert "Actor token" not in page.texts
    chosen = {f"{ROW}.actorTokenType": JWT, f"{ROW}.actorTokenProcessor": "processor-1"}
    page = send(admin, page, {**chosen, "_do": f"edit:{ROW}.actorTokenProcessor"})
    assert "Actor token" in page.texts


def test_a_mapping_is_removed(admin: Client) -> None:
    page = visit(admin, f"{POLICY_PAGE}/edit/exchange-1")
    refused = send(admin, send(admin, page, {"_do": f"remove:{ROW}"}), {"_do": ""})
    assert (refused.status, "A policy needs at least one token processor mapping." in refused.text) == (422, True)


def test_an_auditor_reads_a_policy(shared_server: FlowServer, admin: Client) -> None:
    made = admin.post(f"{API}/administrativeAccounts", account("exchange.auditor", auditor=True))
    assert made.status_code in (200, 422)
    seen = visit(shared_server.client().sign_in("exchange.auditor"), f"{POLICY_PAGE}/edit/exchange-0")
    assert (seen.status, seen.is_read_only) == (200, True)


@pytest.mark.parametrize(
    ("changes", "place", "error"),
    [
        ({"subjectTokenType": "no uri"}, "subjectTokenType", "invalid_uri"),
        ({"actorTokenType": JWT}, "actorTokenProcessor", "required_field"),
        ({"actorTokenProcessor": {"id": "processor-1"}}, "actorTokenType", "required_field"),
        ({"subjectTokenProcessor": {"id": "nobody"}}, "subjectTokenProcessor", ""),
    ],
)
def test_a_mapping_that_no_request_could_use_is_refused(
    admin: Client, changes: dict[str, Any], place: str, error: str
) -> None:
    body = processor_policy("refused")
    body["processorMappings"][0] |= changes
    answer = admin.post(f"{API}{POLICIES}", body)
    assert answer.status_code == 422
    [found] = [each for each in answer.json()["validationErrors"] if place in each["fieldPath"]]
    assert error in ("", found["errorId"])


def test_policies_refuse_what_is_ambiguous(admin: Client) -> None:
    twice = processor_policy("twice")
    twice["processorMappings"] *= 2
    unused = processor_policy("unused", actorTokenRequired=True)
    none: dict[str, Any] = processor_policy("none") | {"processorMappings": []}
    places = []
    for body in (twice, unused, none):
        answer = admin.post(f"{API}{POLICIES}", body)
        assert answer.status_code == 422
        places += [each["fieldPath"] for each in answer.json()["validationErrors"]]
    assert places == [
        "processorMappings[1].subjectTokenType",
        "processorMappings[0].actorTokenType",
        "processorMappings",
    ]


def test_groups_refuse_what_is_ambiguous(admin: Client) -> None:
    mapping = {"requestedTokenType": JWT, "tokenGenerator": {"id": "generator-0"}, "defaultMapping": True}
    uri = "https://one.example.com"
    wrong: list[dict[str, Any]] = [
        {"generatorMappings": [mapping, {**mapping, "requestedTokenType": "urn:x:y"}]},
        {"generatorMappings": [mapping, {**mapping, "defaultMapping": False}]},
        {"generatorMappings": [{**mapping, "requestedTokenType": ACCESS_TOKEN}]},
        {"generatorMappings": []},
        {"generatorMappings": [mapping], "resourceUris": [uri, uri]},
        {"generatorMappings": [mapping], "resourceUris": ["one"]},
    ]
    for body in wrong:
        assert admin.post(f"{API}{GROUPS}", {"id": "wrong", "name": "Wrong", **body}).status_code == 422
    first = {"id": "first", "name": "First", "generatorMappings": [mapping], "resourceUris": [uri]}
    assert admin.post(f"{API}{GROUPS}", first).status_code == 201
    answer = admin.post(f"{API}{GROUPS}", {**first, "id": "second", "name": "Second"})
    assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == ["resourceUris[0]"]
    assert admin.delete(f"{API}{GROUPS}/first").status_code == 204


@pytest.mark.parametrize(
    "settings",
    [
        {"JWKS Endpoint URI": "http://idp.example.com/jwks"},
        {"JWKS Endpoint URI": "idp.example.com"},
        {"JWKS": '{"keys": []}'},
        {"JWKS": '{"keys": [{"kty": "RSA", "n": "AQAB", "e": "AQAB"}]}'},
        {"Issuer": ""},
        {"Allowed Algorithms": "none"},
        {"Allowed Algorithms": "HS256 RS256"},
        {"Expiry Tolerance": "3601"},
        {"Preserve JWT Claim Types": "true"},
    ],
)
def test_unsafe_settings_of_a_jwt_processor_are_refused(admin: Client, settings: dict[str, str]) -> None:
    assert admin.post(f"{API}{PROCESSORS}", jwt_processor("refused", **settings)).status_code == 422


def test_what_is_used_cannot_be_deleted(admin: Client) -> None:
    users = {
        f"{PROCESSORS}/processor-0": [("exchange-0", "processorMappings[0].subjectTokenProcessor")],
        f"{POLICIES}/exchange-0": [("exchange-0|generator-0", "sourceId")],
        f"{GENERATORS}/generator-0": [
            ("group-0", "generatorMappings[0].tokenGenerator"),
            ("exchange-0|generator-0", "targetId"),
        ],
    }
    for path, expected in users.items():
        found = admin.get(f"{API}/internal/usedBy{path}").json()["items"]
        assert set(expected) <= {(each["id"], each["path"]) for each in found}
        assert admin.delete(f"{API}{path}").status_code == 422
        assert admin.get(f"{API}{path}").status_code == 200


def test_a_processor_attribute_that_a_policy_uses_stays(admin: Client) -> None:
    admin.post(f"{API}{PROCESSORS}", jwt_processor("mailing", "mail"))
    body = processor_policy("mailing")
    body["processorMappings"][0] |= {
        "subjectTokenProcessor": {"id": "processor-mailing"},
        ROWS: {"subject": {"source": {"type": "SUBJECT_TOKEN"}, "value": "mail"}},
    }
    assert admin.post(f"{API}{POLICIES}", body).status_code == 201
    assert admin.put(f"{API}{PROCESSORS}/processor-mailing", jwt_processor("mailing")).status_code == 422


def test_a_mapping_has_the_id_that_clients_of_the_api_expect(admin: Client) -> None:
    assert stored(admin, f"{MAPPINGS}/exchange-0|generator-0")["sourceId"] == "exchange-0"
