"""One bounded HTTP exchange: no redirect, no compression, a limit on time and on size."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hanse.ops.cloud.failures import CloudFailure, CloudTimedOut, CloudUnreachable, UnexpectedAnswer

if TYPE_CHECKING:
    import httpx

MAX_ANSWER_BYTES = 1_048_576
_JSON_TYPES = frozenset({"application/json", "application/hal+json"})
_USER_AGENT = "hanse"
_MAX_DETAIL = 300  # Maximum number of characters of a transport error in the log.


@dataclass(frozen=True)
class HttpTimeouts:
    """Time limits in seconds: to connect, between two pieces of an answer, for an exchange, and for a conversation."""

    connect: float = 3.0
    read: float = 5.0
    total: float = 10.0
    conversation: float = 20.0


HttpFactory = Callable[[HttpTimeouts], "httpx.Client"]


@dataclass(frozen=True)
class CloudResponse:
    """A complete answer; `is_json` is true if its content type is JSON."""

    status: int
    body: bytes
    is_json: bool


def open_http(timeouts: HttpTimeouts, *, ca_file: Path | None = None) -> "httpx.Client":
    """Return a client that verifies TLS certificates, against `ca_file` instead of the public authorities if given.

    Neither redirects nor environment variables (proxies, netrc) can direct it to another host.
    """
    import ssl  # noqa: PLC0415 - with httpx: half of the server's cold start, and few starts need them.

    import httpx  # noqa: PLC0415 - a quarter of a second that only those who connect should pay.

    return httpx.Client(
        verify=ssl.create_default_context(cafile=ca_file) if ca_file else True,
        follow_redirects=False,
        trust_env=False,
        timeout=httpx.Timeout(timeouts.read, connect=timeouts.connect),
        headers={"User-Agent": _USER_AGENT, "Accept": "application/json", "Accept-Encoding": "identity"},
    )


def fetch(
    http: "httpx.Client",
    method: str,
    url: str,
    timeouts: HttpTimeouts,
    *,
    headers: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> CloudResponse:
    """Send a request and read its answer whole.

    Raises CloudUnreachable when there is no answer in time, UnexpectedAnswer when it is a redirect,
    compressed, longer than 1 MiB, or not HTTP.
    """
    import httpx  # noqa: PLC0415 - see open_http.

    deadline = monotonic() + timeouts.total
    try:
        with http.stream(method, url, headers=headers, data=form, follow_redirects=False) as response:
            if response.is_redirect:
                raise UnexpectedAnswer("The cloud service answered with a redirect, which is not followed.")
            # A small compressed answer can expand to a very large one.
            if response.headers.get("content-encoding", "identity") != "identity":
                raise UnexpectedAnswer("The cloud service answered in an encoding that was not requested.")
            body = bytearray()
            for piece in response.iter_raw():
                body += piece
                if len(body) > MAX_ANSWER_BYTES:
                    raise UnexpectedAnswer("The cloud service's answer is too long.")
                # The read time-out starts again with every piece, so an answer in tiny pieces would never end.
                if monotonic() > deadline:
                    raise CloudTimedOut("The cloud service did not answer in time.")
            media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            return CloudResponse(response.status_code, bytes(body), media_type in _JSON_TYPES)
    except httpx.TimeoutException:
        failure: CloudFailure = CloudTimedOut("The cloud service did not answer in time.")
    except (httpx.RemoteProtocolError, httpx.InvalidURL):
        failure = UnexpectedAnswer("The cloud service's answer is not valid HTTP.")
    except httpx.RequestError as error:
        detail = f"{type(error).__name__}: {error}"[:_MAX_DETAIL]
        failure = CloudUnreachable("The cloud service could not be reached.", detail)
    # Raised outside the handlers: httpx's exceptions contain the request, which contains the credential.
    raise failure
