"""Tickets of a real key distribution center, and what is refused without one."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hanse.kit.errors import Unavailable
from hanse.plugins import kerberos_tickets
from hanse.plugins.kerberos_tickets import PreviousPassword, RealmTickets, TicketRefused
from tests.support.kerberos import (
    ACCOUNT,
    OTHER_REALM,
    PASSWORD,
    REALM,
    KeyDistributionCenter,
    key_distribution_center,
)

NOW = 1_800_000_000.0


@pytest.fixture(scope="module")
def kdc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KeyDistributionCenter]:
    with key_distribution_center(Path(tmp_path_factory.mktemp("realm"))) as made:
        yield made


@pytest.mark.slow
def test_a_ticket_for_this_server_names_its_user(kdc: KeyDistributionCenter) -> None:
    tickets = RealmTickets(REALM, ACCOUNT, PASSWORD)
    assert tickets.user_of(kdc.ticket(), NOW) == "joe"
    assert tickets.user_of(kdc.ticket("ann"), NOW) == "ann"


@pytest.mark.slow
def test_a_ticket_for_a_previous_password_is_accepted_until_its_time_ends(kdc: KeyDistributionCenter) -> None:
    others = (PreviousPassword("first-password", NOW + 60), PreviousPassword(PASSWORD, NOW + 60))
    tickets = RealmTickets(REALM, ACCOUNT, "new-password", others)
    assert tickets.user_of(kdc.ticket(), NOW + 59) == "joe"
    with pytest.raises(TicketRefused, match="not valid"):
        tickets.user_of(kdc.ticket(), NOW + 60)


@pytest.mark.slow
def test_a_ticket_is_accepted_once(kdc: KeyDistributionCenter) -> None:
    tickets, ticket = RealmTickets(REALM, ACCOUNT, PASSWORD), kdc.ticket()
    tickets.user_of(ticket, NOW)
    with pytest.raises(TicketRefused, match="replay"):
        tickets.user_of(ticket, NOW)


@pytest.mark.slow
@pytest.mark.parametrize(
    "tickets",
    [
        RealmTickets(REALM, ACCOUNT, "wrong-password"),
        RealmTickets(OTHER_REALM, ACCOUNT, PASSWORD),
        RealmTickets(REALM, "HTTP/other.example.com", PASSWORD),
    ],
    ids=["wrong password", "other realm", "other account"],
)
def test_a_ticket_that_the_account_cannot_open_is_refused(kdc: KeyDistributionCenter, tickets: RealmTickets) -> None:
    with pytest.raises(TicketRefused):
        tickets.user_of(kdc.ticket(), NOW)


@pytest.mark.slow
def test_a_ticket_for_another_service_is_refused(kdc: KeyDistributionCenter) -> None:
    with pytest.raises(TicketRefused, match="not valid"):
        RealmTickets(REALM, ACCOUNT, PASSWORD).user_of(kdc.ticket(service="HTTP/other.example.com"), NOW)


@pytest.mark.slow
def test_a_damaged_ticket_and_other_bytes_are_refused(kdc: KeyDistributionCenter) -> None:
    tickets, ticket = RealmTickets(REALM, ACCOUNT, PASSWORD), kdc.ticket()
    for token in (ticket[:-20], ticket[:-1] + b"\x00", b"x", ticket[20:], b"\x60\x00"):
        with pytest.raises(TicketRefused):
            tickets.user_of(token, NOW)


def test_ntlm_is_refused_before_the_libraries_are_used() -> None:
    with pytest.raises(TicketRefused, match="NTLM"):
        RealmTickets(REALM, ACCOUNT, PASSWORD).user_of(b"NTLMSSP\x00\x01\x00\x00\x00", NOW)


def test_without_the_libraries_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        if name in ("gssapi", "krb5"):
            raise ModuleNotFoundError(name)
        return import_module(name)

    monkeypatch.setattr(kerberos_tickets, "import_module", missing)
    with pytest.raises(Unavailable, match="Install the extra kerberos"):
        RealmTickets(REALM, ACCOUNT, PASSWORD).user_of(b"token", NOW)


def test_the_password_is_in_no_text() -> None:
    assert PASSWORD not in repr(RealmTickets(REALM, ACCOUNT, PASSWORD, (PreviousPassword(PASSWORD, NOW),)))
