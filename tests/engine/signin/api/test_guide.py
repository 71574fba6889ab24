"""The examples of the user guide: the commands are performed, and the answers are as shown."""

import json
import re
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from hanse.resources.applications.clients.resource import OAUTH_CLIENTS
from tests.engine.signin.api.application import Application
from tests.engine.signin.site import CHALLENGE, SignInSite
from tests.support.clients import client
from tests.support.configurations import replace

PAGE = Path(__file__).parents[4] / "docs" / "user-guide" / "authentication-api.md"
BLOCK = re.compile(r"```(console|json)\n(.*?)```", re.DOTALL)


def examples(kind: str) -> list[str]:
    return [text for name, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if name == kind]


def run(site: SignInSite, command: str, variables: dict[str, str], cookies: dict[str, str]) -> httpx.Response:
    """Perform the request of a curl command."""
    for name, value in variables.items():
        command = command.replace(f"${name}", value)
    program, *words = shlex.split(command.removeprefix("$ ").replace("\\\n", " "))
    assert program == "curl"
    is_get, address, data = False, "", list[str]()
    headers: dict[str, str] = {}
    arguments = iter(words)
    for word in arguments:
        match word:
            case "--get":
                is_get = True
            case "--header":
                name, value = next(arguments).split(": ")
                headers[name] = value
            case "--data":
                data.append(next(arguments))
            case "--cookie":
                next(arguments)
            case _:
                address = word
    assert urlsplit(address).netloc == site.browser().browser.host
    path, sent = urlsplit(address).path, "&".join(data)
    if is_get:
        return site.engine.request("GET", f"{path}?{sent}", headers=headers, cookies=cookies)
    method = "POST" if data else "GET"
    return site.engine.request(method, path, headers=headers, cookies=cookies, content=sent.encode())


def shape(value: Any) -> Any:
    """Return JSON with an ellipsis for the values that differ at each sign-in."""
    if isinstance(value, dict):
        return {name: "…" if name in ("id", "code") else shape(each) for name, each in value.items()}
    return value


def test_the_commands_sign_a_user_in(site: SignInSite, application: Application) -> None:
    application.start()
    read, act, _begin = examples("console")
    shown, *_rest = (json.loads(each) for each in examples("json"))
    variables, cookies = {"FLOW": application.flow}, application.visitor.browser.cookies
    state = run(site, read, variables, cookies).json()
    # The page shows some of the members.
    assert {name: each for name, each in shape(state).items() if name in shown and name != "_links"} == {
        name: each for name, each in shape(shown).items() if name != "_links"
    }
    assert shown["_links"].keys() <= state["_links"].keys()
    assert run(site, act, variables, cookies).json()["status"] == "RESUME"


def test_an_error_is_as_shown(application: Application) -> None:
    application.start()
    shown = json.loads(examples("json")[1])
    answer = application.post("checkUsernamePassword", {"username": "joe", "password": "wrong"})
    assert answer.json() == shown


def test_the_command_without_redirects_begins_a_sign_in(site: SignInSite, application: Application) -> None:
    body = client("web", bypassApprovalPage=True, allowAuthenticationApiInit=True)
    replace(site.engine.core.configuration, OAUTH_CLIENTS, "web", body)
    site.engine.caught_up()
    _read, act, begin = examples("console")
    answer = run(site, begin, {"CHALLENGE": CHALLENGE}, {})
    assert answer.json()["status"] == "USERNAME_PASSWORD_REQUIRED"
    cookies = dict(answer.cookies)
    completed = run(site, act, {"FLOW": answer.json()["id"]}, cookies).json()
    assert shape(completed) == shape(json.loads(examples("json")[2]))


@pytest.mark.parametrize("name", ["status", "code"])
def test_the_page_names_only_existing_states_and_codes(name: str) -> None:
    """Every name in capitals in the first column of a table is one that the server uses."""
    source = Path(__file__).parents[4] / "src" / "hanse"
    folders = [source / each for each in ("plugins/adapters", "engine/signin/api", "engine/oauth")]
    code = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    table = PAGE.read_text(encoding="utf-8").partition(f"| {name} |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    names = {each for cell in cells for each in re.findall(r"`([A-Z][A-Z0-9_]+)`", cell)}
    assert names
    assert [each for each in sorted(names) if f'"{each}"' not in code] == []
