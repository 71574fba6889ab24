"""Steps that several suites take."""

from typing import Any

import pytest

from hanse.config.configuration import Configuration
from hanse.kit.errors import FieldError, ValidationFailed
from tests.conformance.subjects import COLLECTIONS, SUBJECTS, Body, Subject
from tests.support.configurations import create, replace

every_resource = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
every_collection = pytest.mark.parametrize("subject", COLLECTIONS, ids=str)


def prepare(configuration: Configuration, subject: Subject) -> None:
    """Store what the subject's samples refer to."""
    for resource, body in subject.needs:
        create(configuration, resource, body)


def save_first(configuration: Configuration, subject: Subject) -> tuple[str, Body]:
    """Store the subject's first sample with its references, and return its ID and stored body."""
    prepare(configuration, subject)
    body = subject.sample(1)
    if subject.resource.is_singleton:
        stored = replace(configuration, subject.resource, subject.resource.singleton_id, body)
    else:
        stored = create(configuration, subject.resource, body)
    return stored.id, stored.body


def errors_of(call: Any, *arguments: Any) -> list[FieldError]:
    """Return the findings of a refused call."""
    with pytest.raises(ValidationFailed) as caught:
        call(*arguments)
    return list(caught.value.errors)


def findings_of(call: Any, *arguments: Any) -> set[tuple[str | None, str]]:
    """Return the paths and ids of the findings of a refused call."""
    return {(error.field_path, error.error_id) for error in errors_of(call, *arguments)}
