from itertools import count

import pytest

from hanse.ops.cloud import CloudUnreachable, HttpTimeouts, open_http
from hanse.ops.cloud.http import fetch
from tests.ops.cloud.raw_server import answering, http_answer


def test_a_trickling_answer_ends_with_the_total_timeout() -> None:
    ticks = count(0, 20)
    timeouts = HttpTimeouts(total=10)
    with answering(http_answer(b"drops")) as service, open_http(timeouts) as http:
        assert fetch(http, "GET", service.url, timeouts, monotonic=lambda: 0.0).body == b"drops"
        with pytest.raises(CloudUnreachable, match="in time"):
            fetch(http, "GET", service.url, timeouts, monotonic=lambda: next(ticks))
