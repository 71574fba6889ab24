"""Entries that are added, changed, renamed, deleted and listed in a real OpenLDAP server."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanse.data_stores import ldap
from hanse.data_stores.ldap import Directory
from hanse.data_stores.ldap_changes import add_entry, delete_entry, rename_entry, replace_attributes
from hanse.data_stores.ldap_filters import dn_value
from hanse.data_stores.settings import DirectorySettings, SourceFailed
from tests.support.directory import ADMIN, ADMIN_PASSWORD, BASE, PASSWORD, PEOPLE, RunningDirectory

UNIT = f"ou=crew,{BASE}"


@pytest.fixture
def crew(directory: RunningDirectory) -> Iterator[Directory]:
    """A client, and an empty part of the directory."""
    client = Directory(
        DirectorySettings(
            servers=(("127.0.0.1", directory.port),), bind_dn=ADMIN, password=ADMIN_PASSWORD, read_timeout=20
        )
    )
    assert client.change(partial(add_entry, dn=UNIT, attributes={"objectClass": ["organizationalUnit"]}))
    yield client
    for each in client.search(UNIT, "(objectClass=inetOrgPerson)", {}):
        client.change(partial(delete_entry, dn=each.dn))
    client.change(partial(delete_entry, dn=UNIT))
    client.close()


def add(client: Directory, uid: str, **attributes: Any) -> bool:
    entry = {"objectClass": ["inetOrgPerson"], "uid": [uid], "cn": ["x"], "sn": ["x"], **attributes}
    return client.change(partial(add_entry, dn=f"uid={dn_value(uid)},{UNIT}", attributes=entry))


def uids(client: Directory, **options: Any) -> list[str]:
    found = client.search(UNIT, "(objectClass=inetOrgPerson)", {}, ["uid"], **options)
    return [each.attributes["uid"][0] for each in found]


def test_an_entry_is_added_changed_renamed_and_deleted(crew: Directory) -> None:
    dn, renamed = f"uid=zoe,{UNIT}", f"uid=chloe,{UNIT}"
    assert add(crew, "zoe", mail=["zoe@hanse.example"])
    assert not add(crew, "zoe")
    changes = {"mail": [], "sn": ["Ümläut", "Second"]}
    assert crew.change(partial(replace_attributes, dn=dn, attributes=changes))
    (entry,) = crew.search(UNIT, "(uid=zoe)", {}, ["mail", "sn"])
    assert dict(entry.attributes) == {"sn": ("Ümläut", "Second")}
    assert add(crew, "eve")
    assert not crew.change(partial(rename_entry, dn=dn, rdn="uid=eve"))
    assert crew.change(partial(rename_entry, dn=dn, rdn="uid=chloe"))
    assert sorted(uids(crew)) == ["chloe", "eve"]
    assert crew.change(partial(delete_entry, dn=renamed))
    assert not crew.change(partial(delete_entry, dn=renamed))
    assert not crew.change(partial(replace_attributes, dn=renamed, attributes=changes))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co", "Cf", "Zs", "Zl", "Zp")), max_size=20
    )
)
def test_no_name_leaves_its_part_of_the_directory(crew: Directory, text: str) -> None:
    uid = f'{text},{PEOPLE}" +sn=;<>#\\=/'
    assert add(crew, uid)
    (entry,) = crew.search(BASE, "(&(objectClass=inetOrgPerson)(uid=${uid}))", {"uid": uid}, ["uid"])
    assert entry.attributes["uid"] == (uid,)
    assert entry.dn.endswith(f",{UNIT}")
    assert crew.change(partial(delete_entry, dn=entry.dn))


def test_a_change_that_the_directory_refuses_is_a_failure(crew: Directory) -> None:
    with pytest.raises(SourceFailed, match="rejected the change"):
        add(crew, "zoe", noSuchAttribute=["x"])
    with pytest.raises(SourceFailed, match="rejected the change"):
        crew.change(partial(delete_entry, dn=BASE))
    # Connections for searches stay read-only.
    assert crew.change(lambda connection: connection.read_only)


def test_users_without_the_right_change_nothing(directory: RunningDirectory) -> None:
    reader = Directory(
        DirectorySettings(
            servers=(("127.0.0.1", directory.port),), bind_dn=f"uid=bob,{PEOPLE}", password=PASSWORD, read_timeout=20
        )
    )
    with pytest.raises(SourceFailed, match="rejected the change"):
        add(reader, "zoe")
    reader.close()


def test_all_entries_are_listed_in_pages(crew: Directory, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        add(crew, f"user{number}")
    monkeypatch.setattr(ldap, "MOST_ROWS", 2)
    assert sorted(uids(crew, paged=True, most=50)) == [f"user{number}" for number in range(5)]
    assert len(uids(crew, paged=True, most=3)) == 3
    # The next search on the connection is a new one.
    assert len(uids(crew, paged=True, most=50)) == 5
