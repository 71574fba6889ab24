"""The end of a logout that began at this server: a redirect, or a page."""

from typing import Final

import msgspec

from hanse.engine.http.answers import Answer
from hanse.engine.http.request import Request
from hanse.engine.oidc.logout.front_channel import FrontChannel
from hanse.engine.oidc.logout.pages import LogoutPages

PURPOSE: Final = "logout page"


class LogoutEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The address after a logout; without one, a page of this server is shown."""

    address: str = ""
    # The address if SAML partners have not signed the user out.
    failure_address: str = ""
    locales: tuple[str, ...] = ()
    template: str = ""
    loads: FrontChannel = FrontChannel()


def show_page(pages: LogoutPages, request: Request, body: bytes, address: str) -> Answer:
    """Return the page that loads addresses of applications, and then leads to an address; an `ApplicationsPage`."""
    loads = msgspec.msgpack.decode(body, type=FrontChannel)
    return pages.signed_out(request, loads, address, ())


async def complete(pages: LogoutPages, request: Request, body: bytes, is_partial: bool) -> Answer:
    """Return the last page or redirect of a logout; a `LogoutCompletion` with the pages."""
    end = msgspec.msgpack.decode(body, type=LogoutEnd)
    address = end.failure_address if is_partial else end.address
    return pages.signed_out(request, end.loads, address, end.locales, end.template, is_partial=is_partial)
