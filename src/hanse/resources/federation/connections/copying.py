"""Copies of connections: a new partner with the settings of another one."""

import json
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.plugin_fields import Field as ActionField
from hanse.config.declare.resource import Resource
from hanse.config.declare.types import Name
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.validation import parse
from hanse.config.http.item_answers import item_answer
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.resources.federation.connections.model import EntityId

_NOT_COPIED = ("id", "creationDate", "modificationDate")


class ConnectionCopy(ConfigModel):
    """The members in which a copy differs."""

    name: Annotated[Name, Field(title="Connection name")]
    entity_id: Annotated[EntityId, Field(title="Entity ID")]


def copy_operation(connections: Resource[Any]) -> Operation:
    """Return the operation that copies a connection. The copy is inactive, so that it can be completed first."""
    return Operation(
        method="POST",
        path=f"{API}{connections.item_path}/copy",
        area=connections.area,
        tag=connections.text.title,
        summary=f"Copy: {connections.text.title}",
        run=partial(_copy, connections),
        body=ConnectionCopy,
        answer=connections.model,
        status=201,
        extra_statuses=(422,),
    )


COPY_ACTION = ItemAction(
    id="copy",
    name="Copy",
    description="Creates an inactive connection to another partner with the same settings.",
    path="/copy",
    parameters=(
        ActionField(name="name", label="Connection name", description="Name of the new connection.", required=True),
        ActionField(name="entityId", label="Entity ID", description="Entity ID of the new partner.", required=True),
    ),
    done="The copy was saved. It is inactive.",
)


def _copy(connections: Resource[Any], call: Call) -> OperationResult:
    stored = call.view.get(connections, call.path["id"])
    kept = {name: value for name, value in stored.body.items() if name not in _NOT_COPIED}
    changed = {"name": call.body.name, "entityId": call.body.entity_id, "active": False}
    model = parse(connections.model, json.dumps(kept | changed).encode())
    return item_answer(connections, call, call.change.create(connections, model), 201, call.change)
