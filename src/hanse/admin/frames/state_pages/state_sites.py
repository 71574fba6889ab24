"""All pages on the run-time state."""

from collections.abc import Callable, Iterable

from starlette.routing import Route

from hanse.admin.api.dispatch import OperationDispatcher
from hanse.admin.frames.state_pages.certificate_calendar_site import CertificateCalendarSite
from hanse.admin.frames.state_pages.grant_site import GrantSite
from hanse.admin.frames.state_pages.local_user_site import LocalUserSite
from hanse.admin.frames.state_pages.second_factor_site import SecondFactorSite
from hanse.admin.frames.state_pages.sign_in_trace_site import SignInTraceSite
from hanse.config.http.operation import Operation
from hanse.kit.clock import Clock


def state_routes(
    dispatcher: OperationDispatcher,
    operations: Iterable[Operation],
    is_passive: Callable[[], bool],
    clock: Clock,
    zone: str = "UTC",
) -> list[Route]:
    """Return the routes of all pages, which must precede those of the other frames."""
    operations = tuple(operations)
    sites = (
        GrantSite(dispatcher, operations, is_passive, zone=zone),
        LocalUserSite(dispatcher, operations, is_passive, zone=zone),
        SecondFactorSite(dispatcher, operations, is_passive, zone=zone),
        CertificateCalendarSite(dispatcher, operations, clock, is_passive=is_passive, zone=zone),
        SignInTraceSite(dispatcher, operations, clock, is_passive=is_passive, zone=zone),
    )
    return [route for site in sites for route in site.routes()]
