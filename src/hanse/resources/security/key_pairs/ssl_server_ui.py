"""The pages of SSL server certificates, on which administrators also activate them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from hanse import handles
from hanse.config.declare.access import Principal
from hanse.config.declare.resource import SINGLETON_ID
from hanse.config.declare.ui.actions import ItemAction, SettingsCalls
from hanse.config.declare.ui.declaration import Body, ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage, Tile, TileIcon
from hanse.config.declare.ui.tweaks import Tweak
from hanse.config.declare.view import View
from hanse.kit.texts.messages import Message, enumerated, message
from hanse.resources.security.key_pairs.key_pair_actions import (
    CREATE,
    EXPORT_CERTIFICATE,
    EXPORT_KEY,
    EXPORT_PEM,
    REQUEST,
    RESPONSE,
    pair_form,
)
from hanse.resources.security.key_pairs.view import with_expiry

_IN_USE = "In use"


@dataclass(frozen=True)
class _Listener:
    """A listener: the members of the settings with its certificates, and its texts."""

    default: str
    active: str
    is_default: str
    is_active: str
    made_default: str
    activated: str
    deactivated: str
    make_default: str
    about_default: str
    activate: str
    deactivate: str
    about_deactivation: str


_LISTENERS = {
    "Runtime": _Listener(
        default="runtimeServerCertRef",
        active="activeRuntimeServerCerts",
        is_default=message("Default for the runtime server"),
        is_active=message("Active for the runtime server"),
        made_default=message("New connections to the runtime server use this certificate."),
        activated=message("The certificate is active for the runtime server."),
        deactivated=message("The certificate is no longer active for the runtime server."),
        make_default="Activate Default for Runtime Server",
        about_default="New connections to the runtime server use this certificate within seconds.",
        activate="Activate for Runtime Server",
        deactivate="Deactivate for Runtime Server",
        about_deactivation="The runtime server no longer uses it beside the default.",
    ),
    "Admin": _Listener(
        default="adminConsoleCertRef",
        active="activeAdminConsoleCerts",
        is_default=message("Default for the administrative console"),
        is_active=message("Active for the administrative console"),
        made_default=message("New connections to the administrative console use this certificate."),
        activated=message("The certificate is active for the administrative console."),
        deactivated=message("The certificate is no longer active for the administrative console."),
        make_default="Activate Default for Administrative Console",
        about_default="New connections to the administrative console use this certificate within seconds.",
        activate="Activate for Administrative Console",
        deactivate="Deactivate for Administrative Console",
        about_deactivation="The administrative console no longer uses it beside the default.",
    ),
}


def _facts(view: View, id_: str, _who: Principal) -> Mapping[str, str]:
    """Return the listeners that use a certificate."""
    return {_IN_USE: _in_use(view)({"id": id_}) or message("No. Activate the certificate to use it.")}


def _in_use(view: View) -> Callable[[Body], str]:
    """Return the function that names the listeners that use a certificate; its text is empty if none does."""
    settings = _stored(view)
    return lambda body: enumerated(_uses(settings, str(body["id"])), "; ")


def _uses(settings: Body, id_: str) -> Iterator[Message]:
    for listener in _LISTENERS.values():
        if _is_default(settings, listener.default, id_):
            yield message(listener.is_default)
        elif _is_active(settings, listener.active, id_):
            yield message(listener.is_active)


def _stored(view: View) -> Body:
    return view.get(handles.SSL_SERVER_SETTINGS, SINGLETON_ID).body


def _is_default(settings: Body, member: str, id_: str) -> bool:
    return bool((settings.get(member) or {}).get("id") == id_)


def _is_active(settings: Body, member: str, id_: str) -> bool:
    return any(each["id"] == id_ for each in settings.get(member) or ())


def _change(calls: SettingsCalls, id_: str, *, listener: str, default: bool = False, active: bool) -> str:
    """Save the settings after making a certificate the default or activating or deactivating it."""
    known = _LISTENERS[listener]
    stored = calls.read_settings(handles.SSL_SERVER_SETTINGS)
    others = [each for each in stored.body.get(known.active) or () if each["id"] != id_]
    body = {**stored.body, known.active: [*others, {"id": id_}] if active else others}
    if default:
        body[known.default] = {"id": id_}
    calls.save_settings(handles.SSL_SERVER_SETTINGS, replace(stored, body=body))
    if default:
        return known.made_default
    return known.activated if active else known.deactivated


def _offered(view: View, id_: str, _who: Principal, *, what: str, default: str, active: str) -> bool:
    """Return whether an action has an effect: a default is always active, and only active ones can be deactivated."""
    settings = _stored(view)
    is_default, is_active = _is_default(settings, default, id_), _is_active(settings, active, id_)
    return {"default": not is_default, "activate": not (is_default or is_active), "deactivate": is_active}[what]


def _actions() -> Iterator[ItemAction]:
    for listener, texts in _LISTENERS.items():
        offered = partial(_offered, default=texts.default, active=texts.active)
        yield ItemAction(
            id=f"default{listener}",
            name=texts.make_default,
            description=texts.about_default,
            path="",
            run=partial(_change, listener=listener, default=True, active=False),
            offered=partial(offered, what="default"),
        )
        yield ItemAction(
            id=f"activate{listener}",
            name=texts.activate,
            description="Used beside the default for clients that support no other type of key.",
            path="",
            run=partial(_change, listener=listener, active=True),
            offered=partial(offered, what="activate"),
        )
        yield ItemAction(
            id=f"deactivate{listener}",
            name=texts.deactivate,
            description=texts.about_deactivation,
            path="",
            run=partial(_change, listener=listener, active=False),
            offered=partial(offered, what="deactivate"),
        )


_CREATE = replace(
    CREATE,
    tweaks={
        **CREATE.tweaks,
        "commonName": Tweak(help="Host name that browsers request, such as sso.example.com."),
        "subjectAlternativeNames": CREATE.tweaks["subjectAlternativeNames"]
        | Tweak(
            help="Host names, IP addresses, e-mail addresses or URIs, one per line. Browsers check only these names."
        ),
        "validDays": CREATE.tweaks["validDays"]
        | Tweak(help="Validity of the certificate. Browsers accept at most 398 days."),
    },
)
CERTIFICATES_UI = Ui(
    page=ConsolePage(
        id="sslServerCertificates",
        label="SSL Server Certificates",
        heading=CERTIFICATES_AND_KEYS,
        slug="ssl-server-certificates",
        position=20,
        keywords=("TLS", "HTTPS", "X.509"),
        tile=Tile(
            TileIcon.CERTIFICATE,
            "Certificates that the server presents to browsers and partners.",
            position=30,
            for_writers=True,
        ),
    ),
    guide="ssl-server-certificates",
    items=ItemList(
        singular="SSL Server Certificate",
        plural="SSL Server Certificates",
        columns=("issuerDN", "expires", "status"),
        computed={_IN_USE: _in_use},
        empty="Certificates that the server presents to browsers and applications instead of its self-signed one.",
    ),
    form=pair_form(_CREATE),
    item=ItemFacts(
        facts=_facts,
        at_moment=with_expiry,
        actions=(*_actions(), EXPORT_CERTIFICATE, REQUEST, RESPONSE, EXPORT_KEY, EXPORT_PEM),
    ),
)
SETTINGS_UI = Ui(
    page=ConsolePage(
        id="sslServerSettings",
        label="Active SSL Server Certificates",
        heading=CERTIFICATES_AND_KEYS,
        slug="active-ssl-server-certificates",
        position=30,
        keywords=("TLS", "HTTPS"),
    ),
    guide="ssl-server-certificates",
    form=ItemForm(),
)
