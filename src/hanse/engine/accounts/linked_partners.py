"""The links of an account to users of partners, which the profile page lists and removes for the user."""

from collections.abc import Iterator
from dataclasses import dataclass

from hanse.engine.signin.adapters.partner_users import partner_user
from hanse.engine.snapshot.connection_sources import CONNECTION_SOURCES
from hanse.engine.snapshot.model import Snapshot
from hanse.engine.state.contracts import digest
from hanse.kit.local_users import LocalUser


@dataclass(frozen=True)
class LinkedPartner:
    """A link. `id` is the value in the form of the page."""

    id: str
    link: str
    # The entity ID of the partner.
    issuer: str
    # The name of the connection, or the entity ID if the partner has none; and the user's identifier there.
    partner: str
    subject: str


def linked_partners(snapshot: Snapshot, user: LocalUser) -> Iterator[LinkedPartner]:
    """Yield the links of an account to users of partners."""
    sources = snapshot.part(CONNECTION_SOURCES)
    for link in user.links:
        if (found := partner_user(link)) is not None:
            issuer, subject = found
            connection = sources.connection(sources.find_entity(issuer) or "")
            name = issuer if connection is None else connection.name
            yield LinkedPartner(digest(link).hex(), link, issuer, name, subject)
