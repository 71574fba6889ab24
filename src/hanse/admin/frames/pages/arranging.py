"""What the list of a frame does by itself: move an item, switch one on or off, have one count where none is named."""

from dataclasses import replace

from starlette.responses import Response

from hanse.admin.frames.answers import redirect
from hanse.admin.frames.form.paths import element_id
from hanse.admin.frames.pages.scene import Scene
from hanse.admin.frames.visit import Notice
from hanse.config.listing import ListQuery
from hanse.kit.errors import HanseError, MalformedRequest, NotAllowed, NotFound

ENABLED = "enabled"
UP, DOWN, SWITCH = "up", "down", "switch"
DEFAULT, NO_DEFAULT = "default", "no-default"


def arrange(scene: Scene) -> Response:
    """Do what a button of the list asks for; raises MalformedRequest, NotAllowed and NotFound."""
    visit = scene.visit
    what, id_ = visit.action
    is_ordered, has_default = visit.frame.resource.placed_by is not None, visit.frame.items.default is not None
    if not (is_ordered and what in (UP, DOWN, SWITCH)) and not (has_default and what in (DEFAULT, NO_DEFAULT)):
        raise MalformedRequest("A list takes no form.")
    if not visit.may_change:
        raise NotAllowed("You can look at this and change nothing.")
    if not id_:
        raise NotFound("There is no such item.")
    if what in (DEFAULT, NO_DEFAULT):
        # The button that stands there then does the opposite.
        return redirect(f"{visit.address()}#{element_id(f'{DEFAULT}-{id_}')}", _chosen(scene, id_, what))
    said = _switched(scene, id_) if what == SWITCH else _moved(scene, id_, what)
    # Where the page goes on, for the keyboard: at the button that was pressed.
    return redirect(f"{visit.address()}#{element_id(f'{what}-{id_}')}", said)


def _moved(scene: Scene, id_: str, what: str) -> Notice:
    resource = scene.visit.frame.resource
    with scene.configuration.reading() as view:
        items = {each.id: scene.name(each.body) for each in view.list(resource, ListQuery()).items}
    order = list(items)
    if id_ not in items:
        raise NotFound(f"{resource.called} '{id_}' was not found.")
    place = order.index(id_) + (1 if what == DOWN else -1)
    if 0 <= place < len(order):
        scene.calls.about(id_).move("AFTER" if what == DOWN else "BEFORE", order[place])
    return Notice(f"{items[id_]} was moved {what}.")


def _chosen(scene: Scene, id_: str, what: str) -> Notice:
    default = scene.frame.items.default
    if default is None:
        raise TypeError("of these none is the default")
    name = scene.name(scene.calls.about(id_).read().body)
    stored = scene.calls.read_settings(default.settings)
    body = {key: value for key, value in stored.body.items() if key != default.member}
    body |= {default.member: {"id": id_}} if what == DEFAULT else {}
    try:
        scene.calls.save_settings(default.settings, replace(stored, body=body))
    except HanseError as error:
        return Notice(f"The default could not be changed: {error.message}", failed=True)
    return Notice(f"{name} is the default." if what == DEFAULT else f"{name} is not the default any more.")


def _switched(scene: Scene, id_: str) -> Notice:
    calls = scene.calls.about(id_)
    stored = calls.read()
    is_on = not stored.body.get(ENABLED)
    name = scene.name(stored.body)
    try:
        calls.replace({**stored.body, ENABLED: is_on})
    except HanseError as error:
        return Notice(f"{name} could not be changed: {error.message}", failed=True)
    return Notice(f"{name} is {'enabled' if is_on else 'disabled'}.")
