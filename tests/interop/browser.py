"""A browser without scripts for pages of several servers: it follows redirects, keeps cookies and submits forms."""

import ssl
from html.parser import HTMLParser
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx2

Pairs = list[tuple[str, str]]


class _Form(HTMLParser):
    """The fields that a browser would submit from the only form of a page, and its submit buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action: str | None = None
        self.fields: Pairs = []
        self.buttons: Pairs = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        pair = (values.get("name", ""), values.get("value", ""))
        if tag == "form":
            assert self.action is None, "a page with two forms"
            self.action = values["action"]
        elif tag == "button":
            self.buttons.append(pair)
        elif tag == "input" and "disabled" not in values and (values.get("type") != "checkbox" or "checked" in values):
            self.fields.append(pair)


class Browser:
    """The browser of one user; `visited` has the addresses of all its requests."""

    def __init__(self, certificate: Path) -> None:
        trust = ssl.create_default_context(cafile=certificate)
        self._client = httpx2.Client(verify=trust, trust_env=False, follow_redirects=True, timeout=60)
        self.page: httpx2.Response
        self.visited: list[httpx2.URL] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def go(self, address: str) -> httpx2.Response:
        """Open an address."""
        return self._shown(self._client.get(address))

    def send(self, button: str, **filled: str) -> httpx2.Response:
        """Fill in the page's form (`pf_username` is the field `pf.username`) and press the button with this value."""
        form = _Form(self.page.text)
        assert form.action is not None, f"no form on {self.page.url}: {self.page.text}"
        names = {name.replace("_", "."): value for name, value in filled.items()}
        pressed = next(pair for pair in form.buttons if pair[1] == button)
        assert names.keys() <= {name for name, _ in form.fields}
        pairs = [(name, names.get(name, value)) for name, value in form.fields]
        return self._shown(
            self._client.post(
                self.page.url.join(form.action),
                content=str(httpx2.QueryParams([*pairs, pressed])),
                headers={"Content-Type": "application/x-www-form-urlencoded"},
            )
        )

    def delete_cookie(self, cookie: str) -> None:
        """Delete a cookie; it must exist."""
        found = next(each for each in self._client.cookies.jar if each.name == cookie)
        self._client.cookies.jar.clear(found.domain, found.path, found.name)

    def _shown(self, answer: httpx2.Response) -> httpx2.Response:
        self.visited += [each.url for each in (*answer.history, answer)]
        self.page = answer
        return answer
