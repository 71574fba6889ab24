"""A flow in one request, as completions use it."""

from collections.abc import Mapping
from hmac import compare_digest
from http import HTTPStatus
from typing import Any, Final

from hanse.engine.http.answers import Answer, Header, redirect_answer
from hanse.engine.http.parameters import Parameters
from hanse.engine.http.request import Request
from hanse.engine.signin.flows.flow_store import FlowStore, LoadedFlow, StoredAnswer
from hanse.engine.signin.pages import PageRenderer
from hanse.engine.signin.pages.form_post import form_post_answer
from hanse.engine.snapshot.authentication_api import AUTHENTICATION_API
from hanse.plugins.contracts.adapters import Redirect
from hanse.plugins.contracts.authentication_api import ApiState

RESUME_PATH: Final = "/as/{flow}/resume/as/authorization.ping"
CONTINUE_TEMPLATE: Final = "continue.page.template.html"


class ActiveFlow:
    """A flow; the interface is `contracts.FlowHandle`."""

    # True if an application made the call. It receives JSON instead of pages.
    is_api_call = False

    def __init__(
        self, store: FlowStore, pages: PageRenderer, request: Request, flow: LoadedFlow, cookie: Header | None = None
    ) -> None:
        """`cookie` binds the browser, if it has none yet."""
        self._cookie = cookie
        self._store = store
        self._pages = pages
        self._flow = flow
        self._prefix = request.issuer.name.place.path
        self._origin = request.issuer.identifier.removesuffix(self._prefix)
        # Cookies that every answer sets.
        self.cookies: list[Header] = []

    @property
    def id(self) -> str:
        """Return the identifier."""
        return self._flow.id

    @property
    def loaded(self) -> LoadedFlow:
        """Return the stored flow."""
        return self._flow

    @property
    def resume_url(self) -> str:
        """Return the address of the flow's forms, without the host, which a proxy may change."""
        return f"{self._prefix}{RESUME_PATH.format(flow=self._flow.id)}"

    @property
    def absolute_url(self) -> str:
        """Return the same address with a host, for links in messages and redirects from elsewhere."""
        return f"{self._origin}{self.resume_url}"

    def address(self, path: str) -> str:
        """Return the absolute address of another endpoint for this flow; `path` has the variable `flow`."""
        return f"{self._origin}{self._prefix}{path.format(flow=self._flow.id)}"

    @property
    def form_token(self) -> str:
        """Return the value of `flow_token` for the next page."""
        return f"{self._flow.state.step + 1}.{self._flow.state.token}"

    def page(
        self,
        request: Request,
        template: str,
        values: Mapping[str, Any],
        *,
        fallback: str = "",
        runs_script: bool = False,
    ) -> Answer:
        """Render a page of the flow."""
        wanted, applications = self._flow.state.wanted, request.snapshot.part(AUTHENTICATION_API)
        return self._pages.render(
            request,
            template,
            values,
            form=self,
            locales=wanted.ui_locales,
            application=wanted.application,
            form_targets=(*wanted.form_targets, *applications.addresses()),
            fallback=fallback,
            runs_script=runs_script,
        )

    async def form(self, request: Request) -> Parameters:
        """Return the form of the current page."""
        return await request.form()

    async def show(
        self,
        request: Request,
        stage: str,
        state: Mapping[str, Any],
        page: Answer,
        shown: ApiState | None = None,  # noqa: ARG002 - it is for applications, which have flows of their own class.
    ) -> Answer:
        """Wait for the user at a stage of the completion."""
        self.enter_stage(stage, state)
        return await self.show_page(request, page)

    def enter_stage(self, stage: str, state: Mapping[str, Any]) -> None:
        """Direct the next request of the user to the completion."""
        self._flow.state.stage = stage
        self._flow.state.stage_state = dict(state)

    def extend(self, until: float) -> None:
        """Extend the flow at least until a time, in seconds since the epoch."""
        self._flow.expires = max(self._flow.expires, until)

    async def show_page(self, request: Request, page: Answer, *, accepts_link: bool = False) -> Answer:
        """Store the current page, and return it; after a form, the redirect to it.

        A request whose address works only once is redirected too, and so is one to which the browser answers with a
        header, because it repeats the request then.
        """
        state = self._flow.state
        await self.store_page(page, accepts_link=accepts_link)
        if self._is_own(request) or state.wanted.works_once or page.status == HTTPStatus.UNAUTHORIZED:
            return redirect_answer(self.resume_url, *self.cookies)
        return page.with_headers(*self.cookies)

    async def store_page(self, page: Answer | None, *, accepts_link: bool = False, callback: str = "") -> None:
        """Store the current page before it is sent, because its form needs the stored flow.

        `callback` is the name of the one at which another server returns the user.
        """
        state = self._flow.state
        state.step += 1
        state.page = None if page is None else StoredAnswer.of(page)
        state.accepts_link, state.callback = accepts_link, callback
        await self._save()

    async def send_away(self, request: Request, redirect: Redirect) -> Answer:
        """Lead the user to another server, from which a link or the named callback leads back.

        After a form, a page redirects them instead of the answer: Chrome applies `form-action` to redirects that follow
        a form. The page is also shown to users who come back without an answer, and leads them there again.
        """
        page = self.page_of(request, redirect)
        await self.store_page(page, accepts_link=not redirect.callback, callback=redirect.callback)
        if self._is_own(request):
            return redirect_answer(self.resume_url, *self.cookies)
        return page.with_headers(*self.cookies) if redirect.form else redirect_answer(redirect.url, *self.cookies)

    async def visit(self, request: Request, stage: str, state: Mapping[str, Any], address: str) -> Answer:
        """Lead the browser to an address that returns it to the completion."""
        self.enter_stage(stage, state)
        return await self.send_away(request, Redirect(url=address))

    def page_of(self, request: Request, redirect: Redirect) -> Answer:
        """Return the page that leads to another server, by a link or by a form with fields for it."""
        if not redirect.form:
            return self.continue_at(request, redirect.url)
        locales = self._flow.state.wanted.ui_locales
        return form_post_answer(self._pages, request, redirect.url, redirect.form, locales=locales, framed=False)

    async def come_back(self, request: Request, parameters: Mapping[str, str]) -> Answer:
        """Store the parameters of the answer of another server, and lead the user to the flow's own address.

        A page ends the chain of redirects, which began with a form of the other server.
        """
        self._flow.state.callback, self._flow.state.returned = "", dict(parameters)
        await self._save()
        return self.continue_at(request, self.resume_url)

    def take_returned(self) -> Mapping[str, str] | None:
        """Return the parameters of another server's answer once; None without one."""
        found, self._flow.state.returned = self._flow.state.returned, {}
        return found or None

    def continue_at(self, request: Request, address: str) -> Answer:
        """Return the page that leads to an address."""
        return self.page(request, CONTINUE_TEMPLATE, {"address": address})

    async def finish(self, _request: Request, answer: Answer) -> Answer:
        """End the flow and return the answer."""
        whole = self.with_cookies(answer)
        if self._flow.version is not None:
            await self._store.end(self._flow, whole)
        return whole

    def with_cookies(self, answer: Answer) -> Answer:
        """Return an answer with the cookies of this flow, unless the client uses none."""
        if self._flow.state.wanted.cookieless:
            return answer.without_cookies()
        return answer.with_headers(*self.cookies)

    def current_page(self) -> Answer | None:
        """Return the page that the user sees."""
        page = self._flow.state.page
        return None if page is None else page.answer()

    def check(self, token: str) -> "FormCheck":
        """Return whether a form belongs to this flow and to its current page."""
        step, _, secret = token.partition(".")
        if not compare_digest(secret.encode(), self._flow.state.token.encode()):
            return FormCheck(forged=True)
        return FormCheck(stale=step != str(self._flow.state.step))

    async def _save(self) -> None:
        if self._flow.version is None and self._cookie is not None:
            self.cookies.append(self._cookie)
        await self._store.save(self._flow)

    def _is_own(self, request: Request) -> bool:
        """Return whether the request was sent to the flow's own address, which can be reloaded."""
        return request.values.get("flow") == self._flow.id


class FormCheck:
    """The error of a form, if any."""

    def __init__(self, *, forged: bool = False, stale: bool = False) -> None:
        self.forged = forged
        self.stale = stale
