"""Creates the demo's configuration through the admin API, and removes it again."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final, Protocol
from urllib.parse import quote

from hanse import handles
from hanse.demo.plan import DemoPlan
from hanse.demo.planned_objects import CONTRACT_ID, PROFILE_ID, PlannedObject, PlannedSetting
from hanse.demo.record import DemoRecord
from hanse.resources.authentication.local_identities.rules import HAS_USERS
from hanse.resources.authentication.local_identities.user_attributes import VALUE_IN_USE

PROFILE: Final = f"{handles.LOCAL_IDENTITY_PROFILES.path}/{PROFILE_ID}"
USERS: Final = f"{PROFILE}/users"


class AdminApi(Protocol):
    """The admin API: a call returns the status and the JSON body."""

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make one call."""
        ...


class DemoFailed(Exception):
    """The admin API refused a call; the text names the call and the reason."""


def create(api: AdminApi, record: DemoRecord, show_line: Callable[[str], None]) -> DemoRecord:
    """Create missing objects, change settings that nobody has changed, and return the record with these changes.

    Raises DemoFailed.
    """
    created, changed = list(record.created), list(record.changed)
    for each in record.plan.creations:
        if _exists(api, each):
            show_line(f"  kept     {each.title}")
            continue
        _made(api("POST", each.path, dict(each.body)), each.title)
        created.append(each.item_path)
        show_line(f"  created  {each.title}")
    for setting in record.plan.settings:
        status, current = api("GET", setting.path)
        if status == HTTPStatus.OK and current.get(setting.member) == setting.unset:
            _made(api("PUT", setting.path, {**current, setting.member: setting.value}), setting.title)
            changed.append(setting.path)
            show_line(f"  changed  {setting.title}")
    return replace(record, created=tuple(created), changed=tuple(changed))


def create_users(api: AdminApi, record: DemoRecord, show_line: Callable[[str], None]) -> None:
    """Create the missing users of the demo's profile, which must exist. Raises DemoFailed.

    Users are not part of the configuration, so that this follows `create` in a call of its own.
    """
    if PROFILE not in record.created:
        return
    for name, body in record.plan.users.items():
        status, answer = api("POST", USERS, dict(body))
        is_kept = _has_error(answer, VALUE_IN_USE)
        if not is_kept:
            _made((status, answer), f"User {name}")
        show_line(f"  {'kept   ' if is_kept else 'created'}  User {name}")


def remove_users(api: AdminApi, show_line: Callable[[str], None]) -> None:
    """Delete the users of the demo's profile, also those who registered themselves. Raises DemoFailed."""
    while users := _users(api):
        for each in users:
            _made(api("DELETE", f"{USERS}/{_quoted(each['id'])}"), f"User {each['username']}")
            show_line(f"  deleted  User {each['username']}")


def _users(api: AdminApi) -> list[dict[str, Any]]:
    answer = api("GET", USERS)
    _made(answer, "Users")
    items: list[dict[str, Any]] = answer[1]["items"]
    return items


def remove(api: AdminApi, users: AdminApi, record: DemoRecord, show_line: Callable[[str], None]) -> None:
    """Reset the settings that the demo changed and delete the objects and users that it created, and no others.

    `users` is the admin API for the users of the profile. Raises DemoFailed for objects that are in use elsewhere.
    """
    for setting in record.plan.settings:
        status, current = api("GET", setting.path)
        is_ours = setting.path in record.changed and status == HTTPStatus.OK
        if is_ours and current.get(setting.member) == setting.value and _may_be_reset(api, setting, record.plan):
            _made(api("PUT", setting.path, _without(current, setting.member, setting.unset)), setting.title)
            show_line(f"  reset    {setting.title}")
    for each in reversed(record.plan.creations):
        if each.item_path not in record.created:
            continue
        status, answer = api("DELETE", _quoted(each.item_path))
        if each.item_path == PROFILE and _has_error(answer, HAS_USERS):
            # Users cannot be restored: first all other objects of the demo are deleted, or known to be unused.
            _check_contract(api)
            remove_users(users, show_line)
            status, answer = api("DELETE", each.item_path)
        if status != HTTPStatus.NOT_FOUND:
            _made((status, answer), each.title)
            show_line(f"  deleted  {each.title}")


def _exists(api: AdminApi, creation: PlannedObject) -> bool:
    status, body = api("GET", _quoted(creation.item_path))
    if status == HTTPStatus.NOT_FOUND:
        return False
    _made((status, body), creation.title)
    return True


def _may_be_reset(api: AdminApi, setting: PlannedSetting, plan: DemoPlan) -> bool:
    """Return whether a switch may be reset: policies of others must keep applying."""
    if setting.unset is not False:
        return True
    own = {each.id for each in plan.creations}
    _status, policies = api("GET", handles.POLICIES.path)
    return all(each.get("id") in own for each in (policies or {}).get("items", ()))


def _without(body: Mapping[str, Any], member: str, unset: Any) -> dict[str, Any]:
    left = {name: value for name, value in body.items() if name != member}
    return left if unset is None else {**left, member: unset}


def _check_contract(api: AdminApi) -> None:
    """Raise DemoFailed if others use the contract of the profile, which can be deleted only after the profile."""
    contract = f"{handles.POLICY_CONTRACTS.path}/{CONTRACT_ID}"
    _, answer = api("GET", f"/internal/usedBy{contract}")
    if len((answer or {}).get("items", ())) > 1:
        raise DemoFailed(f"The policy contract {CONTRACT_ID} is in use and cannot be deleted.")


def _has_error(answer: Any, error_id: str) -> bool:
    return any(each.get("errorId") == error_id for each in (answer or {}).get("validationErrors", ()))


def _made(answer: tuple[int, Any], title: str) -> None:
    status, body = answer
    if status >= HTTPStatus.BAD_REQUEST:
        raise DemoFailed(f"{title}: {'; '.join(_reasons(body)) or status}")


def _reasons(body: Any) -> Iterator[str]:
    if isinstance(body, dict):
        yield str(body.get("message", ""))
        for each in body.get("validationErrors", ()):
            yield f"{each.get('fieldPath', '')} {each.get('message', '')}".strip()


def _quoted(path: str) -> str:
    return quote(path, safe="/")
