"""Rules for every resource: documents are created, read, replaced and deleted, and invalid requests are refused.

One test runs through many steps, because creating a server with its samples takes longer than the steps.
"""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.declare.fields import Immutable, ServerSet, Unique
from hanse.config.declare.marked_fields import fields_with, places
from hanse.config.list_query import ListQuery
from hanse.kit.errors import NotFound
from tests.conformance.shared_steps import errors_of, every_collection, every_resource, save_first
from tests.conformance.subjects import Body, Subject
from tests.support.configurations import as_model, create, delete, read, replace, revision


@every_resource
def test_a_document_is_read_sent_back_and_replaced(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    stored, before = read(configuration, subject.resource, id_), revision(configuration)
    assert (stored.body, stored.revision) == (body, before)
    stored = replace(configuration, subject.resource, id_, body)
    assert (stored.body, stored.revision) == (body, before)
    check_immutable_fields(configuration, subject, id_, body)
    check_fields_set_by_the_server(configuration, subject, id_, body)
    # Neither an unchanged body nor a refused one creates a revision.
    assert revision(configuration) == before
    after = replace(configuration, subject.resource, id_, subject.altered(body))
    assert after.revision == revision(configuration) == before + 1
    with configuration.reading() as view:
        newest, oldest = view.history(subject.resource, id_)
    assert (newest.number, newest.before, newest.after) == (before + 1, body, after.body)
    assert (oldest.number, oldest.before, oldest.after) == (before, None, body)
    assert (newest.actor, newest.request_id, newest.time) == ("alice", "request-1", "2026-11-21T08:30:00.000Z")


def check_immutable_fields(configuration: Configuration, subject: Subject, id_: str, body: Body) -> None:
    for marked in fields_with(subject.resource.model, Immutable):
        name = str(marked.pattern[0])
        for other in ({**body, name: subject.sample(2)[name]}, {k: v for k, v in body.items() if k != name}):
            [error] = errors_of(replace, configuration, subject.resource, id_, other)
            assert (error.field_path, error.error_id) == (name, "immutable_field")


def check_fields_set_by_the_server(configuration: Configuration, subject: Subject, id_: str, body: Body) -> None:
    # Tests of the resources check members of nested objects.
    for marked in (each for each in fields_with(subject.resource.model, ServerSet) if len(each.pattern) == 1):
        name = str(marked.pattern[0])
        without = {k: v for k, v in body.items() if k != name}
        assert replace(configuration, subject.resource, id_, without).body == body
        if isinstance(body.get(name), str):
            assert replace(configuration, subject.resource, id_, {**body, name: "forged"}).body == body


@every_collection
def test_ids_and_unique_values_are_unique_and_reusable_after_deletion(
    configuration: Configuration, subject: Subject
) -> None:
    id_, body = save_first(configuration, subject)
    check_unknown_ids(configuration, subject)
    check_that_ids_are_unique_and_immutable(configuration, subject, id_, body)
    check_unique_values(configuration, subject)
    changed = replace(configuration, subject.resource, id_, {**body, **unique_part(subject, 2)})
    second = create(configuration, subject.resource, {**subject.sample(2), **unique_part(subject, 1)})
    delete(configuration, subject.resource, id_)
    check_history_after_deletion(configuration, subject, id_, changed.body)
    replace(configuration, subject.resource, second.id, {**second.body, **unique_part(subject, 2)})
    assert create(configuration, subject.resource, subject.sample(1)).id == id_
    third = create(configuration, subject.resource, subject.sample(3))
    created = (id_, second.id, third.id)
    for each in created:
        delete(configuration, subject.resource, each)
    with configuration.reading() as view:
        assert view.list(subject.resource, ListQuery(ids=created)).total == 0
    check_generated_id(configuration, subject)


def check_unknown_ids(configuration: Configuration, subject: Subject) -> None:
    for call in (read, delete, replace):
        arguments = (subject.sample(1),) if call is replace else ()
        with pytest.raises(NotFound):
            call(configuration, subject.resource, "no-such-id", *arguments)


def check_that_ids_are_unique_and_immutable(
    configuration: Configuration, subject: Subject, id_: str, body: Body
) -> None:
    for expected, refused in (
        ("id_in_use", (create, {**subject.sample(2), **id_of(subject, 1)})),
        ("immutable_field", (replace, id_, {**body, **id_of(subject, 2)})),
    ):
        [error] = errors_of(refused[0], configuration, subject.resource, *refused[1:])
        assert (error.field_path, error.error_id) == (subject.resource.ids.member, expected)


def check_unique_values(configuration: Configuration, subject: Subject) -> None:
    for marked in fields_with(subject.resource.model, Unique):
        unique = marked.marker(Unique)
        is_exact = unique is not None and unique.exact
        body, taken = subject.sample(2), subject.sample(1)
        if not list(places(body, marked.pattern)):
            # The server sets the value; the tests of the resource check that it is unique.
            continue
        for mine, theirs in zip(places(body, marked.pattern), places(taken, marked.pattern), strict=True):
            mine.container[mine.key] = theirs.value if is_exact else swap_case(theirs.value)
        errors = errors_of(create, configuration, subject.resource, body)
        assert {error.error_id for error in errors} == {"value_in_use"}
        assert all(str(error.field_path).startswith(str(marked.pattern[0])) for error in errors)


def check_history_after_deletion(configuration: Configuration, subject: Subject, id_: str, body: Body) -> None:
    with pytest.raises(NotFound):
        read(configuration, subject.resource, id_)
    with configuration.reading() as view:
        newest = view.history(subject.resource, id_)[0]
    assert (newest.number, newest.before, newest.after) == (revision(configuration), body, None)


def check_generated_id(configuration: Configuration, subject: Subject) -> None:
    fields = subject.resource.model.model_fields
    if subject.resource.ids.member == "id" and not fields["id"].is_required():
        body = {name: value for name, value in subject.sample(1).items() if name != "id"}
        stored = create(configuration, subject.resource, body)
        assert stored.body["id"] == stored.id
        # Ids that the resource derives from the body are not generated; the resource's own tests check their form.
        if subject.resource.ids.derive is not None:
            assert stored.id == subject.resource.ids.derive(stored.body)
        else:
            assert (len(stored.id), stored.id.isalnum()) == (26, True)


def id_of(subject: Subject, number: int) -> Body:
    name = subject.resource.ids.member
    return {name: subject.sample(number)[name]}


def swap_case(value: Any) -> Any:
    return [item.swapcase() for item in value] if isinstance(value, list) else value.swapcase()


def unique_part(subject: Subject, number: int) -> Body:
    tops = {marked.pattern[0] for marked in fields_with(subject.resource.model, Unique)}
    return {name: value for name, value in subject.sample(number).items() if name in tops}


@every_resource
def test_all_errors_are_reported_at_once_with_their_fields(subject: Subject) -> None:
    body = subject.sample(1)
    [error] = errors_of(as_model, subject.resource, {**body, "noSuchField": 1})
    assert (error.field_path, error.error_id) == ("noSuchField", "unknown_field")
    for name, value in body.items():
        wrong = 7 if isinstance(value, str | list | dict | bool) else "seven"
        [error] = errors_of(as_model, subject.resource, {**body, name: wrong})
        assert (error.field_path, error.error_id in ("invalid_type", "float_type", "enum")) == (name, True)
    paths = {
        error.field_path for error in errors_of(as_model, subject.resource, dict.fromkeys((*body, "noSuchField"), 7))
    }
    assert {*(name for name, value in body.items() if isinstance(value, str)), "noSuchField"} <= paths
