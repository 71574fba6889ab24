"""Just-in-time provisioning into data stores: users of a partner become entries of a directory or rows of a table."""

import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.ldap import Directory, DirectoryEntry
from hanse.data_stores.ldap_changes import add_entry, delete_entry
from hanse.data_stores.settings import DirectorySettings
from hanse.kit.sign_in_traces import FailureReason
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.system.data_stores import DATA_STORES
from hanse.saml.xml_names import NAMEID_TRANSIENT
from tests.engine.saml.identity_provider import CONNECTION, SamlSite, saml_connection
from tests.engine.saml.test_user_provisioning import is_signed_in, reasons, sign_in
from tests.support.configurations import replace as save
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, RunningDirectory, serving
from tests.support.instances import Body
from tests.support.mappings import from_source, text
from tests.support.stores import ldap_store

UNIT = f"ou=partners,{BASE}"
_TABLE = "CREATE TABLE visitors (login VARCHAR(200) PRIMARY KEY, mail VARCHAR(200) NOT NULL, city VARCHAR(50))"
STORE = {
    "id": "people",
    "type": "JDBC",
    "name": "People",
    "driverClass": "org.sqlite.JDBC",
    "connectionUrl": "jdbc:sqlite:people.db",
    "userName": "unused",
}
Rows = Callable[[], list[tuple[Any, ...]]]
SUBJECT = from_source("ASSERTION", "SAML_SUBJECT")
MAIL, CITY = from_source("ASSERTION", "mail"), from_source("ASSERTION", "city")


def configure(saml: SamlSite, repository: Body, **more: Any) -> None:
    jit = {
        "userAttributes": {"attributeContract": [{"name": "city"}]},
        "userRepository": repository,
        "errorHandling": "ABORT_SSO",
        **more,
    }
    save(saml.site.engine.core.configuration, IDP_CONNECTIONS, CONNECTION, saml_connection(jitProvisioning=jit))
    saml.site.engine.caught_up()


@pytest.fixture(scope="session")
def slapd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDirectory]:
    with serving(tmp_path_factory.mktemp("slapd")) as running:
        yield running


class TestDirectory:
    @pytest.fixture
    def partners(self, saml: SamlSite, slapd: RunningDirectory) -> Iterator[Directory]:
        """An empty part of a directory that is a data store."""
        settings = DirectorySettings(
            servers=(("127.0.0.1", slapd.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
        )
        client = Directory(settings)
        assert client.change(partial(add_entry, dn=UNIT, attributes={"objectClass": ["organizationalUnit"]}))
        hosts = {"hostnames": [f"127.0.0.1:{slapd.port}"], "hostnamesTags": []}
        account = {"userDN": ADMIN, "password": ADMIN_PASSWORD}
        saml.site.add(DATA_STORES, {**ldap_store(0), **hosts, **account})
        self.configure(saml)
        yield client
        for each in self.entries(client):
            client.change(partial(delete_entry, dn=each.dn))
        client.change(partial(delete_entry, dn=UNIT))
        client.close()

    def configure(
        self, saml: SamlSite, mapping: Body | None = None, repository: Body | None = None, **more: Any
    ) -> None:
        usual = {"objectClass": text("inetOrgPerson"), "cn": SUBJECT, "sn": SUBJECT, "mail": MAIL, "l": CITY}
        body = {
            "type": "LDAP",
            "dataStoreRef": {"id": "store-0"},
            "baseDn": UNIT,
            "uniqueUserIdFilter": "uid=${SAML_SUBJECT}",
            "jitRepositoryAttributeMapping": {**usual, **(mapping or {})},
            **(repository or {}),
        }
        configure(saml, body, **more)

    def entries(self, client: Directory) -> list[DirectoryEntry]:
        return client.search(UNIT, "(objectClass=inetOrgPerson)", {}, ["uid", "cn", "mail", "l"])

    def test_a_user_becomes_an_entry_at_the_first_sign_in(self, saml: SamlSite, partners: Directory) -> None:
        assert is_signed_in(sign_in(saml))
        (entry,) = self.entries(partners)
        assert entry.dn == f"uid=joe@partner,{UNIT}"
        assert dict(entry.attributes) == {
            "uid": ("joe@partner",),
            "cn": ("joe@partner",),
            "mail": ("joe@partner.example",),
            "l": ("Visby",),
        }

    @pytest.mark.parametrize(
        ("trigger", "city"), [("NEW_USER_ONLY", "Visby"), ("ALL_SAML_ASSERTIONS", "Riga")], ids=["new", "all"]
    )
    def test_the_trigger_decides_about_updates(
        self, saml: SamlSite, partners: Directory, trigger: str, city: str
    ) -> None:
        self.configure(saml, eventTrigger=trigger)
        sign_in(saml)
        assert is_signed_in(sign_in(saml, city="Riga"))
        (entry,) = self.entries(partners)
        assert entry.attributes["l"] == (city,)

    @pytest.mark.parametrize("user", ["*", "joe)(uid=*", "joe,ou=x+cn=y", '"odd" #;<>\\', " joe "])
    def test_identifiers_never_become_a_part_of_filters_and_names(
        self, saml: SamlSite, partners: Directory, user: str
    ) -> None:
        self.configure(saml, eventTrigger="ALL_SAML_ASSERTIONS")
        sign_in(saml, "ann@partner")
        assert is_signed_in(sign_in(saml, user, mail="other@partner.example"))
        assert is_signed_in(sign_in(saml, user, mail="other@partner.example"))
        found = {each.attributes["cn"][0].strip(): each.attributes["mail"] for each in self.entries(partners)}
        assert found == {"ann@partner": ("ann@partner.example",), user.strip(): ("other@partner.example",)}

    def test_entries_can_have_another_naming_attribute(self, saml: SamlSite, partners: Directory) -> None:
        self.configure(saml, {"uid": SUBJECT, "cn": MAIL}, {"namingAttribute": "cn"})
        assert is_signed_in(sign_in(saml))
        assert is_signed_in(sign_in(saml))
        (entry,) = self.entries(partners)
        assert (entry.dn, entry.attributes["uid"]) == (f"cn=joe@partner.example,{UNIT}", ("joe@partner",))

    def test_an_entry_of_another_user_is_never_changed(self, saml: SamlSite, partners: Directory) -> None:
        # Both users have the same name in the directory, and different identifiers.
        same = {"uid": SUBJECT, "cn": text("Joe")}
        self.configure(saml, same, {"namingAttribute": "cn"}, eventTrigger="ALL_SAML_ASSERTIONS")
        assert is_signed_in(sign_in(saml))
        assert not is_signed_in(sign_in(saml, "amy@partner"))
        (entry,) = self.entries(partners)
        assert entry.attributes["uid"] == ("joe@partner",)
        assert reasons(saml) == [(FailureReason.USER_NOT_PROVISIONED, "Another entry has the name of the user.")]

    def test_several_entries_of_a_user_are_an_error(self, saml: SamlSite, partners: Directory) -> None:
        sign_in(saml)
        sign_in(saml, "amy@partner")
        self.configure(saml, {}, {"uniqueUserIdFilter": "(|(uid=${SAML_SUBJECT})(sn=amy@partner))"})
        assert not is_signed_in(sign_in(saml))
        assert len(self.entries(partners)) == 2
        assert reasons(saml)[-1][1] == "Several entries match the filter of the user."

    def test_a_user_is_found_by_another_attribute_despite_a_transient_identifier(
        self, saml: SamlSite, partners: Directory
    ) -> None:
        assert not is_signed_in(sign_in(saml, format_=NAMEID_TRANSIENT))
        self.configure(saml, {"uid": MAIL}, {"uniqueUserIdFilter": "uid=${mail}"})
        assert is_signed_in(sign_in(saml, format_=NAMEID_TRANSIENT))
        (entry,) = self.entries(partners)
        assert entry.attributes["uid"] == ("joe@partner.example",)

    @pytest.mark.parametrize(("handling", "continues"), [("ABORT_SSO", False), ("CONTINUE_SSO", True)])
    def test_a_failure_refuses_the_sign_in_or_not(
        self, saml: SamlSite, partners: Directory, handling: str, continues: bool
    ) -> None:
        self.configure(saml, {}, {"baseDn": f"ou=missing,{BASE}"}, errorHandling=handling)
        assert is_signed_in(sign_in(saml)) is continues
        assert not self.entries(partners)
        assert bool(reasons(saml)) is not continues


class TestTable:
    @pytest.fixture
    def visitors(self, saml: SamlSite) -> Rows:
        """A table in a data store. Returns its rows. `tests/data_stores/test_table_rows` uses PostgreSQL as well."""
        folder = saml.site.engine.services.ports.get(DataStoreClients).folder
        folder.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(folder / "people.db", check_same_thread=False)
        connection.execute(_TABLE)
        connection.commit()
        saml.site.add(DATA_STORES, STORE)
        self.configure(saml)
        return lambda: connection.execute("SELECT * FROM visitors ORDER BY login").fetchall()

    def configure(self, saml: SamlSite, mapping: Body | None = None, **more: Any) -> None:
        body = {
            "type": "JDBC",
            "dataStoreRef": {"id": "people"},
            "sqlMethod": {"table": {"schema": "", "tableName": "visitors", "uniqueIdColumn": "login"}},
            "jitRepositoryAttributeMapping": {"login": SUBJECT, "mail": MAIL, "city": CITY, **(mapping or {})},
        }
        configure(saml, body, **more)

    def test_a_user_becomes_a_row_and_is_updated_if_wanted(self, saml: SamlSite, visitors: Rows) -> None:
        assert is_signed_in(sign_in(saml))
        assert is_signed_in(sign_in(saml, city="Riga"))
        assert visitors() == [("joe@partner", "joe@partner.example", "Visby")]
        self.configure(saml, eventTrigger="ALL_SAML_ASSERTIONS")
        assert is_signed_in(sign_in(saml, city="Riga"))
        assert visitors() == [("joe@partner", "joe@partner.example", "Riga")]

    def test_values_of_users_are_never_statements(self, saml: SamlSite, visitors: Rows) -> None:
        user = "x'); DROP TABLE visitors; --"
        assert is_signed_in(sign_in(saml, user))
        assert visitors() == [(user, f"{user}.example", "Visby")]

    @pytest.mark.parametrize(("handling", "continues"), [("ABORT_SSO", False), ("CONTINUE_SSO", True)])
    def test_a_failure_refuses_the_sign_in_or_not(
        self, saml: SamlSite, visitors: Rows, handling: str, continues: bool
    ) -> None:
        self.configure(saml, errorHandling=handling)
        # The column needs a value.
        assert is_signed_in(sign_in(saml, mail="")) is continues
        assert visitors() == []

    def test_a_transient_identifier_creates_no_row(self, saml: SamlSite, visitors: Rows) -> None:
        assert not is_signed_in(sign_in(saml, format_=NAMEID_TRANSIENT))
        assert visitors() == []
