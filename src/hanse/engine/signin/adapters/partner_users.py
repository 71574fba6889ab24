"""The identity of a partner's user, by which an account of this server is found again."""

from typing import Final

from hanse.engine.signin.contracts import Value
from hanse.engine.signin.policies.local_identities import LINK_SEPARATOR, LocalUserRefused, external_link
from hanse.saml.name_ids import name_id_from_text
from hanse.saml.xml_names import NAMEID_TRANSIENT

# IDs of authentication sources contain no bar, so links of partners differ from those of policies.
ISSUER: Final = "issuer|"


def stable_subject(subject: Value | None, remote_subject: str) -> str:
    """Return the identifier of a user at a partner. Raises LocalUserRefused if it is missing or transient.

    `remote_subject` is the SAML name identifier as `name_id_text` writes it; empty for other partners.
    """
    if not subject or not isinstance(subject, str):
        raise LocalUserRefused("The partner does not identify the user.")
    # SAML core, section 8.3.8.
    if remote_subject and name_id_from_text(remote_subject).format == NAMEID_TRANSIENT:
        raise LocalUserRefused("The partner sends a transient name identifier, which does not identify the user.")
    return subject


def partner_link(issuer: str, subject: Value | None, remote_subject: str) -> str:
    """Return the link of an account to a user of a partner. Raises LocalUserRefused."""
    return external_link(f"{ISSUER}{issuer}", stable_subject(subject, remote_subject))


def partner_user(link: str) -> tuple[str, str] | None:
    """Return the partner and the identifier of its user in a link; None for links of policies."""
    source, _, subject = link.partition(LINK_SEPARATOR)
    return (source.removeprefix(ISSUER), subject) if source.startswith(ISSUER) else None
