import json
from uuid import uuid4

import pytest

from hanse.kit.ports import CredentialStatus
from hanse.ops.cloud import (
    UnexpectedAnswer,
    UnknownRegion,
)
from tests.ops.cloud.clients import STRANGER, TOKEN, client_of, forged
from tests.ops.cloud.raw_server import answering, http_answer


def test_a_host_that_only_the_credential_names_is_never_called() -> None:
    refusal = http_answer(b'{"error":"invalid_request"}', status="400 Bad Request")
    with answering() as hostile, answering(refusal) as service:
        credential = forged(
            aud=hostile.url,
            iss=hostile.url,
            authUrl=hostile.url,
            consoleUrl=hostile.url,
            apiUrl=hostile.url,
            region=hostile.url,
        )
        assert client_of(service.url).check_credential(credential).status is CredentialStatus.INVALID
        assert [request.split()[1].rpartition(b"/")[2] for request in service.requests] == [b"token", b"jwks"]
        assert hostile.requests == []


def test_a_credential_cannot_choose_another_path() -> None:
    with answering() as service:
        credential = forged(environmentId="../v1/environments?x=")
        assert client_of(service.url).check_credential(credential).status is CredentialStatus.INVALID
        assert service.requests == []


def test_a_region_given_as_an_address_is_unknown() -> None:
    with answering() as hostile, answering() as service:
        with pytest.raises(UnknownRegion):
            client_of(service.url).verify(forged(targetGeography=hostile.url))
        assert hostile.requests == []


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_a_redirect_is_not_followed(status: str) -> None:
    with answering() as hostile:
        redirect = http_answer(b"", f"Location: {hostile.url}/", status=status)
        with answering(redirect) as service:
            with pytest.raises(UnexpectedAnswer, match="redirect"):
                client_of(service.url).verify(STRANGER)
            assert client_of(service.url).check_credential(STRANGER).status is CredentialStatus.UNKNOWN
        assert hostile.requests == []


def test_only_the_query_of_a_next_link_is_used() -> None:
    first = {"id": str(uuid4()), "name": "b"}
    second = {"id": str(uuid4()), "name": "a"}
    with answering() as hostile:
        page = {
            "_embedded": {"environments": [first]},
            "_links": {"next": {"href": f"{hostile.url}/x?cursor=2"}},
        }
        last = {"_embedded": {"environments": [second]}}
        answers = [TOKEN, *(http_answer(json.dumps(body).encode()) for body in (page, last))]
        with answering(*answers) as service:
            found = client_of(service.url).environments(STRANGER)
            assert [each.name for each in found] == ["a", "b"]
            assert service.requests[2].startswith(b"GET /v1/environments?cursor=2 HTTP/1.1\r\n")
        assert hostile.requests == []


def test_an_endless_list_is_stopped() -> None:
    page = {"_embedded": {"environments": []}, "_links": {"next": {"href": "?cursor=1"}}}
    with (
        answering(TOKEN, http_answer(json.dumps(page).encode())) as service,
        pytest.raises(UnexpectedAnswer, match="is too long"),
    ):
        client_of(service.url).environments(STRANGER)
