"""A new area needs only one module: a registered test resource has all of its pages on a real server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from hanse.admin.frames.frame import frames_of
from hanse.admin.shell.navigation import navigation
from hanse.app import core
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId, Searchable
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import SERVER, ConsolePage, Tile, TileIcon
from hanse.resources.all_resources import PLUGIN_KINDS, RESOURCES
from tests.flows import server as servers
from tests.flows.pages import send, visit
from tests.flows.server import API, UI, Client, flow_server
from tests.support.frames import TREE


class Lighthouse(ConfigModel):
    """The model of a test resource."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    name: Annotated[str, Field(title="Name", max_length=64), Searchable()]
    is_lit: Annotated[bool, Field(title="Lit", description="Show a light at night.")] = False
    rhythm: Annotated[str | None, Field(title="Light rhythm", description="Seconds between flashes.")] = None


LIGHTHOUSES = Resource(
    path="/lighthouses",
    model=Lighthouse,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Lighthouse", description="Lights along the coast."),
    lists=ListOptions(sort_by="name"),
    ui=Ui(
        page=ConsolePage(
            id="lighthouses",
            label="Lighthouses",
            heading=SERVER,
            slug="lighthouses",
            position=15,
            is_default_shortcut=True,
            tile=Tile(TileIcon.GLOBE, "Lights along the coast.", position=5),
        ),
        guide="forms",
        items=ItemList(
            singular="Lighthouse",
            plural="Lighthouses",
            columns=("isLit",),
            computed={"Seen": lambda _view: lambda body: f"from {len(body['name'])} miles"},
            empty="Lighthouses guide ships.",
        ),
        form=ItemForm(
            layout=FormLayout(
                sections=(Section("Light", ("isLit", "rhythm")), Section("Place", ("name",))),
                when={"rhythm": (AppliesWhen("isLit"),)},
            )
        ),
    ),
)


@pytest.fixture
def admin(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(core, "RESOURCES", (*RESOURCES, LIGHTHOUSES))
    # Answers are validated with this server's own API description.
    monkeypatch.setattr(servers, "_CONTRACTS", [])
    with flow_server(database_url, tmp_path) as made:
        yield made.set_up()


def test_a_registered_resource_is_in_navigation_tiles_shortcuts_search_list_and_form(admin: Client) -> None:
    settings = admin.get(f"{UI}/uiSettings").json()
    (system,) = [each for each in settings["navTree"] if each["id"] == "system"]
    (server,) = [each for each in system["children"] if each["id"] == "system/server"]
    (page,) = [each for each in server["children"] if each["id"] == "lighthouses"]
    assert page == {
        "id": "lighthouses",
        "label": "Lighthouses",
        "level": "LEAF",
        "path": "/system/server/lighthouses",
        "react": False,
        "tile": {
            "label": "Lighthouses",
            "description": "Lights along the coast.",
            "icon": "globe",
            "position": 5,
        },
        "children": [],
    }
    shortcuts = admin.get(f"{API}/internal/user/shortcuts/default").json()["items"]
    assert "lighthouses" in [each["id"] for each in shortcuts]

    assert "Lighthouses guide ships." in visit(admin, "lighthouses").texts
    form = visit(admin, "lighthouses/add")
    assert {"Light", "Lit", "Light rhythm", "Show a light at night."} <= set(form.texts)
    assert send(admin, form, {"name": "Travemünde", "isLit": "true", "rhythm": "4", "_do": ""}).status == 303

    listed = visit(admin, "lighthouses").texts
    assert {"Travemünde", "Lit", "Seen", "from 10 miles"} <= set(listed)
    (saved,) = admin.get(f"{API}/lighthouses").json()["items"]
    (group,) = admin.get(f"{UI}/search", params={"filter": "travem"}).json()["items"]
    assert (group["title"], group["items"]) == (
        "Lighthouses",
        [
            {
                "id": saved["id"],
                "label": "Travemünde",
                "detail": saved["id"],
                "path": f"/system/server/lighthouses/edit/{saved['id']}",
            }
        ],
    )
    edited = visit(admin, f"lighthouses/edit/{saved['id']}")
    assert (edited.fields["name"], edited.fields["rhythm"]) == (["Travemünde"], ["4"])


def test_every_page_comes_from_a_registered_resource() -> None:
    declared = {ui.page.id for each in RESOURCES for ui in each.pages}
    frames = frames_of(RESOURCES, PLUGIN_KINDS)
    assert {frame.node for frame in frames} == {
        ui.page.id for each in RESOURCES for ui in each.pages if ui.form is not None
    }
    # There are pages only for registered resources.
    assert [area for area in navigation(()) if any(group.children for group in area.children)] == []
    assert len(declared) < len([leaf for area in TREE for group in area.children for leaf in group.children])


def test_contradicting_pages_are_refused() -> None:
    page = ConsolePage(id="ports", label="Ports", heading=SERVER, slug="ports", position=15)
    twin = Resource(
        path="/ports",
        model=Lighthouse,
        area=Area.CONFIGURATION,
        text=ResourceText(title="Port", description="Harbours."),
        ui=Ui(page=page),
    )
    with pytest.raises(ValueError, match="same position"):
        navigation((LIGHTHOUSES, twin))
