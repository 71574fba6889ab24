"""Several sets of servers in one data store. Each node of a cluster uses the set for its tags.

The first set with one of the node's tags is used, or else the default set. `hostnames` and `connectionUrl` of the store
itself are the default's, so that clients without support for sets work unchanged.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

from hanse.kit.errors import FieldError
from hanse.resources.system.data_stores.ldap_model import LdapTagConfig
from hanse.resources.system.data_stores.model import DEFAULTS, DataStore, DataStoreType, JdbcTagConfig

# Node tags are separated by commas here; other servers with this API separate them with spaces.
_BETWEEN = re.compile(r"[\s,]+")
_Set = TypeVar("_Set", LdapTagConfig, JdbcTagConfig)


def hosts_for(store: DataStore, tags: Collection[str]) -> list[str]:
    """Return the hosts of a directory for a node with these tags."""
    found = _chosen(store.hostnames_tags, tags)
    return list(store.hostnames or ()) if found is None else found.hostnames


def url_for(store: DataStore, tags: Collection[str]) -> str:
    """Return the address of a database for a node with these tags."""
    found = _chosen(store.connection_url_tags, tags)
    return store.connection_url or "" if found is None else found.connection_url


def places_of(store: DataStore) -> set[str]:
    """Return every host and address to which any node may send the password."""
    hosts = {host for each in store.hostnames_tags or () for host in each.hostnames} | set(store.hostnames or ())
    urls = {each.connection_url for each in store.connection_url_tags or ()}
    own = {store.connection_url} if store.connection_url else set()
    # The hosts that DNS names for a domain differ from the host with the domain's name.
    prefix = srv_prefix_of(store)
    return {host if prefix is None else f"{prefix}.{host}" for host in hosts} | urls | own


def srv_prefix_of(store: DataStore) -> str | None:
    """Return the prefix of domains in names of SRV records; None if hosts are configured."""
    if not store.use_dns_srv_records:
        return None
    usual = DEFAULTS[DataStoreType.LDAP]
    if store.use_ssl:
        return store.ldaps_dns_srv_prefix or usual["ldaps_dns_srv_prefix"]
    return store.ldap_dns_srv_prefix or usual["ldap_dns_srv_prefix"]


def with_default_set(store: DataStore) -> DataStore:
    """Return a data store whose own hosts or address are those of its default set, if it has none."""
    # Forms without rows, and some clients, send an empty list.
    found: dict[str, Any] = {
        "hostnames_tags": store.hostnames_tags or None,
        "connection_url_tags": store.connection_url_tags or None,
    }
    hosts, url = _default(store.hostnames_tags), _default(store.connection_url_tags)
    if not store.hostnames and hosts is not None:
        found["hostnames"] = list(hosts.hostnames)
    if not store.connection_url and url is not None:
        found["connection_url"] = url.connection_url
    return store.model_copy(update=found)


def with_what_changed(new: DataStore, old: DataStore | None) -> DataStore:
    """Return a data store whose default set and own hosts or address agree after a save that changed one of them.

    Both express the same setting, and a client that edits one of them sends the other unchanged. If both were changed
    to different values, the rules refuse the save.
    """
    if old is None:
        return new
    found: dict[str, Any] = {}
    hosts, old_hosts = _default(new.hostnames_tags), _default(old.hostnames_tags)
    if hosts is not None and old_hosts is not None and new.hostnames and new.hostnames != hosts.hostnames:
        if hosts.hostnames == old_hosts.hostnames:
            sets = new.hostnames_tags or []
            followed = hosts.model_copy(update={"hostnames": list(new.hostnames)})
            found["hostnames_tags"] = [followed if each is hosts else each for each in sets]
        elif new.hostnames == old.hostnames:
            found["hostnames"] = list(hosts.hostnames)
    url, old_url = _default(new.connection_url_tags), _default(old.connection_url_tags)
    if url is not None and old_url is not None and new.connection_url and new.connection_url != url.connection_url:
        if url.connection_url == old_url.connection_url:
            urls = new.connection_url_tags or []
            moved = url.model_copy(update={"connection_url": new.connection_url})
            found["connection_url_tags"] = [moved if each is url else each for each in urls]
        elif new.connection_url == old.connection_url:
            found["connection_url"] = url.connection_url
    return new.model_copy(update=found)


def check_hosts(store: DataStore, check: Callable[[list[str], str], Iterator[FieldError]]) -> Iterator[FieldError]:
    """Find errors in the sets of hosts. `check` examines the hosts at a path."""
    sets = store.hostnames_tags
    yield from _check_sets(sets, "hostnamesTags")
    for index, each in enumerate(sets or ()):
        yield from check(each.hostnames, f"hostnamesTags[{index}].hostnames")
    default = _default(sets)
    if default is None:
        yield from check(store.hostnames or [], "hostnames")
    elif store.hostnames != default.hostnames:
        yield FieldError("Enter the host names of the default set.", "hostnames", "ambiguous")


def check_urls(store: DataStore, check: Callable[[str, str], Iterator[FieldError]]) -> Iterator[FieldError]:
    """Find errors in the sets of addresses. `check` examines the address at a path."""
    sets = store.connection_url_tags
    yield from _check_sets(sets, "connectionUrlTags")
    for index, each in enumerate(sets or ()):
        yield from check(each.connection_url, f"connectionUrlTags[{index}].connectionUrl")
    default = _default(sets)
    if default is None:
        yield from check(store.connection_url or "", "connectionUrl")
    elif store.connection_url != default.connection_url:
        yield FieldError("Enter the address of the default set.", "connectionUrl", "ambiguous")


def _check_sets(sets: Sequence[LdapTagConfig | JdbcTagConfig] | None, path: str) -> Iterator[FieldError]:
    if sets and sum(bool(each.default_source) for each in sets) != 1:
        yield FieldError("Exactly one entry must be the default.", path, "default_required")
    for index, each in enumerate(sets or ()):
        if not each.default_source and not _tags(each.tags):
            message = "Enter tags. A set without tags must be the default."
            yield FieldError(message, f"{path}[{index}].tags", "required_field")


def _default(sets: Sequence[_Set] | None) -> _Set | None:
    return next((each for each in sets or () if each.default_source), None)


def _chosen(sets: Sequence[_Set] | None, tags: Collection[str]) -> _Set | None:
    return next((each for each in sets or () if _tags(each.tags) & set(tags)), _default(sets))


def _tags(text: str | None) -> frozenset[str]:
    return frozenset(_BETWEEN.split(text or "")) - {""}
