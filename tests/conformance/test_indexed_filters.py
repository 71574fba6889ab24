"""Filters of large collections find documents by an index, on each kind of database."""

from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite

from hanse.config.configuration import Configuration
from hanse.config.declare.fields import Filterable
from hanse.config.declare.marked_fields import fields_with
from hanse.config.declare.resource import Resource
from hanse.config.list_query import ListQuery, MemberCondition
from hanse.config.store.query_conditions import matching
from hanse.config.store.schema import document
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.federation.sp_connections.resource import SP_CONNECTIONS
from tests.conformance.subjects import SUBJECTS
from tests.support.access_tokens import manager
from tests.support.configurations import create, replace
from tests.support.idp_connections import idp_connection, openid_connection, saml_connection

PROTOCOL = "idpBrowserSso.protocol"


def indexed_members() -> list[tuple[Resource[Any], str]]:
    """Return the members that resources declare as indexed."""
    found = []
    for resource in dict.fromkeys(each.resource for each in SUBJECTS):
        for marked in fields_with(resource.model, Filterable):
            marker = marked.marker(Filterable)
            if marker is not None and marker.is_indexed:
                found.append((resource, f"{marked.name}.{marker.by}" if marker.by else marked.name))
    return found


def test_lists_of_connections_have_indexed_filters() -> None:
    expected = {SP_CONNECTIONS.kind: {"active", "spBrowserSso.protocol"}, IDP_CONNECTIONS.kind: {"active", PROTOCOL}}
    assert {resource.kind for resource, _ in indexed_members()} == set(expected)
    for resource, member in indexed_members():
        assert member in expected[resource.kind]


@pytest.mark.parametrize(("resource", "member"), indexed_members(), ids=lambda each: getattr(each, "kind", each))
def test_the_database_uses_the_index_of_a_member(
    configuration: Configuration, resource: Resource[Any], member: str
) -> None:
    value = False if member == "active" else "SAML20"
    query = ListQuery(conditions=(MemberCondition(member, value, is_indexed=True),))
    with configuration.reading() as view:
        connection = view.connection
        is_sqlite = connection.dialect.name == "sqlite"
        statement = matching(connection, resource.kind, query).select(document.c.id)
        dialect = sqlite.dialect() if is_sqlite else postgresql.dialect()  # type: ignore[no-untyped-call]  # The dialects of the library have no types.
        compiled = statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}).string
        if not is_sqlite:
            # The few rows of a test would be read as a whole.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
            connection.execute(text("SET LOCAL enable_bitmapscan = off"))
        explain = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
        plan = str(connection.exec_driver_sql(f"{explain} {compiled.replace('%%', '%')}").all())
    side = "sp" if resource is SP_CONNECTIONS else "idp"
    assert f"document_by_{side}_{member.rpartition('.')[2]}" in plan


def test_indexed_filters_find_the_same_items_as_others(configuration: Configuration) -> None:
    create(configuration, MANAGERS, manager(0))
    for body in (saml_connection(1), openid_connection(2), idp_connection(3)):
        create(configuration, IDP_CONNECTIONS, body)

    def found(*conditions: tuple[str, str | bool], **more: Any) -> list[str]:
        by_index, others = (
            ListQuery(
                conditions=tuple(MemberCondition(*each, is_indexed=is_indexed) for each in conditions),
                number_per_page=10,
                count_up_to=10,
                **more,
            )
            for is_indexed in (True, False)
        )
        with configuration.reading() as view:
            pages = view.list(IDP_CONNECTIONS, by_index), view.list(IDP_CONNECTIONS, others)
        assert pages[0] == pages[1]
        return [each.id for each in pages[0].items]

    everything = found()
    assert len(everything) == 3
    assert found(("active", True)) == everything
    assert found(("active", False)) == []
    assert len(found((PROTOCOL, "SAML20"))) == len(found((PROTOCOL, "OIDC"))) == 1
    assert found((PROTOCOL, "OIDC"), ("active", True), filter="openid") == found((PROTOCOL, "OIDC"))
    assert found((PROTOCOL, 'it\'s "quoted"')) == []
    saml = saml_connection(1)
    replace(configuration, IDP_CONNECTIONS, saml["id"], {**saml, "active": False})
    assert len(found(("active", False))) == 1
    assert found((PROTOCOL, "SAML20"), ("active", True)) == []
    assert found(("active", False), descending=True) == found((PROTOCOL, "SAML20"))
