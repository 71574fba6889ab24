"""Forms that are submitted empty: each missing value is reported at a field that is marked as required."""

import re
from html.parser import HTMLParser
from http import HTTPStatus

import pytest

from hanse.admin.frames.form.body_paths import element_id
from hanse.admin.frames.frame import Frame
from tests.flows.pages import Page, send, visit
from tests.flows.server import Client, FlowServer
from tests.support.frames import FRAMES

# Links from the error summary to fields.
_FINDING = re.compile(r'<li><a href="#([^"]+)">([^<]+)</a></li>')
_SUMMARY = re.compile(r'<ul class="hanse-problem__list">.*?</ul>', re.DOTALL)
# The message may continue with a condition.
_REQUIRED = ": This field is required"
# Groups of fields. An error must be reported at a field, not at its group.
_GROUPS = {"f-configuration", "f-attributeContract", "f-context"}


class _Marks(HTMLParser):
    """Collects the IDs of fields with a required mark at their label, their heading or their column."""

    def __init__(self) -> None:
        super().__init__()
        self.marked: set[str] = set()
        self.labels: dict[str, str] = {}
        self._owner = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "label":
            self._owner = values.get("for", "")
        elif (tag == "fieldset" and "hanse-choices" in values.get("class", "")) or tag in ("h2", "h3", "h4"):
            self._owner = values.get("id", "")
        elif "pf-v6-c-form__label-required" in values.get("class", ""):
            self.marked.add(self._owner)
        if values.get("aria-required") == "true":
            self.marked.add(values.get("id", ""))

    def handle_data(self, data: str) -> None:
        if self._owner and data.strip():
            self.labels.setdefault(self._owner, data.strip())


@pytest.fixture(scope="module")
def admin(filled_server: FlowServer) -> Client:
    return filled_server.client().sign_in()


def add_pages(frame: Frame) -> list[str]:
    types = [f"?type={type_}" for type_ in frame.types] or [""]
    return [] if frame.resource.is_singleton else [f"{frame.node}/add{type_}" for type_ in types]


def marks(page: Page) -> _Marks:
    found = _Marks()
    found.feed(page.answer.text)
    return found


@pytest.mark.parametrize("address", [each for frame in FRAMES for each in add_pages(frame)])
def test_a_missing_value_is_reported_at_a_field_marked_as_required(admin: Client, address: str) -> None:
    page = visit(admin, address)
    if not page.action:
        return
    # The form is sent twice, as rules are applied only after the body can be parsed.
    for _ in range(2):
        before, page = marks(page), send(admin, page, {"_do": ""})
        if page.status != HTTPStatus.UNPROCESSABLE_ENTITY:
            return
        summary = "".join(_SUMMARY.findall(page.answer.text))
        assert not re.findall(r"<li>[^<]", summary), "an error has no field"
        for target, text in _FINDING.findall(summary):
            assert target not in _GROUPS, text
            assert _REQUIRED not in text or target in before.marked, text
            _fill(page, target)


def _fill(page: Page, target: str) -> None:
    """Enter a value in a field, or choose its first option."""
    name = next((each for each in page.fields if element_id(each) == target), "")
    offered = re.search(rf'<select id="{re.escape(target)}".*?</select>', page.answer.text, re.DOTALL)
    options = re.findall(r'<option value="([^"]+)"', offered.group()) if offered is not None else ["aa"]
    if name and options:
        page.fields[name] = [options[0]]


def test_a_picker_is_named_with_its_context(admin: Client) -> None:
    page = visit(admin, "accessTokenMappings/add")
    page = send(admin, page, {"context.type": "IDP_ADAPTER", "_do": "edit:context.type"})
    assert marks(page).labels["f-context-contextRef"] == "IdP adapter"


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("administrativeAccounts/add", {"f-username", "f-password", "f-roles"}),
        ("dataStores/add?type=LDAP", {"f-hostnames", "f-ldapType", "f-userDN", "f-password"}),
        ("sessionQuotas", {"f-sessionQuotaBehavior", "f-sessionLimit"}),
    ],
)
def test_conditionally_required_fields_are_marked(admin: Client, address: str, fields: set[str]) -> None:
    assert fields <= marks(visit(admin, address)).marked
