"""Attribute requester mappings: the attribute authority for the users of a certificate authority or of a name.

Applications that know a user by a certificate request attributes with the subject DN (SAML X.509 attribute sharing
profile). The issuer DN, or else the subject DN, selects the identity provider that is asked.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.model_form import form_of
from hanse.config.declare.ui.navigation import PROTOCOL_METADATA, ConsolePage
from hanse.config.declare.ui.tweaks import Tweak, tweaked
from hanse.config.declare.ui.widgets import ReferenceInput, RowsInput, Widget, WidgetKind
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery, MemberCondition
from hanse.kit.errors import FieldError

_MOST_ENTRIES: Final = 1_000
_ANY: Final = "*"
# Regular expressions of existing configurations use `.*` for any text; other expressions are refused.
_ANY_OF_EXPRESSIONS: Final = ".*"
_EXPRESSION: Final = re.compile(r"[\[\](){}|^$?]")
_SEPARATOR: Final = re.compile(r"\s*([,=+])\s*")
_ISSUERS, _SUBJECTS, _DEFAULT = "issuerDNMapList", "subjectDNMapList", "defaultIdpEntityId"


_CONNECTIONS: Final = ReferenceInput(
    target=handles.IDP_CONNECTIONS,
    among=ListQuery(conditions=(MemberCondition("attributeQuery"),)),
    stored_member="entityId",
)


class DistinguishedNameToIdpMap(ConfigModel):
    """A pattern of distinguished names, and the identity provider for it."""

    dn: Annotated[
        str,
        Field(
            title="DN pattern",
            description="Distinguished name such as o=example,c=de. * matches any text. Letter case and spaces around"
            " separators are ignored.",
            min_length=1,
            max_length=1024,
        ),
    ]
    idp_entity_id: Annotated[
        str,
        Field(
            title="Identity provider",
            description="Entity ID of an IdP connection with attribute queries.",
            min_length=1,
            max_length=1024,
        ),
    ]


class MetadataAttributeRequesterMapping(ConfigModel):
    """The identity providers for attribute queries about users who are known by a certificate."""

    issuer_dn_map_list: Annotated[
        list[DistinguishedNameToIdpMap],
        Field(
            title="Issuer DNs",
            description="Compared with the issuer DN of the user's certificate, in this order, if the application"
            " sends it.",
            alias=_ISSUERS,
            max_length=_MOST_ENTRIES,
            default_factory=list,
        ),
    ]
    subject_dn_map_list: Annotated[
        list[DistinguishedNameToIdpMap],
        Field(
            title="Subject DNs",
            description="Compared with the subject DN of the user's certificate, in this order, if no issuer DN"
            " matches.",
            alias=_SUBJECTS,
            max_length=_MOST_ENTRIES,
            default_factory=list,
        ),
    ]
    default_idp_entity_id: Annotated[
        str,
        Field(
            title="Default identity provider",
            description="IdP connection with attribute queries for all other users. If not set, their queries are"
            " refused.",
            max_length=1024,
        ),
    ] = ""

    def provider_of(self, issuer: str, subject: str) -> str:
        """Return the entity ID of the identity provider for a certificate, whose issuer may be empty; empty if none."""
        found = _matching(self.issuer_dn_map_list, issuer) or _matching(self.subject_dn_map_list, subject)
        return found or self.default_idp_entity_id


def _entries(name: str, label: str) -> Tweak:
    """Return the rows of a list of mappings. The first match applies, so their order can be changed."""
    provider = Tweak(kind=WidgetKind.REFERENCE, reference=_CONNECTIONS)
    members = tweaked(form_of(DistinguishedNameToIdpMap), {"idpEntityId": provider})
    item = Widget(name=name, kind=WidgetKind.GROUP, label=label, members=members)
    return Tweak(rows=RowsInput(is_ordered=True, item=item))


def _no_mappings() -> MetadataAttributeRequesterMapping:
    return MetadataAttributeRequesterMapping(issuer_dn_map_list=[], subject_dn_map_list=[])


def _matching(entries: Sequence[DistinguishedNameToIdpMap], name: str) -> str:
    if not name:
        return ""
    text = _comparable(name)
    return next((each.idp_entity_id for each in entries if _matches(_comparable(each.dn), text)), "")


def _comparable(name: str) -> str:
    return _SEPARATOR.sub(r"\1", name.strip().lower()).replace(_ANY_OF_EXPRESSIONS, _ANY)


def _matches(pattern: str, text: str) -> bool:
    """Compare a pattern with a text, in a time that grows with their lengths only."""
    first, *further = pattern.split(_ANY)
    if not further:
        return pattern == text
    *inner, last = further
    if not text.startswith(first) or len(text) < len(first) + len(last) or not text.endswith(last):
        return False
    position, end = len(first), len(text) - len(last)
    for part in inner:
        found = text.find(part, position, end)
        if found < 0:
            return False
        position = found + len(part)
    return True


def _check(proposal: Proposal[MetadataAttributeRequesterMapping]) -> Iterator[FieldError]:
    new = proposal.new
    known: frozenset[str] | None = None
    entries = [
        (f"{member}[{index}]", each)
        for member, found in ((_ISSUERS, new.issuer_dn_map_list), (_SUBJECTS, new.subject_dn_map_list))
        for index, each in enumerate(found)
    ]
    if entries or new.default_idp_entity_id:
        known = frozenset(_providers(proposal.view))
    for path, each in entries:
        if _EXPRESSION.search(each.dn):
            text = "Enter a distinguished name, in which * matches any text. Other expressions are not supported."
            yield FieldError(text, f"{path}.dn", "not_supported")
    named = [(f"{path}.idpEntityId", each.idp_entity_id) for path, each in entries]
    if new.default_idp_entity_id:
        named.append((_DEFAULT, new.default_idp_entity_id))
    for path, entity_id in named:
        if entity_id not in (known or ()):
            text = "Enter the entity ID of an IdP connection with attribute queries."
            yield FieldError(text, path, "reference_not_found")


def _providers(view: View) -> Iterator[str]:
    for stored in view.everything(handles.IDP_CONNECTIONS):
        if stored.body.get("attributeQuery"):
            yield stored.body["entityId"]


ATTRIBUTE_REQUESTERS: Final = Resource(
    path=handles.ATTRIBUTE_REQUESTERS.path,
    model=MetadataAttributeRequesterMapping,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Attribute Requester Mapping",
        description="Identity providers for attribute queries about users who are known by a certificate.",
    ),
    default=_no_mappings,
    saving=SaveRules(rules=(_check,), reads=frozenset({handles.IDP_CONNECTIONS})),
    ui=Ui(
        page=ConsolePage(
            id="attributeRequesterMapping",
            label="Attribute Requester Mapping",
            heading=PROTOCOL_METADATA,
            slug="attribute-requester-mapping",
            position=30,
            keywords=("attribute query", "X.509", "attribute authority", "distinguished name"),
        ),
        guide="attribute-queries",
        tabs="protocolMetadata",
        form=ItemForm(
            tweaks={
                _ISSUERS: _entries(_ISSUERS, "Issuer DNs"),
                _SUBJECTS: _entries(_SUBJECTS, "Subject DNs"),
                _DEFAULT: Tweak(kind=WidgetKind.REFERENCE, reference=_CONNECTIONS),
            }
        ),
    ),
)
