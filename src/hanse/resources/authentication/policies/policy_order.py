"""The operation that changes the order of policies."""

from enum import StrEnum

from hanse.config.change.change import BulkReplacement, Change
from hanse.config.declare.fields import ConfigModel, ResourceId
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.list_query import StoredDocument
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.texts.messages import message
from hanse.resources.authentication.policies.resource import POLICIES, POSITION, in_order


class Location(StrEnum):
    """The new position of a policy: at an end of the list, or next to another policy."""

    START = "START"
    END = "END"
    BEFORE = "BEFORE"
    AFTER = "AFTER"


class MoveItemRequest(ConfigModel):
    """A request to move a policy to another position."""

    location: Location
    move_to_id: ResourceId | None = None


def move(change: Change, id_: str, where: MoveItemRequest) -> None:
    """Move a policy to another position; raises NotFound and ValidationFailed."""
    change.get(POLICIES, id_)
    before = {stored.id: stored for stored in in_order(change)}
    order = [each for each in before if each != id_]
    order.insert(_place(order, where), id_)
    new = {each: _at(before[each], place) for place, each in enumerate(order, start=1)}
    change.overwrite(BulkReplacement(POLICIES, before, new))


def _at(stored: StoredDocument, place: int) -> dict[str, object]:
    return {**stored.body, POSITION: place}


def _place(order: list[str], where: MoveItemRequest) -> int:
    match where.location:
        case Location.START:
            return 0
        case Location.END:
            return len(order)
        case _:
            if where.move_to_id is None:
                raise ValidationFailed([FieldError("This field is required.", "moveToId", "required_field")])
            if where.move_to_id not in order:
                text = message("There is no other policy '{move_to_id}'.", move_to_id=where.move_to_id)
                raise ValidationFailed([FieldError(text, "moveToId", "reference_not_found")])
            return order.index(where.move_to_id) + (where.location is Location.AFTER)


def _move(call: Call) -> OperationResult:
    move(call.change, call.path["id"], call.body)
    return OperationResult()


def policy_operations() -> list[Operation]:
    """Return the operations."""
    return [
        Operation(
            method="POST",
            path=f"{API}{POLICIES.item_path}/move",
            area=POLICIES.area,
            tag=POLICIES.text.title,
            summary="Move: Authentication Policy",
            body=MoveItemRequest,
            run=_move,
        )
    ]
