"""Authorization details at the token endpoint and in introspection (RFC 9396, sections 6, 7 and 9)."""

import json
from typing import Any

import httpx
import pytest

from hanse.crypto.jws_verification import read_compact
from hanse.engine.oauth.paths import INTROSPECTION_PATH
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.authentication.grant_mappings import CREDENTIALS_GRANT_MAPPINGS
from hanse.resources.system.authorization_details.processors import PROCESSORS
from hanse.resources.system.authorization_details.types import DETAIL_TYPES
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.oauth.token.deployment import Application, Deployment, context, refused, service
from tests.support.instances import user, validator
from tests.support.mappings import from_source, password_granted
from tests.support.payment_details import PAYMENT, processor

TYPE = {"id": "payment", "type": "payment_initiation", "authorizationDetailProcessorRef": {"id": "payments-0"}}
ALLOWED: dict[str, Any] = {"authorizationDetailTypes": ["payment"]}
SMALLER = {**PAYMENT, "actions": ["status"]}
MORE_EXPENSIVE = {**PAYMENT, "instructedAmount": {"currency": "EUR", "amount": "999"}}
OTHER = {**PAYMENT, "creditorName": "Merchant B"}
GRANTED = json.dumps([PAYMENT, OTHER])


@pytest.fixture
def web(deployment: Deployment) -> Application:
    deployment.add(PROCESSORS, processor())
    deployment.add(DETAIL_TYPES, TYPE)
    return Application(deployment, **ALLOWED)


def code(web: Application) -> str:
    return web.code(context=context(authorization_details=GRANTED))


def details(answer: httpx.Response) -> Any:
    """Return the details of an answer, after checking that its token has the same details."""
    assert answer.status_code == 200, answer.text
    content = answer.json()
    found = content.get("authorization_details")
    assert read_compact(content["access_token"]).claims().get("authorization_details") == found
    return found


def test_the_response_and_the_token_have_the_granted_details(web: Application) -> None:
    assert details(web.redeem(code(web))) == [PAYMENT, OTHER]
    assert details(web.redeem(web.code())) is None


def test_a_code_can_be_redeemed_for_fewer(web: Application) -> None:
    answer = web.redeem(code(web), authorization_details=json.dumps([SMALLER]))
    assert details(answer) == [SMALLER]
    # The grant still has all of them.
    assert details(web.refresh(answer.json()["refresh_token"])) == [PAYMENT, OTHER]


def test_a_refresh_request_can_narrow_and_the_next_one_has_all_again(web: Application) -> None:
    token = web.redeem(code(web)).json()["refresh_token"]
    answer = web.refresh(token, authorization_details=json.dumps([OTHER]))
    assert details(answer) == [OTHER]
    assert details(web.refresh(answer.json()["refresh_token"])) == [PAYMENT, OTHER]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([MORE_EXPENSIVE]),
        json.dumps([PAYMENT, MORE_EXPENSIVE]),
        json.dumps([{**PAYMENT, "actions": ["initiate", "status", "cancel"]}]),
        json.dumps([{**PAYMENT, "type": "unknown"}]),
        json.dumps([{"type": "payment_initiation"}]),
        json.dumps(PAYMENT),
        "no JSON",
        json.dumps([PAYMENT] * 51),
        "[" * 8_193,
    ],
)
def test_a_request_cannot_add_details_to_a_grant(web: Application, text: str) -> None:
    token = web.redeem(code(web)).json()["refresh_token"]
    refused(web.refresh(token, authorization_details=text), 400, "invalid_authorization_details")
    # The refused request did not consume the token.
    assert web.refresh(token).status_code == 200


def test_a_grant_without_details_allows_none(web: Application) -> None:
    text = json.dumps([PAYMENT])
    refused(web.redeem(web.code(), authorization_details=text), 400, "invalid_authorization_details")


def test_a_type_that_the_client_may_not_request_any_more_is_refused(web: Application) -> None:
    token = web.redeem(code(web)).json()["refresh_token"]
    web.save(authorizationDetailTypes=[])
    refused(web.refresh(token, authorization_details=json.dumps([OTHER])), 400, "invalid_authorization_details")


def test_a_client_requests_details_for_itself(web: Application) -> None:
    deployment = web.deployment
    authorization = deployment.add_service("batch", **ALLOWED)
    assert details(deployment.client_credentials(authorization, authorization_details=json.dumps([PAYMENT]))) == [
        PAYMENT
    ]
    deployment.change(OAUTH_CLIENTS, "batch", service("batch"))
    answer = deployment.client_credentials(authorization, authorization_details=json.dumps([PAYMENT]))
    refused(answer, 400, "invalid_authorization_details")


def test_a_password_is_exchanged_for_details_that_the_client_may_request(web: Application) -> None:
    deployment, password = web.deployment, "Schiffer12"
    deployment.add(VALIDATORS, validator(0, user("joe", password)))
    deployment.add(CREDENTIALS_GRANT_MAPPINGS, password_granted("validator-0"))
    mapping: dict[str, Any] = {"context": {"type": "PCV", "contextRef": {"id": "validator-0"}}, "id": "passwords"}
    name = from_source("OAUTH_PERSISTENT_GRANT", "USER_KEY")
    mapping |= {
        "accessTokenManagerRef": {"id": "manager-0"},
        "attributeContractFulfillment": {"sub": name, "mail": name},
    }
    deployment.add(ACCESS_TOKEN_MAPPINGS, mapping)
    grants = ["RESOURCE_OWNER_CREDENTIALS", "REFRESH_TOKEN"]
    web.save(grantTypes=grants)
    form = {"grant_type": "password", "username": "joe", "password": password, "authorization_details": GRANTED}
    refused(deployment.token(form, Authorization=web.authorization), 400, "invalid_authorization_details")
    web.save(grantTypes=grants, **ALLOWED)
    answer = deployment.token(form, Authorization=web.authorization)
    assert details(answer) == [PAYMENT, OTHER]
    refreshed = web.refresh(answer.json()["refresh_token"], authorization_details=json.dumps([SMALLER]))
    assert details(refreshed) == [SMALLER]


def test_introspection_returns_the_details_of_both_tokens(web: Application) -> None:
    tokens = web.redeem(code(web), authorization_details=json.dumps([OTHER])).json()

    def introspected(name: str) -> Any:
        form = {"token": tokens[name]}
        answer = web.deployment.engine.post(INTROSPECTION_PATH, form, Authorization=web.authorization)
        return answer.json()["authorization_details"]

    assert introspected("access_token") == [OTHER]
    assert introspected("refresh_token") == [PAYMENT, OTHER]
