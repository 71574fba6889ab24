"""Attributes of users from databases and directories, by the attribute sources of mappings."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from hanse.config.declare.validation import parse
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.jdbc import read_url
from hanse.data_stores.ldap import DirectoryEntry, LdapSearchScope
from hanse.data_stores.settings import DatabaseSettings, DirectorySettings, SourceFailed
from hanse.engine.attribute_lookups import MOST_GROUPS, AttributeLookups, security_identifier
from hanse.engine.snapshot.data_stores import DataStores
from hanse.kit.errors import Unavailable
from hanse.kit.option_values import networks
from hanse.plugins.conformance import Example
from hanse.plugins.data_stores.rest.plugin import REST_API
from hanse.resources.mapping.fulfillment import CompiledMapping, Values
from hanse.resources.mapping.model import AttributeMapping, SourceType
from tests.support.configurations import Body
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, PEOPLE, serving
from tests.support.json_service import Service, serving_json
from tests.support.mappings import from_source

KNOWN: Values = {(SourceType.CONTEXT, None): {"ClientId": "ada", "empty": "", "several": ["ada", "bob"]}}


def sources_of(*sources: Body, fulfillment: Body | None = None) -> AttributeMapping:
    body = {"attributeSources": list(sources), "attributeContractFulfillment": fulfillment or {}}
    return parse(AttributeMapping, json.dumps(body).encode())


def jdbc(id_: str = "db", condition: str = "name = '${context.ClientId}'", **more: Any) -> Body:
    return {
        "type": "JDBC",
        "id": id_,
        "dataStoreRef": {"id": "people"},
        "table": "person",
        "columnNames": ["mail", "team"],
        "filter": condition,
        **more,
    }


def ldap(id_: str = "dir", template: str = "(uid=${context.ClientId})", **more: Any) -> Body:
    return {
        "type": "LDAP",
        "id": id_,
        "dataStoreRef": {"id": "staff"},
        "baseDn": PEOPLE,
        "searchScope": "SUBTREE",
        "searchFilter": template,
        "searchAttributes": ["mail", "cn"],
        **more,
    }


class TestDatabase:
    @pytest.fixture
    def lookups(self, tmp_path: Path) -> AttributeLookups:
        folder = tmp_path / "stores"
        folder.mkdir()
        with sqlite3.connect(folder / "people.db") as connection:
            connection.execute("CREATE TABLE person (name TEXT, mail TEXT, team TEXT)")
            rows = [("ada", "ada@x", "blue"), ("ada", "ada@x", "red"), ("bob", "bob@x", None)]
            connection.executemany("INSERT INTO person VALUES (?, ?, ?)", rows)
        settings = DatabaseSettings(url=read_url("org.sqlite.JDBC", "jdbc:sqlite:people.db", folder))
        return AttributeLookups(DataStores(databases={"people": settings}), DataStoreClients(folder))

    def look_up(self, lookups: AttributeLookups, *sources: Body, known: Values = KNOWN) -> Mapping[str, Any]:
        found = lookups.look_up(sources_of(*sources).attribute_sources, known)
        return dict(found[SourceType.JDBC_DATA_STORE, sources[-1]["id"]])

    def test_columns_of_several_rows_become_several_values(self, lookups: AttributeLookups) -> None:
        assert self.look_up(lookups, jdbc()) == {"mail": "ada@x", "team": ["blue", "red"]}

    def test_null_values_are_omitted(self, lookups: AttributeLookups) -> None:
        assert self.look_up(lookups, jdbc(condition="name = 'bob'")) == {"mail": "bob@x"}

    def test_an_unknown_user_has_no_attributes(self, lookups: AttributeLookups) -> None:
        assert self.look_up(lookups, jdbc(condition="name = 'eve'")) == {}

    @pytest.mark.parametrize("name", ["context.missing", "context.empty"])
    def test_without_a_value_no_search_is_made(self, lookups: AttributeLookups, name: str) -> None:
        assert self.look_up(lookups, jdbc(condition=f"name <> '${{{name}}}'")) == {}

    def test_a_value_is_never_a_part_of_the_condition(self, lookups: AttributeLookups) -> None:
        attack: Values = {(SourceType.CONTEXT, None): {"ClientId": "' OR '1'='1"}}
        assert self.look_up(lookups, jdbc(), known=attack) == {}

    def test_later_lookups_can_use_earlier_results(self, lookups: AttributeLookups) -> None:
        second = jdbc("second", "mail = '${ds.first.mail}' AND team = 'red'")
        assert self.look_up(lookups, jdbc("first"), second) == {"mail": "ada@x", "team": "red"}

    @pytest.mark.parametrize("broken", [{"table": "missing"}, {"dataStoreRef": {"id": "missing"}}])
    def test_a_missing_table_or_data_store_makes_the_lookup_unavailable(
        self, lookups: AttributeLookups, broken: Body
    ) -> None:
        with pytest.raises(Unavailable):
            self.look_up(lookups, jdbc(**broken))

    def test_other_types_of_data_stores_are_refused(self, lookups: AttributeLookups) -> None:
        custom = {"type": "CUSTOM", "id": "own", "dataStoreRef": {"id": "people"}, "filterFields": []}
        with pytest.raises(Unavailable):
            lookups.look_up(sources_of(custom).attribute_sources, KNOWN)


class TestService:
    """A REST API data store with a real service on this machine."""

    def look_up(self, service: Service, sources: DataStoreClients, *filters: Body, known: Values = KNOWN) -> Any:
        row = {"Local Attribute": "mail", "JSON Response Attribute Path": "/mail"}
        tables = {"Base URLs and Tags": [{"Base URL": service.url}], "Attributes": [row]}
        store = REST_API.make(Example(tables=tables).settings(REST_API.form))
        lookups = AttributeLookups(DataStores(custom={"web": store}), sources)
        source = {"type": "CUSTOM", "id": "own", "dataStoreRef": {"id": "web"}, "filterFields": list(filters)}
        found = lookups.look_up(sources_of(source).attribute_sources, known)
        return found[SourceType.CUSTOM_DATA_STORE, "own"]

    @pytest.fixture
    def sources(self) -> Iterator[DataStoreClients]:
        made = DataStoreClients(Path(), networks=networks("127.0.0.0/8"))
        yield made
        made.close()

    def test_attributes_come_from_the_answer_for_the_user(self, sources: DataStoreClients) -> None:
        path = {"name": "Resource Path", "value": "/users/${context.ClientId}"}
        with serving_json() as service:
            service.has("/users/ada", {"mail": ["ada@x", "a@x"]})
            assert self.look_up(service, sources, path) == {"mail": ["ada@x", "a@x"]}
            unknown: Values = {(SourceType.CONTEXT, None): {"ClientId": "eve"}}
            assert self.look_up(service, sources, path, known=unknown) == {}

    def test_without_a_value_and_a_default_no_request_is_sent(self, sources: DataStoreClients) -> None:
        with serving_json() as service:
            for name in ("context.missing", "context.empty"):
                wanted = {"name": "Resource Path", "value": f"/users/${{{name}}}"}
                assert self.look_up(service, sources, wanted) == {}
            assert service.received == []
            service.has("/users/guest", {"mail": "guest@x"})
            wanted = {"name": "Resource Path", "value": "/users/${context.empty:-guest}"}
            assert self.look_up(service, sources, wanted) == {"mail": "guest@x"}

    def test_a_service_that_fails_is_unavailable(self, sources: DataStoreClients) -> None:
        with serving_json() as service:
            service.has("/", {}, status=500)
            with pytest.raises(Unavailable):
                self.look_up(service, sources, {"name": "Resource Path", "value": "/"})


@dataclass
class Searches:
    """A directory with planned answers, which records the searches."""

    answers: Mapping[str, Sequence[DirectoryEntry]]
    searched: list[tuple[str, str, LdapSearchScope]] = field(default_factory=list)

    def directory(self, _settings: DirectorySettings) -> "Searches":
        return self

    def search(
        self, base: str, template: str, _values: Any, _names: Any, *, scope: LdapSearchScope, most: int
    ) -> Sequence[DirectoryEntry]:
        self.searched.append((base, template, scope))
        return self.answers.get(base, ())[:most]


def searching(answers: Mapping[str, Sequence[DirectoryEntry]], **settings: Any) -> tuple[AttributeLookups, Searches]:
    searches = Searches(answers)
    stores = DataStores(directories={"staff": DirectorySettings(**settings)})
    return AttributeLookups(stores, cast("DataStoreClients", searches)), searches


class TestDirectory:
    def look_up(self, lookups: AttributeLookups, **more: Any) -> Mapping[str, Any]:
        found = lookups.look_up(sources_of(ldap(**more)).attribute_sources, KNOWN)
        return dict(found[SourceType.LDAP_DATA_STORE, "dir"])

    def test_one_entry_returns_its_attributes(self) -> None:
        lookups, _ = searching({PEOPLE: [DirectoryEntry("uid=ada", {"mail": ("a@x", "b@x"), "cn": ("Ada",)})]})
        assert self.look_up(lookups) == {"mail": ["a@x", "b@x"], "cn": "Ada"}

    def test_attributes_of_the_mapping_are_found_although_the_source_does_not_list_them(self) -> None:
        lookups, _ = searching({PEOPLE: [DirectoryEntry("uid=ada", {"mail": ("a@x",), "cn": ("Ada",)})]})
        wanted = {"mail": from_source("LDAP_DATA_STORE", "mail", "dir")}
        mapping = sources_of(ldap(searchAttributes=[]), fulfillment=wanted)
        found = lookups.look_up(CompiledMapping(mapping).lookups, KNOWN)
        assert found[SourceType.LDAP_DATA_STORE, "dir"] == {"mail": "a@x"}

    def test_several_entries_return_no_attributes(self) -> None:
        lookups, _ = searching(
            {PEOPLE: [DirectoryEntry("uid=ada", {"cn": ("Ada",)}), DirectoryEntry("uid=bob", {"cn": ("Bob",)})]}
        )
        assert self.look_up(lookups) == {}

    def test_values_in_the_base_dn_are_escaped(self) -> None:
        lookups, searches = searching({})
        known: Values = {(SourceType.CONTEXT, None): {"ClientId": "a,ou=x"}}
        lookups.look_up(sources_of(ldap(baseDn="ou=${context.ClientId},dc=x")).attribute_sources, known)
        assert searches.searched == [("ou=a\\,ou\\=x,dc=x", "(uid=${context.ClientId})", LdapSearchScope.SUBTREE)]

    def test_nested_and_circular_groups_are_found_once(self) -> None:
        names = ["mail", "memberOf"]
        lookups, _ = searching(
            {
                PEOPLE: [DirectoryEntry("uid=ada", {"memberOf": ("cn=a",)})],
                "cn=a": [DirectoryEntry("cn=a", {"memberOf": ("cn=b",)})],
                "cn=b": [DirectoryEntry("cn=b", {"memberOf": ("cn=a", "cn=c")})],
            }
        )
        nested = self.look_up(lookups, searchAttributes=names, memberOfNestedGroup=True)
        assert nested == {"memberOf": ["cn=a", "cn=b", "cn=c"]}
        assert self.look_up(lookups, searchAttributes=names) == {"memberOf": "cn=a"}

    def test_the_number_of_nested_groups_is_limited(self) -> None:
        class Endless(dict[str, Sequence[DirectoryEntry]]):
            def get(self, base: str, _default: Any = None) -> Any:
                return [DirectoryEntry(base, {"memberOf": (f"cn=x{len(base)},{base}",)})]

        lookups, searches = searching(Endless())
        self.look_up(lookups, searchAttributes=["memberOf"], memberOfNestedGroup=True)
        assert len(searches.searched) == MOST_GROUPS

    def test_binary_values_are_encoded_as_configured(self) -> None:
        identifier = "AQUAAAAAAAUVAAAAAQAAAAIAAAADAAAA9AEAAA=="
        lookups, _ = searching(
            {PEOPLE: [DirectoryEntry("uid=ada", {"sid": (identifier,), "raw": ("/9j/AA==",), "plain": ("/9j/AA==",)})]},
            binary=frozenset({"sid", "raw", "plain"}),
        )
        settings = {
            "sid": {"binaryEncoding": "SID"},
            "raw": {"binaryEncoding": "HEX"},
            "plain": {"binaryEncoding": "BASE64"},
        }
        found = self.look_up(lookups, searchAttributes=["sid", "raw", "plain"], binaryAttributeSettings=settings)
        assert found == {"sid": "S-1-5-21-1-2-3-500", "raw": "ffd8ff00", "plain": "/9j/AA=="}

    @pytest.mark.parametrize("octets", [b"", b"\x01", b"\x01\x05" + bytes(8), bytes(8) + b"\x01"])
    def test_an_invalid_security_identifier_is_reported(self, octets: bytes) -> None:
        with pytest.raises(SourceFailed):
            security_identifier(octets)


def test_a_real_directory_is_searched(tmp_path: Path) -> None:
    with serving(tmp_path) as directory:
        settings = DirectorySettings(
            servers=(("127.0.0.1", directory.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
        )
        sources = DataStoreClients(tmp_path)
        lookups = AttributeLookups(DataStores(directories={"staff": settings}), sources)
        found = lookups.look_up(sources_of(ldap(baseDn=BASE)).attribute_sources, KNOWN)
        assert found[SourceType.LDAP_DATA_STORE, "dir"] == {
            "mail": ["ada@hanse.example", "ada@kontor.example"],
            "cn": "Ada Ümläut",
        }
        sources.close()
