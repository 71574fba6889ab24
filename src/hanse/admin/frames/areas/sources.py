"""How forms ask for an authentication source: by its name alone, as adapters are the only ones that there are.

And how the forms of sessions are shown, some of which are for one source.
"""

from collections.abc import Mapping
from typing import Any

from hanse.admin.frames.areas import helps
from hanse.admin.frames.form.presenting import Presentation, Section, When
from hanse.admin.frames.form.variants import Tweaks
from hanse.admin.frames.form.widgets import Kind, Option, Widget
from hanse.admin.frames.frame import NameOf

_LABEL = "Authentication Source"
_ADAPTERS = "/idp/adapters"
_MEMBERS = (
    Widget(
        name="type",
        kind=Kind.CARRIED,
        label="Type",
        default="IDP_ADAPTER",
        options=(Option("IDP_ADAPTER", "IdP Adapter"),),
    ),
    Widget(name="sourceRef", kind=Kind.REFERENCE, label=_LABEL, required=True, target=_ADAPTERS, is_link=True),
)
# Of a form whose resource has one source, and of one that has several.
SOURCE: Tweaks = {"authenticationSource": {"label": "", "members": _MEMBERS}}
SOURCES: Tweaks = {
    "defaultAuthenticationSources": {
        "is_ordered": True,
        "item": Widget(name="defaultAuthenticationSources", kind=Kind.GROUP, label=_LABEL, members=_MEMBERS),
    }
}


_TIMEOUTS = "Timeouts"
SESSIONS = Presentation(
    sections=(
        Section("Authentication sessions", ("enableSessions", "persistentSessions", "hashUniqueUserKeyAttribute")),
        Section(_TIMEOUTS, ("idleTimeoutMins", "idleTimeoutDisplayUnit", "maxTimeoutMins", "maxTimeoutDisplayUnit")),
    )
)
SOURCE_SESSIONS = Presentation(
    sections=(
        Section(
            "Authentication sessions",
            ("authenticationSource", "enableSessions", "userDeviceType", "persistent", "authnContextSensitive"),
        ),
        Section(_TIMEOUTS, ("idleTimeoutMins", "maxTimeoutMins", "timeoutDisplayUnit")),
    ),
    # Without sessions, nothing is said of them.
    when=dict.fromkeys(
        (
            "userDeviceType",
            "persistent",
            "authnContextSensitive",
            "idleTimeoutMins",
            "maxTimeoutMins",
            "timeoutDisplayUnit",
        ),
        (When("enableSessions"),),
    ),
)


REDIRECTS = Presentation(help=helps.REDIRECTS)


def source_of(body: Mapping[str, Any], name_of: NameOf) -> str:
    """Return what people call something that is there once for each source: the source."""
    source = body.get("authenticationSource") or {}
    return name_of(_ADAPTERS, str((source.get("sourceRef") or {}).get("id") or ""))
