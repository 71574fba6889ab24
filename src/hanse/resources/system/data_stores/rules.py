"""The required settings of a data store, by its type."""

import re
from collections.abc import Iterator
from dataclasses import replace

from hanse.config.declare.rules import Proposal, Rule
from hanse.config.declare.types import is_host_name
from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.jdbc import DRIVERS, read_url
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.system.data_stores.clients import server_of, with_defaults
from hanse.resources.system.data_stores.custom import check_custom, prepare_custom
from hanse.resources.system.data_stores.model import MEMBERS, DataStore, DataStoreType
from hanse.resources.system.data_stores.password_targets import keeps_password
from hanse.resources.system.data_stores.tagged_servers import check_hosts, check_urls, with_what_changed

# RFC 2782: a service and a protocol, each with an underscore; some sites use more labels (_ldap._tcp.dc._msdcs).
_PREFIX = re.compile(r"_?[A-Za-z0-9-]{1,62}(\._?[A-Za-z0-9-]{1,62})*")
_ADDRESS = re.compile(r"[0-9.]+")
_REQUIRED = "This field is required."
_OWN = {"password", "encrypted_password", "last_modified"}


def prepare(proposal: Proposal[DataStore]) -> DataStore:
    """Return a data store with default values."""
    new = with_defaults(with_what_changed(proposal.new, proposal.old))
    if new.type is DataStoreType.CUSTOM:
        return new if new.configuration is None else prepare_custom(replace(proposal, new=new))
    if not new.name:
        new = new.model_copy(update={"name": _name_of(new)})
    if proposal.old is not None and _is_equivalent(new, proposal.old):
        return new.model_copy(update={"last_modified": proposal.old.last_modified})
    return new.model_copy(update={"last_modified": to_text(proposal.ports.get(Clock).now())})


def _name_of(new: DataStore) -> str | None:
    # The default name has the form of the API contract: address and user.
    where, who = (
        (", ".join(new.hostnames or ()), new.user_dn)
        if new.type is DataStoreType.LDAP
        else (new.connection_url, new.user_name)
    )
    return f"{where or ''} ({who})"[:256] if who else (where or "")[:256] or None


def _is_equivalent(new: DataStore, old: DataStore) -> bool:
    return new.model_dump(exclude=_OWN) == old.model_dump(exclude=_OWN) and keeps_password(new, old)


def check_id(proposal: Proposal[DataStore]) -> Iterator[FieldError]:
    """Find an id that is a path of this API."""
    if proposal.new.id == "descriptors":
        yield FieldError("This ID is reserved.", "id", "reserved_id")


def check_members(proposal: Proposal[DataStore]) -> Iterator[FieldError]:
    """Find fields that belong to another type, and fields of this type that are missing or wrong."""
    new = proposal.new
    if proposal.old is not None and proposal.old.type is not new.type:
        yield FieldError("The type of a data store cannot be changed.", "type", "immutable_field")
        return
    sent = new.model_dump(by_alias=True, exclude_none=True)
    for other, names in MEMBERS.items():
        if other is not new.type:
            for name in sorted(names & sent.keys()):
                yield FieldError(
                    message("This does not apply to data stores of the type {type}.", type=new.type),
                    name,
                    "unknown_field",
                )
    yield from _CHECKS[new.type](proposal)


def _check_ldap(proposal: Proposal[DataStore]) -> Iterator[FieldError]:
    new, old = proposal.new, proposal.old
    if not new.hostnames and not new.hostnames_tags:
        yield FieldError(_REQUIRED, "hostnames", "required_field")
    yield from check_hosts(new, _check_domains if new.use_dns_srv_records else _check_hosts)
    yield from _check_prefixes(new)
    yield from _check_not_here(new)
    if new.ldap_type is None:
        yield FieldError(_REQUIRED, "ldapType", "required_field")
    if new.use_ssl and new.use_start_tls:
        yield FieldError("Use either LDAPS or StartTLS, not both.", "useStartTLS")
    if not new.bind_anonymously:
        if not new.user_dn:
            yield FieldError("This field is required unless Bind Anonymously is selected.", "userDN", "required_field")
        if not (
            new.password or new.encrypted_password or (old and old.encrypted_password and keeps_password(new, old))
        ):
            yield FieldError(
                "This field is required unless Bind Anonymously is selected.", "password", "required_field"
            )
    yield from _check_pool(new.min_connections, new.max_connections, "minConnections")


def _check_hosts(hosts: list[str], path: str) -> Iterator[FieldError]:
    for index, text in enumerate(hosts):
        if server_of(text, is_tls=False) is None:
            message = "Enter a host name or an IP address, with a port if needed: ldap.example.com:1389."
            yield FieldError(message, f"{path}[{index}]", "invalid_host_name")


def _check_domains(domains: list[str], path: str) -> Iterator[FieldError]:
    for index, text in enumerate(domains):
        if not is_host_name(text) or _ADDRESS.fullmatch(text):
            message = "Enter a domain name without a port. The DNS SRV records contain the servers and ports."
            yield FieldError(message, f"{path}[{index}]", "invalid_host_name")


def _check_prefixes(new: DataStore) -> Iterator[FieldError]:
    for field, prefix in (
        ("ldapDnsSrvPrefix", new.ldap_dns_srv_prefix),
        ("ldapsDnsSrvPrefix", new.ldaps_dns_srv_prefix),
    ):
        if prefix and not _PREFIX.fullmatch(prefix):
            yield FieldError("Enter labels of a DNS name, such as _ldap._tcp.", field, "invalid_prefix")


def _check_not_here(new: DataStore) -> Iterator[FieldError]:
    if new.client_tls_certificate_ref is not None:
        message = "Client certificates for directories are not supported. Enter a user DN and a password."
        yield FieldError(message, "clientTlsCertificateRef", "unsupported")


def _check_jdbc(proposal: Proposal[DataStore]) -> Iterator[FieldError]:
    new = proposal.new
    driver, folder = new.driver_class or "", proposal.ports.get(DataStoreClients).folder
    if not new.connection_url and not new.connection_url_tags:
        yield FieldError(_REQUIRED, "connectionUrl", "required_field")
    if not driver:
        yield FieldError(_REQUIRED, "driverClass", "required_field")
    elif driver not in DRIVERS:
        yield FieldError(message("The driver {driver} is not supported.", driver=driver), "driverClass")

    def check(text: str, path: str) -> Iterator[FieldError]:
        if not text or driver not in DRIVERS:
            return
        try:
            read_url(driver, text, folder)
        except ValueError as error:
            yield FieldError(str(error), path)

    yield from check_urls(new, check)
    yield from _check_pool(new.min_pool_size, new.max_pool_size, "minPoolSize")


_CHECKS: dict[DataStoreType, Rule[DataStore]] = {
    DataStoreType.LDAP: _check_ldap,
    DataStoreType.JDBC: _check_jdbc,
    DataStoreType.CUSTOM: check_custom,
}


def _check_pool(minimum: int | None, maximum: int | None, field: str) -> Iterator[FieldError]:
    if minimum is not None and maximum is not None and minimum > maximum:
        yield FieldError("The minimum must not be larger than the maximum.", field)
