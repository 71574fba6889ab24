"""Certificates in groups that this server does not use, under the names that clients of the API choose.

The API contract allows every name. The groups with a purpose are in `certificate_groups`, and their paths precede the
one with a parameter. Certificates of other groups are kept for the clients that manage them: nothing trusts them, so
they are on no page and in no list of expiring certificates.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import (
    AnswerOptions,
    ApiOptions,
    ListOptions,
    Presentation,
    ResourceText,
    StorageOptions,
)
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import SaveRules
from hanse.config.http.item_answers import item_answer, shown_of
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.http.resource_operations import list_model
from hanse.config.list_query import ListQuery, MemberCondition, StoredDocument
from hanse.kit.errors import FieldError, NotFound, ValidationFailed
from hanse.resources.security.key_pairs.view import CertView, show
from hanse.resources.security.trusted_cas import (
    CertificateDocument,
    X509File,
    check_certificate_id,
    import_certificate,
    prepare_certificate,
)

_NAME: Final = re.compile(r"[A-Za-z0-9._~-]{1,128}")
# The parameter of the paths, and the member of the documents.
_GROUP: Final = "groupName"


class GroupedCertificate(CertificateDocument):
    """A certificate of a group."""

    group_name: Annotated[str, Field(title="Group", max_length=128)]


OTHER_GROUPS: Final = Resource(
    path=handles.OTHER_CERTIFICATE_GROUPS.path,
    model=GroupedCertificate,
    area=Area.KEYS,
    text=ResourceText(
        title="Certificate Group",
        singular="Certificate",
        description="Certificates in groups that this server does not use.",
    ),
    lists=ListOptions(sort_by="subjectDN"),
    api=ApiOptions(methods=frozenset()),
    saving=SaveRules(prepare=prepare_certificate, rules=(check_certificate_id,)),
    storage=StorageOptions(kind="otherCertificateGroups"),
    answers=AnswerOptions(presentation=Presentation(CertView, partial(show, model=CertView))),
)


def other_group_operations() -> Iterator[Operation]:
    """Yield the operations of the groups."""
    common = partial(Operation, area=OTHER_GROUPS.area, tag=OTHER_GROUPS.text.title)
    group = f"{API}/certificates/groups/{{{_GROUP}}}"
    yield common(path=group, summary="List: Certificate Group", run=_list, answer=list_model(CertView))
    yield common(
        method="POST",
        path=f"{group}/import",
        summary="Import: Certificate Group",
        run=_import,
        body=X509File,
        answer=CertView,
        status=201,
    )
    yield common(path=f"{group}/{{id}}", summary="Read: Certificate Group", run=_get, answer=CertView)
    yield common(method="DELETE", path=f"{group}/{{id}}", summary="Delete: Certificate Group", run=_delete, status=204)


def _list(call: Call) -> OperationResult:
    query = ListQuery(conditions=(MemberCondition(_GROUP, value=call.path[_GROUP]),))
    found = call.view.list(OTHER_GROUPS, query).items
    if not found:
        raise NotFound("There is no certificate group with this name.")
    return OperationResult({"items": shown_of(OTHER_GROUPS, call, found)})


def _import(call: Call) -> OperationResult:
    name = call.path[_GROUP]
    if not _NAME.fullmatch(name):
        text = "Names of groups have at most 128 letters, digits, and . _ ~ -."
        raise ValidationFailed([FieldError(text, None, "invalid_name")])
    return import_certificate(OTHER_GROUPS, partial(GroupedCertificate, group_name=name), call)


def _stored(call: Call) -> StoredDocument:
    stored = call.view.get(OTHER_GROUPS, call.path["id"])
    if stored.body[_GROUP] != call.path[_GROUP]:
        raise NotFound("The group has no certificate with this ID.")
    return stored


def _get(call: Call) -> OperationResult:
    return item_answer(OTHER_GROUPS, call, _stored(call))


def _delete(call: Call) -> OperationResult:
    call.change.delete(OTHER_GROUPS, _stored(call).id, call.expected)
    return OperationResult(status=204)
