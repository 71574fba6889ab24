"""Target URL mappings: the SP adapter, or the SP connection, that serves an address of an application."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.options import Referral, ResourceText, StorageOptions
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, Ui
from hanse.config.declare.ui.navigation import APPLICATION_INTEGRATION, ConsolePage
from hanse.config.declare.ui.tweaks import Tweak, Tweaks
from hanse.config.declare.ui.widgets import ChoiceInput, ReferenceInput, RowsInput, Widget, WidgetKind, WidgetOption
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.kit.errors import FieldError
from hanse.kit.texts.labels import Labeled

MOST_MAPPINGS: Final = 1_000
# A scheme, a host in which the first label can be an asterisk, and a path with asterisks.
_PATTERN: Final = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^\s\"<>\\^`{|}#?]*)?", re.ASCII)
_URL_HELP: Final = (
    "Address of the application without a query. An asterisk matches any part of the path. *. matches every host"
    " below a domain. A single asterisk matches every address."
)
# The pattern of every address. Redirect validation still decides which addresses are allowed.
EVERY_ADDRESS: Final = "*"


class SpUrlMappingType(Labeled):
    """The kind of the target of a mapping."""

    SP_ADAPTER = "SP_ADAPTER", "SP adapter"
    SP_CONNECTION = "SP_CONNECTION", "SP connection"


_TARGETS: Final = {
    SpUrlMappingType.SP_ADAPTER.value: handles.SP_ADAPTERS,
    SpUrlMappingType.SP_CONNECTION.value: handles.SP_CONNECTIONS,
}


def _check_pattern(text: str) -> str:
    if text != EVERY_ADDRESS and not _PATTERN.fullmatch(text):
        raise PydanticCustomError(
            "invalid_url", "Enter an address such as https://app.example.com/* or https://*.example.com/start."
        )
    return text


TargetPattern = Annotated[
    str,
    Field(
        title="URL",
        max_length=2048,
        description=_URL_HELP,
    ),
    AfterValidator(_check_pattern),
]


class SpUrlMapping(ConfigModel):
    """The SP adapter or SP connection for an address of an application."""

    url: TargetPattern
    type: Annotated[
        SpUrlMappingType, Field(title="Type", description="Kind of the target: an SP adapter or an SP connection.")
    ] = SpUrlMappingType.SP_ADAPTER
    ref: Annotated[
        ResourceLink, Field(title="Target", description="SP adapter or SP connection that serves the address.")
    ]


class SpUrlMappings(ConfigModel):
    """All mappings. The first one that fits an address applies."""

    items: Annotated[
        list[SpUrlMapping],
        Field(
            title="Target URL mappings",
            description="If a sign-in request names no SP adapter, the first mapping that fits its target resource"
            " selects the SP adapter or the SP connection.",
            max_length=MOST_MAPPINGS,
            default_factory=list,
        ),
    ]


class SpAdapterUrlMapping(ConfigModel):
    """The SP adapter for an address of an application."""

    url: TargetPattern
    adapter_ref: Annotated[ResourceLink, Field(title="SP adapter"), Ref(handles.SP_ADAPTERS)]


class SpAdapterUrlMappings(ConfigModel):
    """The mappings to SP adapters only."""

    items: Annotated[list[SpAdapterUrlMapping], Field(max_length=MOST_MAPPINGS, default_factory=list)]


def _check_not_repeated(proposal: Proposal[SpUrlMappings]) -> Iterator[FieldError]:
    seen: set[str] = set()
    for index, each in enumerate(proposal.new.items):
        # Schemes and hosts are case-insensitive (RFC 3986, section 6.2.2.1); a path is not.
        scheme, _, rest = each.url.partition("://")
        host, slash, path = rest.partition("/")
        normal = f"{scheme}://{host}".lower() + slash + path
        if normal in seen:
            yield FieldError("This URL is already in the list.", f"items[{index}].url", "value_in_use")
        seen.add(normal)


def _references(body: dict[str, Any]) -> Iterator[Referral]:
    for index, each in enumerate(body.get("items", ())):
        yield f"items[{index}].ref", _TARGETS[each["type"]], each["ref"]["id"]


def _operations() -> Iterator[Operation]:
    """Yield the operations for the mappings to SP adapters, which are a part of the target URL mappings."""
    operation = partial(
        Operation,
        path=f"{API}{handles.SP_ADAPTERS.path}/urlMappings",
        area=TARGET_URL_MAPPINGS.area,
        tag=TARGET_URL_MAPPINGS.text.title,
        answer=SpAdapterUrlMappings,
    )
    yield operation(method="GET", summary="Read: URL Mappings of SP Adapters", run=_read)
    yield operation(method="PUT", summary="Replace: URL Mappings of SP Adapters", run=_save, body=SpAdapterUrlMappings)


def _read(call: Call) -> OperationResult:
    stored = call.view.get(TARGET_URL_MAPPINGS, TARGET_URL_MAPPINGS.singleton_id)
    return OperationResult(_of_adapters(stored.body), revision=stored.revision)


def _save(call: Call) -> OperationResult:
    """Replace the mappings to SP adapters. Those to SP connections stay, after them."""
    body: SpAdapterUrlMappings = call.body
    own = [SpUrlMapping(url=each.url, ref=each.adapter_ref) for each in body.items]
    others = [
        each
        for each in call.change.singleton(TARGET_URL_MAPPINGS).items
        if each.type is not SpUrlMappingType.SP_ADAPTER
    ]
    settings = SpUrlMappings(items=[*own, *others])
    stored = call.change.replace(TARGET_URL_MAPPINGS, TARGET_URL_MAPPINGS.singleton_id, settings, call.expected)
    return OperationResult(_of_adapters(stored.body), revision=stored.revision)


def _of_adapters(body: dict[str, Any]) -> dict[str, Any]:
    found = [each for each in body.get("items", ()) if each["type"] == SpUrlMappingType.SP_ADAPTER.value]
    return {"items": [{"url": each["url"], "adapterRef": each["ref"]} for each in found]}


_ROW: Final = Widget(
    name="items",
    kind=WidgetKind.GROUP,
    label="Target URL mapping",
    members=(
        Widget(name="url", kind=WidgetKind.TEXT, label="URL", help=_URL_HELP, required=True),
        Widget(
            name="type",
            kind=WidgetKind.CHOICE,
            label="Type",
            help="Kind of the target: an SP adapter or an SP connection.",
            required=True,
            default=SpUrlMappingType.SP_ADAPTER.value,
            choice=ChoiceInput(options=tuple(WidgetOption(each.value, each.label) for each in SpUrlMappingType)),
        ),
        Widget(
            name="ref",
            kind=WidgetKind.REFERENCE,
            label="Target",
            help="SP adapter or SP connection that serves the address.",
            required=True,
            reference=ReferenceInput(target=handles.SP_ADAPTERS, others=(handles.SP_CONNECTIONS,), is_link=True),
        ),
    ),
)
_TWEAKS: Final[Tweaks] = {"items": Tweak(rows=RowsInput(is_ordered=True, item=_ROW))}

TARGET_URL_MAPPINGS = Resource(
    path=handles.TARGET_URL_MAPPINGS.path,
    model=SpUrlMappings,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Target URL Mappings", description="SP adapters and SP connections by the addresses of applications."
    ),
    default=lambda: SpUrlMappings(items=[]),
    saving=SaveRules(rules=(_check_not_repeated,)),
    storage=StorageOptions(references=_references),
    ui=Ui(
        page=ConsolePage(
            id="targetUrlMappings",
            label="Target URL Mapping",
            heading=APPLICATION_INTEGRATION,
            slug="target-url-mapping",
            position=60,
            keywords=("TargetResource", "SP adapter"),
        ),
        guide="sp-adapters",
        form=ItemForm(tweaks=_TWEAKS),
    ),
)
SP_ADAPTER_URL_OPERATIONS: Final = tuple(_operations())
