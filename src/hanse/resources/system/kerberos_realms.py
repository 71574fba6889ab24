"""Domains of Active Directory and Kerberos realms, whose tickets sign users in."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, ResourceId, Searchable, Secret, ServerSet, Unique
from hanse.config.declare.options import AnswerOptions, ListOptions, Presentation, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.annotations import NotInForms, RequiredMark
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout, Section
from hanse.config.declare.ui.navigation import DATA_AND_CREDENTIAL_STORES, ConsolePage
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled
from hanse.resources.system.kerberos_key_sets import MOST_KEY_SETS, WAY_OF_PASSWORD, KerberosKeySet, retention
from hanse.resources.unsupported_members import without_unsupported

# Domain style names (RFC 4120, section 6.1), which are those of DNS.
_REALM = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*")
_ACCOUNT = re.compile(r"[A-Za-z0-9._$-]+(/[A-Za-z0-9._-]+)?")
_FOR_CENTERS = "suppressDomainNameConcatenation"
# The sealed password, as the API contract names it and as it is stored.
_SEALED, _STORED = "kerberosEncryptedPassword", "encryptedKerberosPassword"
# No gateway is called.
_UNSUPPORTED = ("ldapGatewayDataStoreRef",)
# A host name or an IP address, with an optional port.
_CENTER = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


def _realm(text: str) -> str:
    if _REALM.fullmatch(text) is None:
        raise ValueError("Enter the name of a domain or realm, such as EXAMPLE.COM.")
    return text


def _account(text: str) -> str:
    if _ACCOUNT.fullmatch(text) is None:
        raise ValueError("Enter an account such as svc-hanse or HTTP/sso.example.com, without the realm.")
    return text


def _center(text: str) -> str:
    if _CENTER.fullmatch(text) is None:
        raise ValueError("Enter a host name, such as kdc.example.com or kdc.example.com:88.")
    return text


class RealmConnection(Labeled):
    """The ways to verify tickets, with the names of the API contract.

    This server verifies tickets with the key of its account and calls no key distribution center, which is local
    validation. With DIRECT, the contract's way before local validation, tickets are verified in the same way.
    """

    DIRECT = "DIRECT", "Key of the account"
    LOCAL_VALIDATION = "LOCAL_VALIDATION", "Local validation"


class KerberosRealm(ConfigModel):
    """A realm, and the account of this server in it."""

    id: Annotated[ResourceId | None, Field(title="ID")] = None
    kerberos_realm_name: Annotated[
        str,
        Field(
            title="Domain/Realm Name",
            min_length=1,
            max_length=255,
            description="Active Directory domain or Kerberos realm, such as EXAMPLE.COM. The name is converted to"
            " capital letters.",
        ),
        AfterValidator(_realm),
        Unique("This name is already in use."),
        Searchable(),
    ]
    connection_type: Annotated[RealmConnection, Field(title="Connection type")] = RealmConnection.DIRECT
    kerberos_username: Annotated[
        str,
        Field(
            title="Domain/Realm Username",
            min_length=1,
            max_length=255,
            description="Account of this server in the realm: the name of a user account with the service principal"
            " name HTTP/host of this server, or a principal of this name. Letter case matters.",
        ),
        AfterValidator(_account),
        Searchable(),
    ]
    kerberos_password: Annotated[
        str | None,
        Field(
            title="Domain/Realm Password",
            max_length=1024,
            description="Password of the account, from which the keys for tickets are derived (AES).",
        ),
        Secret(),
        RequiredMark(),
    ] = None
    encrypted_kerberos_password: Annotated[str | None, Field(max_length=16_384)] = None
    # The API contract has the sealed password under this name.
    kerberos_encrypted_password: Annotated[
        str | None, ServerSet(), Field(title="Encrypted password", max_length=16_384)
    ] = None
    retain_previous_keys_on_password_change: Annotated[
        bool,
        Field(
            title="Keep the previous key when the password changes",
            description="After a change of the password, tickets for the previous password are accepted for the time in"
            " the Kerberos realm settings. Otherwise users with such a ticket have to log on again.",
        ),
    ] = False
    key_sets: Annotated[
        list[KerberosKeySet],
        ServerSet(for_engine=True),
        Field(title="Previous keys", max_length=MOST_KEY_SETS, default_factory=list),
    ]
    # These members are kept for the exchange with other servers. They have no effect here: the key of the account
    # verifies tickets, and no key distribution center is called.
    key_distribution_centers: Annotated[
        list[Annotated[str, Field(max_length=300), AfterValidator(_center)]],
        NotInForms(),
        Field(title="Key distribution centers", max_length=50, default_factory=list),
    ]
    suppress_domain_name_concatenation: Annotated[
        bool, NotInForms(), Field(title="Suppress the concatenation of domain names")
    ] = False

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, sent: Any) -> Any:
        known = without_unsupported(sent, _UNSUPPORTED)
        if isinstance(known, dict) and _SEALED in known:
            return {_STORED: known[_SEALED]} | {name: value for name, value in known.items() if name != _SEALED}
        return known


def _with_key_sets(proposal: Proposal[KerberosRealm]) -> KerberosRealm:
    """Return a realm with the keys of its previous passwords, the newest first.

    The keys also depend on the names of realm and account, so those of other names are of no use.
    """
    new, old = proposal.new, proposal.old
    kept: list[KerberosKeySet] = []
    if old is not None and new.retain_previous_keys_on_password_change and _names(new) == _names(old):
        now, kept_for = proposal.ports.get(Clock).now(), retention(proposal.view)
        kept = [each for each in old.key_sets if from_text(each.deactivated_at) + kept_for > now]
        before, after = _password(old, proposal.view), _password(new, proposal.view)
        if before is not None and after is not None and after != before:
            kept = [KerberosKeySet(key_set=before, deactivated_at=to_text(now)), *kept]
    return new.model_copy(update={"key_sets": kept[:MOST_KEY_SETS]})


def _names(realm: KerberosRealm) -> tuple[str, str]:
    return realm.kerberos_realm_name.upper(), realm.kerberos_username


def _password(realm: KerberosRealm, view: View) -> str | None:
    """Return the password in clear text; None without one, or if it cannot be decrypted, which the save refuses."""
    if realm.kerberos_password or realm.encrypted_kerberos_password is None:
        return realm.kerberos_password
    sealed = StoredDocument("", {_STORED: realm.encrypted_kerberos_password}, 0)
    try:
        return view.secret(handles.KERBEROS_REALMS, sealed, *WAY_OF_PASSWORD)
    except BrokenSeal:
        return None


def _check_realm(proposal: Proposal[KerberosRealm]) -> Iterator[FieldError]:
    new = proposal.new
    if new.id == "settings":
        # A path of the API beside the IDs of the realms.
        yield FieldError("This ID is reserved.", "id", "reserved_id")
    # A replacement without a password keeps the stored one.
    if proposal.old is None and not new.kerberos_password and not new.encrypted_kerberos_password:
        yield FieldError("This field is required.", "kerberosPassword", "required_field")


def _shown(body: dict[str, Any], _now: datetime) -> dict[str, Any]:
    """Return a realm with the sealed password by both names.

    The flag for key distribution centers is left out of a realm that has none, because clients of the API contract
    refuse it there.
    """
    is_local = body.get("connectionType") == RealmConnection.LOCAL_VALIDATION
    hidden = _FOR_CENTERS if is_local and not body.get(_FOR_CENTERS) else ""
    shown = {name: value for name, value in body.items() if name != hidden}
    return {**shown, _SEALED: body[_STORED]} if _STORED in body else shown


KERBEROS_REALMS = Resource(
    path=handles.KERBEROS_REALMS.path,
    model=KerberosRealm,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Active Directory Domain/Kerberos Realm",
        description="Domains and realms whose Kerberos tickets sign users in.",
    ),
    lists=ListOptions(sort_by="kerberosRealmName"),
    saving=SaveRules(prepare=_with_key_sets, rules=(_check_realm,)),
    answers=AnswerOptions(presentation=Presentation(KerberosRealm, _shown)),
    ui=Ui(
        page=ConsolePage(
            id="kerberosRealms",
            label="Active Directory Domains/Kerberos Realms",
            heading=DATA_AND_CREDENTIAL_STORES,
            slug="kerberos-realms",
            position=40,
            keywords=("SPNEGO", "Windows", "Negotiate", "keytab", "integrated authentication"),
        ),
        guide="kerberos",
        items=ItemList(
            singular="Domain/Realm",
            plural="Active Directory Domains/Kerberos Realms",
            columns=("kerberosUsername",),
            empty="Users of a domain or realm sign in with their Kerberos ticket, without a password. Kerberos adapters"
            " refer to the domain or realm.",
        ),
        form=ItemForm(
            layout=FormLayout(
                sections=(
                    Section("Domain/Realm", ("kerberosRealmName", "kerberosUsername", "kerberosPassword")),
                    Section("Change of the password", ("retainPreviousKeysOnPasswordChange",)),
                ),
                left_out=frozenset({"connectionType", "kerberosEncryptedPassword", "keySets"}),
            )
        ),
    ),
)
