"""Every page of every frame: the roles that may press its buttons, and texts that are never interpreted as markup."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from hanse.admin.frames.form_token import token_of
from hanse.admin.frames.frame import Frame
from hanse.admin.session.cookies import SESSION
from hanse.config.declare.resource import Resource
from hanse.config.list_query import ListQuery
from tests.flows.pages import Page, send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.flows.stored_rows import writes
from tests.support.frame_contract import violations
from tests.support.frames import FRAMES

MARK = "<img src=x onerror=alert(1)>\"'<svg/onload=alert(2)>"
ESCAPED = "&lt;img src=x onerror=alert(1)&gt;"
_BUTTON = re.compile(r'name="_do" value="([^"]+)"')
# The role that may change the items of a node. For all other nodes it is ADMINISTRATOR.
CHANGING_ROLES = {
    "administrativeAccounts": "USER_ADMINISTRATOR",
    "signingKeys": "CRYPTO_ADMINISTRATOR",
    "sslClientKeys": "CRYPTO_ADMINISTRATOR",
    "sslServerCertificates": "CRYPTO_ADMINISTRATOR",
    "sslServerSettings": "CRYPTO_ADMINISTRATOR",
    "trustedCas": "CRYPTO_ADMINISTRATOR",
    "metadataUrls": "CRYPTO_ADMINISTRATOR",
    "ocspCertificates": "CRYPTO_ADMINISTRATOR",
    "oauthClientCas": "CRYPTO_ADMINISTRATOR",
    "partnerCas": "CRYPTO_ADMINISTRATOR",
    "systemKeys": "CRYPTO_ADMINISTRATOR",
    "certificateRevocation": "CRYPTO_ADMINISTRATOR",
}
# Members with IDs, types or encrypted values, and names of attributes, which mappings of other items use.
UNCHANGED = re.compile(
    r"(^|\.)(id|clientId|username|type|encrypted\w+|\w+EncryptedPassword)$|Attributes\[[0-9]+\]\.name$"
)
BYPASS = {"X-BypassExternalValidation": "true"}
every_frame = pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.node)


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    return filled_server.client().sign_in()


@pytest.fixture(scope="module")
def others(filled_server: FlowServer) -> dict[str, Client]:
    """Return callers who may only read: an auditor, and one caller for each role that sees pages of other roles."""
    owner = filled_server.basic("Administrator")
    made = {"auditor": account("pages.auditor", auditor=True)}
    made |= {role: account(f"pages.{role}", [role]) for role in ("ADMINISTRATOR", "CRYPTO_ADMINISTRATOR")}
    for body in made.values():
        assert owner.post(f"{API}/administrativeAccounts", body).status_code == 200
    return {kind: filled_server.client().sign_in(body["username"]) for kind, body in made.items()}


def addresses(server: FlowServer, frame: Frame) -> Iterator[str]:
    """Yield the addresses of a frame's pages, including those of its first item."""
    yield frame.node
    if frame.resource.is_singleton:
        return
    yield from (f"{frame.node}/add?type={type_}" for type_ in frame.types)
    yield f"{frame.node}/add"
    with server.core.configuration.reading() as view:
        items = view.list(frame.resource, ListQuery(number_per_page=1)).items
    for item in items:
        yield from (f"{frame.node}/{place}/{item.id}" for place in ("edit", "delete"))


def buttons(page: Page) -> list[str]:
    """Return the values of a page's buttons, one of each kind. The empty value saves or deletes."""
    found = [value.replace("&#34;", '"') for value in _BUTTON.findall(page.answer.text)]
    # A list has no save button.
    saves = [""] if len(page.fields) > 1 else []
    return [*saves, *{value.partition(":")[0]: value for value in found}.values()]


@every_frame
def test_every_button_is_refused_to_other_users_and_from_other_sites(
    filled_server: FlowServer, admin: Client, others: dict[str, Client], frame: Frame
) -> None:
    pressed = 0
    for address in addresses(filled_server, frame):
        page = visit(admin, address)
        if not page.action:
            continue
        with writes(filled_server.core.configuration.database) as written:
            for changes, headers in (
                ({"_token": None}, {}),
                ({"_token": "0" * 64}, {}),
                ({}, {"Origin": "https://evil.example"}),
                ({}, {"Origin": "null"}),
                ({}, {"Sec-Fetch-Site": "same-site"}),
                ({}, {"Origin": None}),
            ):
                assert send(admin, page, changes, headers=headers).status == 403, (address, changes, headers)
            assert send(filled_server.client(), page).status == 401
            for value in buttons(page):
                pressed += 1
                for kind, caller in others.items():
                    if kind != CHANGING_ROLES.get(frame.node, "ADMINISTRATOR"):
                        token = token_of(caller.cookies[SESSION])
                        sent = send(caller, page, {"_do": value, "_token": token})
                        assert sent.status == 403, (address, value, kind, sent.text)
            assert not written, address
    assert pressed


@every_frame
def test_no_text_is_interpreted_as_markup_on_any_page(filled_server: FlowServer, admin: Client, frame: Frame) -> None:
    planted = plant(filled_server, admin, frame.resource)
    shown = 0
    for address in addresses(filled_server, frame):
        page = visit(admin, address)
        assert page.status in (200, 403), (address, page.text)
        assert violations(page.answer.text) == [], address
        reader = _Markup()
        reader.feed(page.answer.text)
        assert not reader.found, (address, reader.found)
        assert MARK not in page.answer.text
        shown += ESCAPED in page.answer.text
    assert shown or not planted


class _Markup(HTMLParser):
    """Finds markup that no page may have: inline scripts and styles, event handlers and script URLs."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        is_own = tag == "style" or (tag == "script" and "src" not in names)
        if is_own or "style" in names or any(name.startswith("on") for name in names):
            self.found.append(self.get_starttag_text() or tag)
        if any(str(value or "").lower().startswith("javascript:") for _, value in attrs):
            self.found.append(self.get_starttag_text() or tag)


def plant(server: FlowServer, admin: Client, resource: Resource[Any]) -> bool:
    """Put markup into every text of a document that accepts it; return true if at least one did."""
    if "PUT" not in resource.effective_methods:
        return False
    path = f"{API}{resource.path}"
    if not resource.is_singleton:
        with server.core.configuration.reading() as view:
            [item] = view.list(resource, ListQuery(number_per_page=1)).items
        path = f"{path}/{item.id}"
    body = {name: value for name, value in admin.get(path).json().items() if name not in dict(resource.embedded)}
    before = {place: container[key] for place, container, key in texts(body) if not UNCHANGED.search(place)}
    refused: set[str] = set()
    for _ in range(6):
        for place, container, key in texts(body):
            if place in before:
                container[key] = before[place] if place in refused else MARK
        answer = admin.put(path, body, headers=BYPASS)
        if answer.status_code == 200:
            return bool(before.keys() - refused)
        named = {each.get("fieldPath", "") for each in answer.json()["validationErrors"]}
        # An error of an object is treated as an error of each of its fields.
        refused |= {place for place in before if any(place.startswith(each) for each in named)}
    raise AssertionError((path, answer.text))


def texts(body: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the texts of a body: the field path, the container and the key."""
    parts = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for key, value in list(parts):
        here = f"{place}[{key}]" if isinstance(key, int) else f"{place}.{key}" if place else str(key)
        if isinstance(value, str):
            yield here, body, key
        else:
            yield from texts(value, here)
