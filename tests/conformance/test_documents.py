"""What holds for every resource: create, read, replace, delete, and what is refused on the way."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.config.fields import Immutable, ServerSet, Unique
from hanse.config.introspect import fields_with, places
from hanse.config.listing import ListQuery
from hanse.kit.errors import NotFound
from tests.conformance.steps import errors_of, every_collection, every_resource, prepare, save_first
from tests.conformance.subjects import COLLECTIONS, Body, Subject
from tests.support.configurations import as_model, create, delete, read, replace, revision


@every_resource
def test_a_saved_document_is_read_back_as_it_was_answered(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    stored = read(configuration, subject.resource, id_)
    assert stored.body == body
    assert stored.revision == revision(configuration)


@every_resource
def test_what_was_answered_can_be_sent_back_unchanged_and_makes_no_revision(
    configuration: Configuration, subject: Subject
) -> None:
    id_, body = save_first(configuration, subject)
    before = revision(configuration)
    stored = replace(configuration, subject.resource, id_, body)
    assert (stored.body, stored.revision) == (body, before)
    assert revision(configuration) == before


@every_resource
def test_a_replacement_is_one_revision_and_one_entry_of_history(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    before = revision(configuration)
    after = replace(configuration, subject.resource, id_, subject.altered(body))
    assert after.revision == revision(configuration) == before + 1
    with configuration.reading() as view:
        newest, oldest = view.history(subject.resource, id_)
    assert (newest.number, newest.before, newest.after) == (before + 1, body, after.body)
    assert (oldest.number, oldest.before, oldest.after) == (before, None, body)
    assert (newest.actor, newest.request_id, newest.time) == ("alice", "request-1", "2026-11-21T08:30:00.000Z")


@every_collection
def test_a_deleted_document_is_gone_and_its_history_stays(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    delete(configuration, subject.resource, id_)
    with pytest.raises(NotFound):
        read(configuration, subject.resource, id_)
    with configuration.reading() as view:
        newest = view.history(subject.resource, id_)[0]
    assert (newest.number, newest.before, newest.after) == (revision(configuration), body, None)
    assert create(configuration, subject.resource, subject.sample(1)).id == id_


@every_collection
def test_several_documents_can_be_deleted_one_after_the_other(configuration: Configuration, subject: Subject) -> None:
    prepare(configuration, subject)
    ids = [create(configuration, subject.resource, subject.sample(number)).id for number in (1, 2, 3)]
    for id_ in ids:
        delete(configuration, subject.resource, id_)
    with configuration.reading() as view:
        assert view.list(subject.resource, ListQuery(ids=tuple(ids))).total == 0


@every_collection
@pytest.mark.parametrize("call", [read, delete, replace], ids=lambda call: call.__name__)
def test_an_unknown_id_is_not_found(configuration: Configuration, subject: Subject, call: Any) -> None:
    prepare(configuration, subject)
    arguments = (subject.sample(1),) if call is replace else ()
    with pytest.raises(NotFound):
        call(configuration, subject.resource, "no-such-id", *arguments)


# Some documents have the id of another one, and no client may leave that out.
FREE_IDS = [
    each
    for each in COLLECTIONS
    if each.resource.id_field == "id" and not each.resource.model.model_fields["id"].is_required()
]


@pytest.mark.parametrize("subject", FREE_IDS, ids=str)
def test_an_id_is_made_when_the_client_names_none(configuration: Configuration, subject: Subject) -> None:
    prepare(configuration, subject)
    body = {name: value for name, value in subject.sample(1).items() if name != "id"}
    stored = create(configuration, subject.resource, body)
    assert len(stored.id) == 26
    assert stored.id.isalnum()
    assert stored.body["id"] == stored.id


@every_collection
def test_an_id_is_given_once(configuration: Configuration, subject: Subject) -> None:
    save_first(configuration, subject)
    [error] = errors_of(create, configuration, subject.resource, {**subject.sample(2), **id_of(subject, 1)})
    assert (error.field_path, error.error_id) == (subject.resource.id_field, "id_in_use")


@every_collection
def test_an_id_cannot_be_changed(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    [error] = errors_of(replace, configuration, subject.resource, id_, {**body, **id_of(subject, 2)})
    assert (error.field_path, error.error_id) == (subject.resource.id_field, "immutable_field")


def id_of(subject: Subject, number: int) -> Body:
    name = subject.resource.id_field
    return {name: subject.sample(number)[name]}


@every_resource
def test_an_unknown_field_is_named(subject: Subject) -> None:
    [error] = errors_of(as_model, subject.resource, {**subject.sample(1), "noSuchField": 1})
    assert (error.field_path, error.error_id) == ("noSuchField", "unknown_field")


@every_resource
def test_a_wrong_type_is_named_at_each_field(subject: Subject) -> None:
    body = subject.sample(1)
    for name, value in body.items():
        wrong = 7 if isinstance(value, str | list | dict | bool) else "seven"
        [error] = errors_of(as_model, subject.resource, {**body, name: wrong})
        assert (error.field_path, error.error_id in ("invalid_type", "float_type", "enum")) == (name, True)


@every_resource
def test_everything_wrong_is_said_at_once(subject: Subject) -> None:
    body: Body = dict.fromkeys(subject.sample(1), 7)
    body["noSuchField"] = True
    paths = {error.field_path for error in errors_of(as_model, subject.resource, body)}
    texts = {name for name, value in subject.sample(1).items() if isinstance(value, str)}
    assert texts | {"noSuchField"} <= paths


@every_collection
def test_a_unique_value_is_taken_whatever_its_case(configuration: Configuration, subject: Subject) -> None:
    save_first(configuration, subject)
    for marked in fields_with(subject.resource.model, Unique):
        body, taken = subject.sample(2), subject.sample(1)
        if not list(places(body, marked.pattern)):
            continue  # The server decides it; that it is taken is the resource's own test.
        for mine, theirs in zip(places(body, marked.pattern), places(taken, marked.pattern), strict=True):
            mine.container[mine.key] = swapped(theirs.value)
        errors = errors_of(create, configuration, subject.resource, body)
        assert {error.error_id for error in errors} == {"value_in_use"}
        assert all(str(error.field_path).startswith(str(marked.pattern[0])) for error in errors)


def swapped(value: Any) -> Any:
    return [item.swapcase() for item in value] if isinstance(value, list) else value.swapcase()


@every_collection
def test_a_unique_value_is_free_again_after_its_document_changed_or_went(
    configuration: Configuration, subject: Subject
) -> None:
    first, body = save_first(configuration, subject)
    replace(configuration, subject.resource, first, {**body, **unique_part(subject, 2)})
    second = create(configuration, subject.resource, {**subject.sample(2), **unique_part(subject, 1)})
    delete(configuration, subject.resource, first)
    replace(configuration, subject.resource, second.id, {**second.body, **unique_part(subject, 2)})


def unique_part(subject: Subject, number: int) -> Body:
    tops = {marked.pattern[0] for marked in fields_with(subject.resource.model, Unique)}
    return {name: value for name, value in subject.sample(number).items() if name in tops}


@every_resource
def test_fixed_fields_stay_as_they_were_made(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    for marked in fields_with(subject.resource.model, Immutable):
        name = str(marked.pattern[0])
        for other in ({**body, name: subject.sample(2)[name]}, {k: v for k, v in body.items() if k != name}):
            [error] = errors_of(replace, configuration, subject.resource, id_, other)
            assert (error.field_path, error.error_id) == (name, "immutable_field")


@every_resource
def test_what_the_server_sets_is_not_the_client_s_to_set(configuration: Configuration, subject: Subject) -> None:
    id_, body = save_first(configuration, subject)
    for marked in fields_with(subject.resource.model, ServerSet):
        name = str(marked.pattern[0])
        without = {k: v for k, v in body.items() if k != name}
        assert replace(configuration, subject.resource, id_, without).body == body
        if isinstance(body.get(name), str):
            assert replace(configuration, subject.resource, id_, {**body, name: "forged"}).body == body
