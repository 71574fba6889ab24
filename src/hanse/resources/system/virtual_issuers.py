"""Virtual issuers: additional OpenID Connect issuers of this server, each with a host and an optional path."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, LongText, ResourceId, Searchable, Unique
from hanse.config.declare.options import ListOptions, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import DeletionRules, Proposal, SaveRules, UniqueTogether
from hanse.config.declare.types import HostName, Name
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import OAUTH_SETTINGS, ConsolePage

MAXIMUM_PATH_LENGTH = 1024
# One path segment of RFC 3986, section 3.3, without percent-encoding. Issuers are compared character by character
# (OpenID Connect Core, section 3.1.3.7), so each must have only one spelling.
_SEGMENT = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@-]+")


def _check_path(text: str) -> str:
    if not text:
        return text
    if not text.startswith("/") or text.endswith("/"):
        raise PydanticCustomError("invalid_path", "The path must start with a slash and must not end with one.")
    segments = text[1:].split("/")
    # Clients resolve the segments "." and ".." before they send a request (RFC 3986, section 5.2.4), so a path with
    # them would never reach this server.
    if not all(_SEGMENT.fullmatch(segment) for segment in segments) or {".", ".."} & set(segments):
        raise PydanticCustomError(
            "invalid_path", "The path can only contain letters, digits, slashes and the characters -._~!$&'()*+,;=:@."
        )
    return text


class Issuer(ConfigModel):
    """A virtual issuer: `https://host/path` in the `iss` claim."""

    id: ResourceId | None = None
    name: Annotated[Name, Field(title="Name"), Unique("name is already in-use."), Searchable()]
    description: Annotated[LongText | None, Field(title="Description"), Searchable()] = None
    host: Annotated[HostName, Field(title="Host", description="Host name of this issuer."), Searchable()]
    path: Annotated[
        str | None,
        Field(
            title="Path",
            max_length=MAXIMUM_PATH_LENGTH,
            description="Path of this issuer. It starts with a slash and does not end with one.",
        ),
        AfterValidator(lambda text: text if text is None else _check_path(text)),
        Searchable(),
    ] = None


def _prepare(proposal: Proposal[Issuer]) -> Issuer:
    # Forms send an empty string for no path.
    return proposal.new if proposal.new.path else proposal.new.model_copy(update={"path": None})


UI = Ui(
    page=ConsolePage(
        id="virtualIssuers",
        label="Virtual Issuers",
        heading=OAUTH_SETTINGS,
        slug="virtual-issuers",
        position=30,
        keywords=("iss", "tenant", "multi-tenant", "OpenID provider"),
        is_react=True,
    ),
    item_page="/system/oauth-settings/virtual-issuers/edit/{id}",
)

VIRTUAL_ISSUERS = Resource(
    path=handles.VIRTUAL_ISSUERS.path,
    model=Issuer,
    area=Area.ISSUERS,
    text=ResourceText(
        title="Virtual Issuers",
        singular="Virtual Issuer",
        description="Issuer identifiers under which this server issues OpenID Connect tokens.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        unique_together=(UniqueTogether(("host", "path"), "This combination of host and path is already in use."),),
        prepare=_prepare,
    ),
    deletion=DeletionRules(
        # Message of specification 2, section 8.
        in_use="Virtual Issuer instance is in use and cannot be deleted."
    ),
    ui=UI,
)
