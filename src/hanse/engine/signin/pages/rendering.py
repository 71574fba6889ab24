"""Renders templates as answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from hanse.engine.http.answers import Answer, Header, html_answer
from hanse.engine.http.request import Request
from hanse.engine.signin.pages.assets import PREFIX, Assets
from hanse.engine.signin.pages.content_security_policy import page_policy
from hanse.engine.signin.pages.page_texts import Catalog
from hanse.engine.snapshot.configuration_parts import SERVER
from hanse.kit.texts.locale_choice import choose_locale
from hanse.resources.authentication.adapters.resource import adapter_pages

if TYPE_CHECKING:
    from hanse.engine.signin.pages.templating import Templates

ERROR_TEMPLATE: Final = "general.error.page.template.html"
_HEADERS: Final[tuple[Header, ...]] = (
    # Applications that use a pop-up window keep their reference to it.
    (b"cross-origin-opener-policy", b"unsafe-none"),
    (b"referrer-policy", b"no-referrer"),
)


@dataclass(frozen=True)
class PageApplication:
    """The application that a page is shown for.

    Besides its name, these are addresses: of its logo, its privacy policy and its terms of service. Pages show those
    with https.
    """

    name: str = ""
    logo: str = ""
    policy: str = ""
    terms: str = ""


class FormTarget(Protocol):
    """The target of a page's forms, and their token; a `FlowHandle` is one."""

    @property
    def resume_url(self) -> str:
        """Return the address."""
        ...

    @property
    def form_token(self) -> str:
        """Return the value of the hidden field `flow_token`."""
        ...


class PageRenderer:
    """Renders pages; one for the whole process."""

    def __init__(self, folder: Path | None = None, of_plugins: Callable[[], Sequence[Path]] = adapter_pages) -> None:
        """`folder` is that of the option `--templates`.

        `of_plugins` returns the folders of plug-ins with their own templates and texts, which replace none of this
        package. It is called at the first page that needs one.
        """
        self._catalog = Catalog(
            None if folder is None else folder / "messages", lambda: [each / "messages" for each in of_plugins()]
        )
        self.assets = Assets.load(None if folder is None else folder / "assets")
        self._folder = folder
        self._of_plugins = of_plugins

    def locale(self, request: Request, ui_locales: Sequence[str] = ()) -> str:
        """Return the language of a page."""
        accepted = (request.header(b"accept-language") or b"").decode("latin-1")
        return choose_locale(ui_locales, accepted, self._catalog.locales)

    def text(self, locale: str, key: str, /, **values: object) -> str:
        """Return a text of a page or a message."""
        return self._catalog.text(locale, key, values)

    def render(
        self,
        request: Request,
        template: str,
        values: Mapping[str, Any],
        *,
        form: FormTarget | None = None,
        locales: Sequence[str] = (),
        application: PageApplication | None = None,
        form_targets: Iterable[str] = (),
        status: int = HTTPStatus.OK,
        fallback: str = "",
        runs_script: bool = False,
        headers: Sequence[Header] = (),
    ) -> Answer:
        """Return a page.

        `locales` are those of `ui_locales`, `form_targets` the addresses to which the answer to a form may redirect,
        such as the client's redirect URI. `fallback` is the template to use if the configured one does not exist.
        `runs_script` lets the page load a script file of this server. `headers` take precedence over the page's own of
        the same name.
        """
        locale = self.locale(request, locales)
        context = {
            **values,
            "locale": locale,
            "text": partial(self.text, locale),
            "asset": partial(self.asset_address, request),
            "integrity": self.assets.integrity,
            "organization": _organization(request),
            "application": application or PageApplication(),
            "form_action": "" if form is None else form.resume_url,
            "form_token": "" if form is None else form.form_token,
        }
        page = self._templates.render((template, fallback), context)
        policy = page_policy(form_targets, runs_script=runs_script).encode("latin-1")
        own: tuple[Header, ...] = (*_HEADERS, (b"content-security-policy", policy))
        given = {name for name, _ in headers}
        return html_answer(page, status, *headers, *(each for each in own if each[0] not in given))

    def error(
        self,
        request: Request,
        *,
        status: int = HTTPStatus.BAD_REQUEST,
        message: str = "error.general",
        detail: str = "",
        locales: Sequence[str] = (),
        application: PageApplication | None = None,
    ) -> Answer:
        """Return an error page that contains the request id, which leads to the log.

        `message` is a key of the page texts; `detail` is for the developer of the application, in English, such as the
        description of an OAuth error.
        """
        values = {"message": message, "detail": detail, "reference": request.id}
        return self.render(
            request, ERROR_TEMPLATE, values, locales=locales, application=application, status=int(status)
        )

    @cached_property
    def _templates(self) -> "Templates":
        # Imported at the first page: the library would delay every start by some hundredths of a second.
        from hanse.engine.signin.pages.templating import Templates  # noqa: PLC0415 - the comment above says why.

        return Templates(self._folder, self._of_plugins)

    def asset_address(self, request: Request, name: str) -> str:
        """Return the address of an asset, or an empty string if no asset has this name."""
        published = self.assets.addresses.get(name)
        return "" if published is None else f"{request.issuer.name.place.path}{PREFIX}{published}"


def _organization(request: Request) -> str:
    server = request.snapshot.parts.get(SERVER.name)
    contact = None if server is None else server.contact_info
    return "" if contact is None else contact.company or ""
