"""Actions of a frame's list: move an item, enable or disable one, make one the default."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from hanse.admin.frames.form.body_paths import element_id
from hanse.admin.frames.page_request import PageAddress, PageNotice
from hanse.admin.frames.pages.page_context import PageContext
from hanse.admin.frames.responses import redirect
from hanse.config.declare.ui.declaration import MainSwitch
from hanse.config.list_query import ListQuery
from hanse.kit.errors import HanseError, MalformedRequest, NotAllowed, NotFound, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized, say

ENABLED = "enabled"
UP, DOWN, SWITCH = "up", "down", "switch"
DEFAULT, NO_DEFAULT = "default", "no-default"
MAIN_SWITCH = "main-switch"
SAVED = message("Settings saved.")


def perform_list_action(context: PageContext) -> Response:
    """Perform the action of a button of the list. Raises MalformedRequest, NotAllowed and NotFound."""
    request = context.request
    what, id_ = request.action
    is_ordered, has_default = request.frame.resource.lists.position is not None, request.frame.items.default is not None
    main = request.frame.ui.switch if what == MAIN_SWITCH else None
    of_item = (is_ordered and what in (UP, DOWN, SWITCH)) or (has_default and what in (DEFAULT, NO_DEFAULT))
    of_item = of_item or (what == SWITCH and bool(request.frame.items.switch))
    if main is None and not of_item:
        raise MalformedRequest("A list cannot be submitted as a form.")
    if not request.may_change:
        raise NotAllowed(request.read_only_reason)
    if main is not None:
        return redirect(request.address(), switch_on(context, main))
    if not id_:
        raise NotFound("There is no such item.")
    if what in (DEFAULT, NO_DEFAULT):
        # The same button then does the opposite.
        return redirect(f"{request.address()}#{element_id(f'{DEFAULT}-{id_}')}", _change_default(context, id_, what))
    notice = _toggle(context, id_) if what == SWITCH else _move(context, id_, what)
    # The focus after the page loads: the button that was pressed.
    return redirect(f"{request.address()}#{element_id(f'{what}-{id_}')}", notice)


def switched_off(context: PageContext) -> MainSwitch | None:
    """Return the setting without which the page has no effect, if it is off."""
    main = context.frame.ui.switch
    return main if main is not None and not context.calls.read_settings(main.settings).body.get(main.member) else None


def switch_on(context: PageContext, main: MainSwitch) -> PageNotice:
    """Turn the setting on, and return the notice for the next page."""
    stored = context.calls.read_settings(main.settings)
    try:
        context.calls.save_settings(main.settings, replace(stored, body={**stored.body, main.member: True}))
    except HanseError as error:
        return PageNotice(
            say("The setting could not be changed: {reason}", reason=localized(error.message)), failed=True
        )
    return PageNotice(localized(main.done))


def notice_of_save(context: PageContext, saved: Mapping[str, Any]) -> str:
    """Return the notice of a save. The first item of a list becomes the default where there is none."""
    if not context.is_list:
        return localized(SAVED)
    is_default = context.request.page is PageAddress.ADD and _became_default(context, saved)
    name = context.name(dict(saved))
    return say("{name} was saved. It is the default." if is_default else "{name} was saved.", name=name)


def _became_default(context: PageContext, saved: Mapping[str, Any]) -> bool:
    """Make a new item the default if it is the only one and there is no default; return whether it is now."""
    default = context.frame.items.default
    if default is None or context.calls.list_page(search="", page=1, after=None, descending=False)["totalItems"] != 1:
        return False
    stored = context.calls.read_settings(default.settings)
    if stored.body.get(default.member):
        return False
    link = {"id": context.frame.resource.id_of(dict(saved))}
    try:
        context.calls.save_settings(default.settings, replace(stored, body={**stored.body, default.member: link}))
    except HanseError:
        # Another administrator set the default meanwhile. The item itself is saved.
        return False
    return True


def _move(context: PageContext, id_: str, what: str) -> PageNotice:
    resource = context.request.frame.resource
    with context.configuration.reading() as view:
        items = {each.id: context.name(each.body) for each in view.list(resource, ListQuery()).items}
    order = list(items)
    if id_ not in items:
        raise NotFound(message("{called} '{id}' was not found.", called=resource.called, id=id_))
    position = order.index(id_) + (1 if what == DOWN else -1)
    if 0 <= position < len(order):
        context.calls.for_item(id_).move("AFTER" if what == DOWN else "BEFORE", order[position])
    return PageNotice(say("{name} was moved down." if what == DOWN else "{name} was moved up.", name=items[id_]))


def _change_default(context: PageContext, id_: str, what: str) -> PageNotice:
    default = context.frame.items.default
    if default is None:
        raise TypeError("the list has no default")
    name = context.name(context.calls.for_item(id_).read().body)
    stored = context.calls.read_settings(default.settings)
    body = {key: value for key, value in stored.body.items() if key != default.member}
    body |= {default.member: {"id": id_}} if what == DEFAULT else {}
    try:
        context.calls.save_settings(default.settings, replace(stored, body=body))
    except HanseError as error:
        return PageNotice(
            say("The default could not be changed: {reason}", reason=localized(error.message)), failed=True
        )
    return PageNotice(
        say("{name} is the default." if what == DEFAULT else "{name} is no longer the default.", name=name)
    )


def _toggle(context: PageContext, id_: str) -> PageNotice:
    calls = context.calls.for_item(id_)
    stored = calls.read()
    member = context.frame.items.switch or ENABLED
    is_on = not stored.body.get(member)
    name = context.name(stored.body)
    try:
        calls.replace({**stored.body, member: is_on}, stored.revision)
    except HanseError as error:
        # The first finding says what the item lacks.
        found = error.errors[0].message if isinstance(error, ValidationFailed) and error.errors else error.message
        return PageNotice(say("{name} could not be changed: {reason}", name=name, reason=localized(found)), failed=True)
    if member != ENABLED:
        return PageNotice(say("{name} is active." if is_on else "{name} is inactive.", name=name))
    return PageNotice(say("{name} is enabled." if is_on else "{name} is disabled.", name=name))
