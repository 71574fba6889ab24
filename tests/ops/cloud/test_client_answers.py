import pytest

from hanse.kit.ports import CredentialStatus
from hanse.ops.cloud import (
    CredentialRefused,
    UnexpectedAnswer,
)
from hanse.ops.cloud.http import MAX_ANSWER_BYTES
from tests.ops.cloud.clients import STRANGER, TOKEN, client_of
from tests.ops.cloud.raw_server import answering, http_answer

UNEXPECTED: dict[str, bytes] = {
    "compressed": http_answer(b"x", "Content-Encoding: gzip"),
    "not HTTP": b"220 mail.example ESMTP\r\n",
    "a page": http_answer(b"<html>", kind="text/html"),
    "no body": http_answer(b""),
    "another form": http_answer(b'{"token":"abc"}'),
    "a token that would split a header": http_answer(b'{"access_token":"abc\\r\\nHost: x"}'),
    "a failure": http_answer(b'{"code":"UNEXPECTED_ERROR"}', status="500 Internal Server Error"),
    "too busy": http_answer(b'{"code":"REQUEST_LIMITED"}', status="429 Too Many Requests"),
    "another server's 404": http_answer(b"<html>", status="404 Not Found", kind="text/html"),
    "a complaint about the request": http_answer(b'{"error":"unsupported_grant_type"}', status="400 Bad Request"),
    "a 400 that is a list": http_answer(b"[]", status="400 Bad Request"),
}


@pytest.mark.parametrize("answer", UNEXPECTED.values(), ids=UNEXPECTED.keys())
def test_an_unexpected_answer_is_reported(answer: bytes) -> None:
    with answering(answer) as service:
        with pytest.raises(UnexpectedAnswer):
            client_of(service.url).verify(STRANGER)
        assert client_of(service.url).check_credential(STRANGER).status is CredentialStatus.UNKNOWN


GRANT = b'{"access_token":"abc"}'


UNDECLARED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"


@pytest.mark.parametrize("head", [http_answer(b"").replace(b"Length: 0", b"Length: 9999999"), UNDECLARED])
def test_an_answer_is_read_up_to_its_limit_and_no_further(head: bytes) -> None:
    with answering(UNDECLARED + GRANT.ljust(MAX_ANSWER_BYTES)) as service:
        client_of(service.url).verify(STRANGER)
    with (
        answering(head + GRANT.ljust(MAX_ANSWER_BYTES + 1)) as service,
        pytest.raises(UnexpectedAnswer, match="too long"),
    ):
        client_of(service.url).verify(STRANGER)


@pytest.mark.parametrize(
    "answer",
    [
        http_answer(b"", status="401 Unauthorized", kind="text/plain"),
        http_answer(b"", status="403 Forbidden", kind="text/plain"),
        http_answer(b'{"error":"invalid_grant"}', status="400 Bad Request"),
        http_answer(b'{"code":"NOT_FOUND"}', status="404 Not Found"),
    ],
)
def test_a_refusal_is_reported(answer: bytes) -> None:
    with answering(answer) as service, pytest.raises(CredentialRefused):
        client_of(service.url).verify(STRANGER)


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"_embedded":{"environments":[{"id":"x","name":"a"}]}}',
        b'{"_embedded":{"environments":[{"id":"34452f85-f783-4f3e-9222-aa5914d07198"}]}}',
        b'{"_embedded":{"environments":[]},"_links":{"next":{"href":"http://[x?a"}}}',
        b"[" * 100_000,
    ],
)
def test_an_unexpected_list_is_reported(body: bytes) -> None:
    with answering(TOKEN, http_answer(body)) as service, pytest.raises(UnexpectedAnswer):
        client_of(service.url).environments(STRANGER)
