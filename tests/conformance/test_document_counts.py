"""The stored number of documents of a kind is correct after any operation."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, func, select

from hanse.config.change.change import BulkReplacement, Change
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.list_query import ListQuery, StoredDocument
from hanse.config.store import documents
from hanse.config.store.schema import document
from hanse.kit.errors import NotFound, ValidationFailed
from tests.support.configurations import AUTHOR, RollBack, as_model
from tests.support.toy_resources import GROUPS, TOYS

IDS = st.sampled_from([f"g{number}" for number in range(6)])
STEPS = st.lists(
    st.tuples(st.sampled_from(["create", "rename", "delete", "import"]), st.lists(IDS, unique=True, max_size=6)),
    max_size=6,
)


def body(id_: str, suffix: str = "") -> dict[str, Any]:
    return {"id": id_, "name": f"Group {id_}{suffix}"}


def perform(change: Change, step: str, ids: list[str]) -> None:
    if step == "import":
        old = {stored.id: stored for stored in change.everything(GROUPS)}
        change.overwrite(BulkReplacement(GROUPS, old, {id_: body(id_) for id_ in ids}))
        return
    for id_ in ids:
        # Existing documents are not created, and missing ones are neither renamed nor deleted.
        with suppress(NotFound, ValidationFailed):
            if step == "create":
                change.create(GROUPS, as_model(GROUPS, body(id_)))
            elif step == "rename":
                change.replace(GROUPS, id_, as_model(GROUPS, body(id_, " anew")))
            else:
                change.delete(GROUPS, id_)


def count_by_kind(connection: Connection) -> dict[str, int]:
    by_kind = select(document.c.kind, func.count()).group_by(document.c.kind)
    return {kind: number for kind, number in connection.execute(by_kind)}  # noqa: C416 - rows are no tuples to mypy.


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(transactions=st.lists(st.tuples(STEPS, st.booleans()), max_size=4))
def test_the_stored_count_equals_the_number_of_documents(
    configuration: Configuration, transactions: list[tuple[list[tuple[str, list[str]]], bool]]
) -> None:
    for steps, rolls_back in transactions:
        with suppress(RollBack), configuration.changing(AUTHOR) as change:
            for step, ids in steps:
                perform(change, step, ids)
            if rolls_back:
                raise RollBack
    with configuration.reading() as view:
        expected = count_by_kind(view.connection)
        for toy in TOYS:
            if not toy.is_singleton:
                assert view.count(toy) == view.list(toy, ListQuery()).total == expected.get(toy.kind, 0)


def test_deleting_an_unknown_document_does_not_change_the_count(database: Database) -> None:
    with database.writing() as connection:
        made = [documents.DocumentRow(StoredDocument(f"g{number}", {}, 1), "", "") for number in range(3)]
        documents.insert_many(connection, "toy/group", made)
        documents.remove_many(connection, "toy/group", ["g0", "g1", "nobody"])
        assert documents.count(connection, "toy/group") == count_by_kind(connection)["toy/group"] == 1


@pytest.mark.parametrize("filter_", [" ", "\u2003", "\u3000 \t"])
def test_a_filter_of_blanks_matches_everything(configuration: Configuration, filter_: str) -> None:
    with configuration.changing(AUTHOR) as change:
        perform(change, "create", ["g0", "g1"])
    with configuration.reading() as view:
        assert view.list(GROUPS, ListQuery(filter=filter_)).total == 2
