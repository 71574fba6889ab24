"""The identifier of an adapter's users."""

from collections.abc import Mapping

from hanse.engine.signin.contracts import Value
from hanse.engine.snapshot.authentication_sources import find_source
from hanse.engine.snapshot.model import Snapshot


def user_key_of(snapshot: Snapshot, adapter: str, attributes: Mapping[str, Value], further_issuer: str = "") -> str:
    """Return the identifier of an adapter's users: the unique user key, or else the contract's first pseudonym.

    For users of a further issuer of a connection it begins with this issuer, because only both together identify a user
    (OpenID Connect core, section 5.7).
    """
    instance = find_source(snapshot, adapter)
    contract = None if instance is None else instance.settings.attribute_contract
    if contract is None:
        return ""
    declared = (*(contract.core_attributes or ()), *contract.extended_attributes)
    named = (contract.unique_user_key_attribute, *(each.name for each in declared if each.pseudonym))
    value = next((attributes[name] for name in named if name and attributes.get(name)), "")
    found = value if isinstance(value, str) else value[0]
    return f"{further_issuer}\n{found}" if further_issuer and found else found
