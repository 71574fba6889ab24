"""The operations that add a key pair. They differ in the origin of the key."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from pydantic import BaseModel

from hanse.config.declare.resource import Resource
from hanse.config.http.item_answers import item_answer
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.resources.security.key_pairs.model import KeyPair
from hanse.resources.security.key_pairs.view import KeyPairView


def making_operation(
    resource: Resource[KeyPair],
    verb: str,
    body: type[BaseModel],
    made: Callable[[Call], KeyPair],
    error_context: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Operation:
    """Return the operation that adds the key pair returned by `made`, which runs before the transaction begins.

    `error_context` moves errors about the key pair to the field of the request body that caused them.
    """

    def run(call: Call) -> OperationResult:
        pair = made(call)
        with call.changing() as change, error_context():
            stored = change.create(resource, pair)
        return item_answer(resource, call, stored, status=201)

    return Operation(
        method="POST",
        path=f"{API}{resource.path}/{verb}",
        area=resource.area,
        summary=f"{verb.capitalize()}: {resource.text.title}",
        run=run,
        tag=resource.text.title,
        body=body,
        answer=KeyPairView,
        status=201,
        in_transaction=False,
        computes=True,
    )
