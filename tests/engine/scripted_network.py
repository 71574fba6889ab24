"""Replaces the outgoing requests of the engine."""

from collections.abc import Callable

from hanse.kit.errors import ExternalFailure


class PlannedOutgoing:
    """Returns planned answers, and records the requests."""

    def __init__(self) -> None:
        self.documents: dict[str, tuple[int, bytes]] = {}
        # Functions that answer posted octets, by address.
        self.responders: dict[str, Callable[[bytes], tuple[int, bytes]]] = {}
        self.fetched: list[str] = []
        # The proxies of these requests; empty texts for none.
        self.proxies: list[str] = []
        self.posted: list[tuple[str, dict[str, str]]] = []
        # Addresses, JSON objects and bearer tokens.
        self.sent: list[tuple[str, dict[str, str], str]] = []
        # The answers to the next posts; 200 if the list is empty, and a failure for 0.
        self.statuses: list[int] = []

    async def get(
        self, url: str, *, most_bytes: int = 256 * 1024, seconds: float = 5.0, proxy: str = ""
    ) -> tuple[int, bytes]:
        del most_bytes, seconds
        self.proxies.append(proxy)
        self.fetched.append(url)
        if url not in self.documents:
            raise ExternalFailure("Nobody answers.", result_id="no_answer")
        return self.documents[url]

    async def post(
        self,
        url: str,
        content: bytes,
        *,
        media_type: str,
        most_bytes: int = 256 * 1024,
        seconds: float = 5.0,
        proxy: str = "",
    ) -> tuple[int, bytes]:
        del media_type, most_bytes, seconds
        self.proxies.append(proxy)
        self.fetched.append(url)
        if url not in self.responders:
            raise ExternalFailure("Nobody answers.", result_id="no_answer")
        return self.responders[url](content)

    async def post_form(self, url: str, form: dict[str, str], *, seconds: float = 5.0) -> int:
        del seconds
        self.posted.append((url, form))
        return self._next_status()

    async def post_json(self, url: str, content: dict[str, str], *, bearer: str = "", seconds: float = 5.0) -> int:
        del seconds
        self.sent.append((url, content, bearer))
        return self._next_status()

    def _next_status(self) -> int:
        status = self.statuses.pop(0) if self.statuses else 200
        if not status:
            raise ExternalFailure("Nobody answers.", result_id="no_answer")
        return status
