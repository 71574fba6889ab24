"""Form fields for an authentication source. Adapters are the only type of source so far."""

from hanse import handles
from hanse.config.declare.ui.tweaks import Tweak, Tweaks
from hanse.config.declare.ui.widgets import ChoiceInput, ReferenceInput, RowsInput, Widget, WidgetKind, WidgetOption
from hanse.resources.authentication.policies.tree import AuthenticationSourceType

_ADAPTER = AuthenticationSourceType.IDP_ADAPTER
_LABEL = "Authentication Source"
_MEMBERS = (
    Widget(
        name="type",
        kind=WidgetKind.CARRIED,
        label="Type",
        default=_ADAPTER.value,
        choice=ChoiceInput(options=(WidgetOption(_ADAPTER.value, _ADAPTER.label),)),
    ),
    Widget(
        name="sourceRef",
        kind=WidgetKind.REFERENCE,
        label=_LABEL,
        required=True,
        reference=ReferenceInput(target=handles.ADAPTERS, is_link=True),
    ),
)
# One widget for forms with a single source, and one for forms with a list of sources.
ONE_SOURCE: Tweaks = {"authenticationSource": Tweak(label="", members=_MEMBERS)}
SOURCE_LIST: Tweaks = {
    "defaultAuthenticationSources": Tweak(
        rows=RowsInput(
            is_ordered=True,
            item=Widget(name="defaultAuthenticationSources", kind=WidgetKind.GROUP, label=_LABEL, members=_MEMBERS),
        )
    )
}
