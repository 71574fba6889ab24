"""Redirect validation: rules for redirect addresses that requests contain (CWE-601, open redirects)."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import is_host_name
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.navigation import SYSTEM_INTEGRATION, ConsolePage, Tile, TileIcon
from hanse.kit.errors import FieldError

MOST_ENTRIES = 5_000
_ANY_HOST_BELOW = "*."
# RFC 3986, sections 3 and 3.1: a scheme followed by more. Mobile applications have schemes of their own.
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s\"<>\\^`{|}]+")


def _check_domain(text: str) -> str:
    if not is_host_name(text.removeprefix(_ANY_HOST_BELOW)):
        raise PydanticCustomError("invalid_host_name", "Enter a host name such as app.example.com or *.example.com.")
    return text


def _check_path(text: str) -> str:
    if text and (not text.startswith("/") or re.search(r"[\s?#\\]", text)):
        raise PydanticCustomError(
            "invalid_path", "The path must start with a slash and must not contain spaces, a query or a fragment."
        )
    return text


def _check_uri(text: str) -> str:
    if not _URI.fullmatch(text):
        raise PydanticCustomError("invalid_url", "Enter an address such as https://app.example.com/*.")
    return text


class _Uses(ConfigModel):
    """The kinds of redirects that an entry is allowed for."""

    target_resource_sso: Annotated[
        bool, Field(alias="targetResourceSSO", title="SSO", description="Applies after sign-in.")
    ] = False
    target_resource_slo: Annotated[
        bool, Field(alias="targetResourceSLO", title="SLO", description="Applies after sign-out.")
    ] = False
    in_error_resource: Annotated[bool, Field(title="Error", description="Applies after an error.")] = False
    idp_discovery: Annotated[
        bool, Field(title="IdP discovery", description="Applies when users choose an identity provider.")
    ] = False
    allow_query_and_fragment: Annotated[
        bool, Field(title="Any query and fragment", description="Accept any query and fragment after the path.")
    ] = False


class RedirectValidationSettingsWhitelistEntry(_Uses):
    """An allowed redirect target: a host, optionally with a path."""

    valid_domain: Annotated[
        str,
        Field(title="Host", max_length=255, description="Host name. *. matches every host below a domain."),
        AfterValidator(_check_domain),
    ]
    valid_path: Annotated[
        str | None,
        Field(title="Path", description="If empty, every path of the host is accepted.", max_length=1024),
        AfterValidator(lambda v: v and _check_path(v)),
    ] = None
    require_https: Annotated[bool, Field(title="HTTPS only", description="Reject addresses without encryption.")] = True


class RedirectValidationSettingsUriAllowlistEntry(_Uses):
    """An allowed redirect target: an exact address."""

    valid_uri: Annotated[
        str,
        Field(title="URI", description="Absolute address, such as https://app.example.com/start.", max_length=2048),
        AfterValidator(_check_uri),
    ]


class RedirectValidationLocalSettings(ConfigModel):
    """Validation of redirect addresses that applications and browsers send to this server."""

    enable_target_resource_validation_for_sso: Annotated[
        bool,
        Field(
            alias="enableTargetResourceValidationForSSO",
            title="Validate target resources for single sign-on",
            description="Redirect users after sign-in only to addresses in these lists.",
        ),
    ] = True
    enable_target_resource_validation_for_slo: Annotated[
        bool,
        Field(
            alias="enableTargetResourceValidationForSLO",
            title="Validate target resources for single log-out",
            description="Redirect users after sign-out only to addresses in these lists.",
        ),
    ] = True
    enable_target_resource_validation_for_idp_discovery: Annotated[
        bool,
        Field(
            alias="enableTargetResourceValidationForIdpDiscovery",
            title="Validate target resources for IdP discovery",
            description="Redirect users who choose an identity provider only to addresses in these lists.",
        ),
    ] = True
    enable_in_error_resource_validation: Annotated[
        bool,
        Field(
            title="Validate target resources after errors",
            description="Redirect users after an error only to addresses in these lists.",
        ),
    ] = True
    uri_allow_list: Annotated[
        list[RedirectValidationSettingsUriAllowlistEntry],
        Field(
            title="Allowed URIs",
            description="Complete URIs. An asterisk matches any part of the host or of the path.",
            max_length=MOST_ENTRIES,
            default_factory=list,
        ),
    ]
    white_list: Annotated[
        list[RedirectValidationSettingsWhitelistEntry],
        Field(
            title="Allowed hosts",
            description="Host names, each with the kinds of redirects it is allowed for.",
            max_length=MOST_ENTRIES,
            default_factory=list,
        ),
    ]


class RedirectValidationPartnerSettings(ConfigModel):
    """Validation of redirect addresses that partners use."""

    enable_wreply_validation_slo: Annotated[
        bool,
        Field(
            alias="enableWreplyValidationSLO",
            title="Validate wreply for WS-Federation single log-out",
            description="Accept wreply addresses only from the partner's own connection.",
        ),
    ] = True


class RedirectValidationSettings(ConfigModel):
    """Settings of redirect validation."""

    redirect_validation_local_settings: Annotated[
        RedirectValidationLocalSettings,
        Field(title="Local redirect validation", default_factory=RedirectValidationLocalSettings),
    ]
    redirect_validation_partner_settings: Annotated[
        RedirectValidationPartnerSettings,
        Field(title="Partner redirect validation", default_factory=RedirectValidationPartnerSettings),
    ]


def _check_not_repeated(proposal: Proposal[RedirectValidationSettings]) -> Iterator[FieldError]:
    local = proposal.new.redirect_validation_local_settings
    lists = {
        "uriAllowList": ("validUri", [entry.valid_uri for entry in local.uri_allow_list]),
        # Host names are case-insensitive (RFC 4343); paths are not.
        "whiteList": (
            "validDomain",
            [f"{entry.valid_domain.lower()} {entry.valid_path or ''}" for entry in local.white_list],
        ),
    }
    for name, (member, values) in lists.items():
        seen: set[str] = set()
        for index, value in enumerate(values):
            if value in seen:
                path = f"redirectValidationLocalSettings.{name}[{index}].{member}"
                yield FieldError("This entry is already in the list.", path, "value_in_use")
            seen.add(value)


UI = Ui(
    page=ConsolePage(
        id="redirectValidation",
        label="Redirect Validation",
        heading=SYSTEM_INTEGRATION,
        slug="redirect-validation",
        position=10,
        keywords=("open redirect", "allow list"),
        tile=Tile(TileIcon.DIRECTIONS, "URLs to which the server may redirect browsers.", position=50),
    ),
    guide="redirect-validation",
    form=ItemForm(),
)

REDIRECT_VALIDATION = Resource(
    path=handles.REDIRECT_VALIDATION.path,
    model=RedirectValidationSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Redirect Validation", description="Addresses in requests to which users may be redirected."
    ),
    default=lambda: RedirectValidationSettings(
        redirect_validation_local_settings=RedirectValidationLocalSettings(uri_allow_list=[], white_list=[]),
        redirect_validation_partner_settings=RedirectValidationPartnerSettings(),
    ),
    saving=SaveRules(rules=(_check_not_repeated,)),
    ui=UI,
)
