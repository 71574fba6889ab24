"""The pages of logout: the confirmation, the page that signs the user out of applications, and the final one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from hanse.engine.http.answers import Answer, redirect_answer
from hanse.engine.http.request import Request
from hanse.engine.oauth.page_application import page_application
from hanse.engine.oidc.logout.front_channel import FrontChannel, load_policy
from hanse.engine.signin.pages import PageApplication, PageRenderer
from hanse.engine.snapshot.clients import RegisteredClient

SIGNED_OUT: Final = "idp.logout.success.page.template.html"
PARTIALLY_SIGNED_OUT: Final = "idp.logout.partial.page.template.html"
STILL_SIGNED_IN: Final = "idp.logout.declined.page.template.html"
CONFIRMATION: Final = "idp.logout.confirmation.page.template.html"
APPLICATIONS: Final = "idp.logout.applications.page.template.html"
# Time for applications to sign the user out before the browser continues.
SECONDS: Final = 4
# Registered addresses are sent as they are; only what is not ASCII is encoded (RFC 3987, section 3.1).
_SAFE: Final = "!#$%&'()*+,/:;=?@[]~"


@dataclass(frozen=True)
class LogoutForm:
    """The target of a page's form, and its token; a `signin.pages.FormTarget`."""

    resume_url: str
    form_token: str


@dataclass(frozen=True)
class LogoutPages:
    """Renders the pages."""

    pages: PageRenderer

    def question(
        self,
        request: Request,
        form: LogoutForm,
        fields: Mapping[str, str],
        client: RegisteredClient | None,
        locales: Sequence[str],
        targets: Sequence[str],
    ) -> Answer:
        """Ask whether the user wants to be signed out. `fields` are returned with the form."""
        kept = [(name, value) for name, value in fields.items() if value]
        return self.pages.render(
            request,
            CONFIRMATION,
            {"fields": kept},
            form=form,
            locales=locales,
            application=PageApplication() if client is None else page_application(client),
            form_targets=targets,
        )

    def signed_out(
        self,
        request: Request,
        loads: FrontChannel,
        address: str,
        locales: Sequence[str],
        template: str = "",
        *,
        is_partial: bool = False,
    ) -> Answer:
        """Return the final page: it loads the applications' addresses, and then the browser continues.

        A page without a further address tells users if they are still signed in to applications (`is_partial`).
        """
        if loads:
            target = quote(address, safe=_SAFE)
            values = {
                "frames": loads.frames,
                "images": loads.images,
                "address": target,
                "seconds": SECONDS,
                "is_partial": is_partial,
            }
            policy = (b"content-security-policy", load_policy(loads).encode("latin-1"))
            return self.pages.render(request, APPLICATIONS, values, locales=locales, headers=(policy,))
        if address:
            return redirect_answer(quote(address, safe=_SAFE))
        if is_partial:
            return self.pages.render(request, PARTIALLY_SIGNED_OUT, {}, locales=locales)
        return self.pages.render(request, template or SIGNED_OUT, {}, locales=locales, fallback=SIGNED_OUT)

    def still_signed_in(self, request: Request, address: str, locales: Sequence[str]) -> Answer:
        """Return the page for a user who declined to be signed out."""
        if address:
            return redirect_answer(quote(address, safe=_SAFE))
        return self.pages.render(request, STILL_SIGNED_IN, {}, locales=locales)
