"""Results of searches in a directory: refusals, and the cookie of the next page (RFC 4511, 4.5.2; RFC 2696)."""

from collections.abc import Mapping
from typing import Any, Final

from ldap3.core.results import RESULT_NO_SUCH_OBJECT, RESULT_SIZE_LIMIT_EXCEEDED, RESULT_SUCCESS

from hanse.data_stores.settings import SourceFailed
from hanse.kit.texts.messages import message

_PAGED_RESULTS: Final = "1.2.840.113556.1.4.319"


def raise_refusal(result: Mapping[str, Any], base: str, *, paged: bool) -> None:
    """Raise SourceFailed if a search failed.

    A limit that truncates the result is no failure, unless all entries were requested page by page.
    """
    code = result["result"]
    if code == RESULT_NO_SUCH_OBJECT:
        raise SourceFailed(message("The directory has no entry {base}.", base=base))
    if code == RESULT_SUCCESS or (code == RESULT_SIZE_LIMIT_EXCEEDED and not paged):
        return
    raise SourceFailed(
        message("The directory rejected the search: {value}.", value=result["message"] or result["description"])
    )


def next_page(result: Mapping[str, Any]) -> bytes:
    """Return the cookie with which the next page of entries is requested; empty after the last."""
    control = (result.get("controls") or {}).get(_PAGED_RESULTS)
    cookie = control["value"]["cookie"] if control else b""
    return bytes(cookie)
