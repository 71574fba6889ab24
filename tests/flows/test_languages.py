"""The console's texts are in the administrator's language; names and values are unchanged."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from hanse.kit.texts.locale_choice import COOKIE
from tests.flows.pages import FRAME, send, visit
from tests.flows.server import API, UI, Client, FlowServer
from tests.support.frames import FRAMES

# Texts that are the same in every language: punctuation, numbers, algorithms, addresses and other values.
_VALUE = re.compile(r"[^a-z]*|[A-Za-z0-9@:/._+\-#*]*[0-9:/@_+.\-#*][A-Za-z0-9@:/._+\-#*]*|SHA\d+with(RSA|ECDSA)")
# Names given by administrators or protocols.
_NAMES = frozenset(
    {
        "Administrator",
        "aud",
        "iss",
        "openid",
        "scope",
        "sub",
        "subject",
        "username",
        "domain",
        "profile",
        "email",
        "givenName",
        "locale",
        "mail",
    }
)
_ACCENTED = frozenset("áçéíñóšťúýÁÇÉÍÑÓŠÚÝ")
_TEXTS = frozenset({"aria-label", "placeholder", "title", "alt"})
SCRIPT_TEXTS = Path(__file__).parents[2] / "console/src/frame/texts.ts"
_NOT_READ = frozenset({"script", "style", "textarea", "code", "time"})


@pytest.fixture
def admin(shared_server: FlowServer) -> Client:
    return shared_server.client().sign_in()


def with_language(client: Client, language: str) -> Client:
    client.cookies.set(COOKIE, language, domain="hanse.example")
    return client


class _Reader(HTMLParser):
    """Collects the texts that a page shows, and those for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        # Values that forms send. A text that equals a value is a name, such as that of an algorithm.
        self.values: set[str] = set()
        self.language = ""
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "html":
            self.language = dict(attrs).get("lang") or ""
        if tag in _NOT_READ:
            self._inside.append(tag)
        self.texts += [value for name, value in attrs if name in _TEXTS and value]
        self.values |= {value for name, value in attrs if name == "value" and value}

    def handle_endtag(self, tag: str) -> None:
        if tag in _NOT_READ and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside and (text := " ".join(data.split())):
            self.texts.append(text)


def untranslated(html: str) -> list[str]:
    """Return the texts of a page in the pseudo-locale that are not in the catalogs."""
    reader = _Reader()
    reader.feed(html.replace("<wbr>", ""))
    found = (each for each in reader.texts if each not in _NAMES | reader.values and not _VALUE.fullmatch(each))
    return [each for each in found if not _ACCENTED & set(each)]


def pages() -> Iterator[str]:
    for frame in FRAMES:
        yield frame.node
        if not frame.resource.is_singleton:
            types = list(frame.types)
            yield f"{frame.node}/add"
            yield from (f"{frame.node}/add?type={each}" for each in types)


@pytest.mark.parametrize("path", list(pages()))
def test_every_text_of_every_page_is_in_the_catalogs(admin: Client, path: str) -> None:
    page = visit(with_language(admin, "pseudo"), path)
    # If nothing can be added, the page has the status 403; its texts are in the catalogs, too.
    assert page.status in {200, 403}
    assert untranslated(page.answer.text) == []


def test_a_page_is_in_the_language_of_the_cookie_or_the_browser(admin: Client) -> None:
    in_english = visit(admin, "oauthClients" if "oauthClients" in {each.node for each in FRAMES} else FRAMES[0].node)
    assert '<html lang="en">' in in_english.answer.text
    german = visit(with_language(admin, "de"), "redirectValidation")
    assert '<html lang="de">' in german.answer.text
    assert {"Weiterleitungsprüfung", "Speichern", "Abbrechen"} <= set(german.texts)
    assert german.answer.headers["vary"] == "Cookie, Accept-Language"
    spanish = with_language(admin, "es").get(f"{FRAME}/redirectValidation", headers={"Accept-Language": "de"})
    assert '<html lang="es">' in spanish.text
    admin.cookies.delete(COOKIE)
    by_browser = admin.get(f"{FRAME}/redirectValidation", headers={"Accept-Language": "de-CH, en;q=0.8"})
    assert '<html lang="de">' in by_browser.text


def test_the_navigation_its_tiles_and_the_search_are_translated(admin: Client) -> None:
    german = with_language(admin, "de").get(f"{UI}/uiSettings").json()
    labels = [area["label"] for area in german["navTree"]]
    assert labels == ["Authentifizierung", "Anwendungen", "Sicherheit", "System"]
    found = [node for area in german["navTree"] for heading in area["children"] for node in heading["children"]]
    clients = next(node for node in found if node["path"].endswith("/clients"))
    assert clients["tile"]["description"].startswith("Anwendungen, die OAuth-Token anfordern")
    # Paths and ids are the same in every language.
    english = with_language(admin, "en").get(f"{UI}/uiSettings").json()
    assert [area["id"] for area in english["navTree"]] == [area["id"] for area in german["navTree"]]


def test_errors_of_the_api_are_translated_and_their_ids_are_not(admin: Client) -> None:
    sent = {"items": [{"name": ""}]}
    german = with_language(admin, "de").put(f"{API}/extendedProperties", sent).json()
    english = with_language(admin, "en").put(f"{API}/extendedProperties", sent).json()
    assert german["validationErrors"][0]["message"] == "Dieses Feld ist erforderlich."
    assert english["validationErrors"][0]["message"] == "This field is required."
    assert german["validationErrors"][0]["errorId"] == english["validationErrors"][0]["errorId"]
    assert german["resultId"] == english["resultId"]


def test_the_texts_of_the_frames_scripts_are_in_the_language_of_the_page(admin: Client) -> None:
    page = with_language(admin, "de").get(f"{FRAME}/redirectValidation").text
    found = re.search(r'data-texts="([^"]*)"', page)
    assert found is not None
    texts = json.loads(unescape(found[1]))
    assert texts["unchanged"] == "Noch keine Änderungen."
    assert "{name}" in texts["scopeGroup"]
    # The scripts use exactly these names.
    names = re.search(r"export const TEXTS = \[(.*?)\]", SCRIPT_TEXTS.read_text("utf-8"), re.DOTALL)
    assert names is not None
    assert set(re.findall(r'"(\w+)"', names[1])) == set(texts)
    accented = with_language(admin, "pseudo").get(f"{FRAME}/redirectValidation").text
    assert all(
        _ACCENTED & set(text)
        for text in json.loads(unescape(re.findall(r'data-texts="([^"]*)"', accented)[0])).values()
    )


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        # Errors from pydantic, from validators with and without values, and from rules.
        (
            "PUT",
            "/redirectValidation",
            {"redirectValidationLocalSettings": {"whiteList": [{"validDomain": "no host"}]}},
        ),
        ("POST", "/oauth/clients", {"clientId": "a b", "name": "x" * 300, "grantTypes": ["NONE"], "refreshRolling": 1}),
        ("POST", "/oauth/clients", {"clientId": "app", "name": "App", "grantTypes": ["AUTHORIZATION_CODE"]}),
        ("POST", "/dataStores", {"type": "CUSTOM", "name": "Mine"}),
        ("POST", "/dataStores", {"type": "JDBC", "jdbcDriver": "org.postgresql.Driver", "connectionUrl": "jdbc:x"}),
        ("POST", "/passwordCredentialValidators", {"id": "v", "name": "V", "pluginDescriptorRef": {"id": "none"}}),
        ("GET", "/oauth/clients/nobody", None),
        ("GET", "/oauth/clients?numberPerPage=0", None),
        ("GET", "/nothing/here", None),
        ("DELETE", "/version", None),
    ],
)
def test_no_message_of_the_api_escapes_translation(admin: Client, method: str, path: str, sent: Any) -> None:
    answer = with_language(admin, "pseudo").request(method, f"{API}{path}", sent)
    assert 400 <= answer.status_code < 500, answer.text
    body = answer.json()
    texts = [body["message"], *(each["message"] for each in body.get("validationErrors", ()))]
    assert [text for text in texts if not _ACCENTED & set(text)] == []


def test_an_error_beside_a_field_is_wholly_german(admin: Client) -> None:
    page = visit(
        with_language(admin, "de"),
        "passwordCredentialValidators/add?type=org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator",
    )
    answered = send(admin, page)
    shown = " ".join(answered.texts)
    assert "Dieses Feld ist erforderlich." in shown
    assert not [each for each in ("This field", "is required", "Enter ") if each in shown]
