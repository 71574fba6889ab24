"""The name identifiers of assertions (SAML core, sections 2.2.3, 3.4.1.1 and 8.3)."""

from typing import Final

from hanse.config.declare.types import is_email_address
from hanse.engine.saml.idp.pseudonyms import PSEUDONYM_SALT, pseudonym
from hanse.engine.saml.idp.refusals import NameIdPolicyRefused, ResponseFailed
from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.snapshot.model import Snapshot
from hanse.kit.randomness import Randomness
from hanse.resources.federation.sp_connections.browser_sso import SpSamlIdentityMapping
from hanse.saml.name_ids import NameId
from hanse.saml.requests import NameIdPolicy
from hanse.saml.values import new_saml_id
from hanse.saml.xml_names import NAMEID_EMAIL, NAMEID_PERSISTENT, NAMEID_TRANSIENT, NAMEID_UNSPECIFIED

_MADE: Final = {
    SpSamlIdentityMapping.PSEUDONYM: NAMEID_PERSISTENT,
    SpSamlIdentityMapping.TRANSIENT: NAMEID_TRANSIENT,
}


def configured_format(partner: SpPartner) -> str:
    """Return the format of the connection's name identifiers."""
    made = _MADE.get(partner.sso.sp_saml_identity_mapping)
    core = next(iter(partner.sso.attribute_contract.core_attributes), None)
    return made or (core.name_format if core is not None else None) or NAMEID_UNSPECIFIED


def requested_format(partner: SpPartner, policy: NameIdPolicy | None) -> str:
    """Return the format that a request requires; empty for any. Raises NameIdPolicyRefused if it is not available."""
    wanted = None if policy is None else policy.format
    if policy is not None and policy.sp_name_qualifier not in (None, partner.entity_id):
        # The identifier would be for an affiliation of service providers.
        raise NameIdPolicyRefused("The request names another service provider in its name identifier policy.")
    if wanted in (None, NAMEID_UNSPECIFIED):
        return ""
    configured = configured_format(partner)
    # An unspecified identifier may turn out to be an e-mail address.
    if wanted != configured and (wanted, configured) != (NAMEID_EMAIL, NAMEID_UNSPECIFIED):
        raise NameIdPolicyRefused(f"The connection has name identifiers of the format {configured}.")
    return wanted or ""


def name_id_of(
    snapshot: Snapshot, partner: SpPartner, wanted: WantedAssertion, subject: str, user_key: str, randomness: Randomness
) -> NameId:
    """Return the name identifier of a user. `subject` is the mapped value; it may be empty for made identifiers.

    Raises NameIdPolicyRefused, and ResponseFailed if the user has no value.
    """
    kind = partner.sso.sp_saml_identity_mapping
    qualified = {"name_qualifier": wanted.server, "sp_name_qualifier": partner.entity_id}
    if kind is SpSamlIdentityMapping.TRANSIENT:
        return NameId(new_saml_id(randomness), NAMEID_TRANSIENT, **qualified)
    if kind is SpSamlIdentityMapping.PSEUDONYM:
        user = subject or user_key
        if not user:
            raise ResponseFailed("The user has no value from which a pseudonym can be made.")
        value = pseudonym(snapshot.part(PSEUDONYM_SALT), wanted.server, partner.entity_id, user)
        return NameId(value, NAMEID_PERSISTENT, **qualified)
    if not subject:
        raise ResponseFailed("The mapped value of SAML_SUBJECT is empty.")
    format_ = configured_format(partner)
    if wanted.name_id_format == NAMEID_EMAIL and format_ != NAMEID_EMAIL:
        if not is_email_address(subject):
            raise NameIdPolicyRefused("The user's name identifier is not an e-mail address.")
        format_ = NAMEID_EMAIL
    return NameId(subject, format_)
