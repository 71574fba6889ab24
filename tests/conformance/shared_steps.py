"""Steps that several conformance suites share."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.kit.errors import FieldError, ValidationFailed
from tests.conformance.subjects import COLLECTIONS, SUBJECTS, Body, Subject
from tests.support.configurations import create, replace

every_resource = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
every_collection = pytest.mark.parametrize("subject", COLLECTIONS, ids=str)


def prepare(configuration: Configuration, subject: Subject) -> None:
    """Store the items that the subject's samples refer to."""
    for resource, body in subject.needs:
        create(configuration, resource, body)


def save_first(configuration: Configuration, subject: Subject) -> tuple[str, Body]:
    """Store the subject's first sample with the items that it refers to; return its id and stored body."""
    prepare(configuration, subject)
    body = subject.sample(1)
    if subject.resource.is_singleton:
        stored = replace(configuration, subject.resource, subject.resource.singleton_id, body)
    else:
        stored = create(configuration, subject.resource, body)
    return stored.id, stored.body


def errors_of(call: Any, *arguments: Any) -> list[FieldError]:
    """Return the validation errors of a refused call."""
    with pytest.raises(ValidationFailed) as caught:
        call(*arguments)
    return list(caught.value.errors)


def findings_of(call: Any, *arguments: Any) -> set[tuple[str | None, str]]:
    """Return the paths and ids of the validation errors of a refused call."""
    return {(error.field_path, error.error_id) for error in errors_of(call, *arguments)}
