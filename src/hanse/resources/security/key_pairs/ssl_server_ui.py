"""The pages of SSL server certificates, on which administrators also activate them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from hanse.config.declare.access import Principal
from hanse.config.declare.ui.actions import ItemAction, SettingsCalls
from hanse.config.declare.ui.declaration import Body, ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage, Tile, TileIcon
from hanse.config.view import View
from hanse.resources.security.key_pairs.key_pair_actions import (
    CREATE,
    EXPORT_CERTIFICATE,
    EXPORT_KEY,
    EXPORT_PEM,
    IMPORT_PAIR,
    REQUEST,
    RESPONSE,
)
from hanse.resources.security.key_pairs.view import with_expiry

SETTINGS_PATH = "/keyPairs/sslServer/settings"
_IN_USE = "In use"
# By listener: its name, and the members of the settings with its default and its further active certificates.
_LISTENERS = {
    "Runtime": ("runtime server", "runtimeServerCertRef", "activeRuntimeServerCerts"),
    "Admin": ("administrative console", "adminConsoleCertRef", "activeAdminConsoleCerts"),
}


def _facts(view: View, id_: str, _who: Principal) -> Mapping[str, str]:
    """Return the listeners that use a certificate."""
    return {_IN_USE: _in_use(view, {"id": id_}) or "No. Activate the certificate to use it."}


def _in_use(view: View, body: Body) -> str:
    """Return the listeners that use a certificate; nothing if none does."""
    return "; ".join(_uses(_stored(view), str(body["id"])))


def _uses(settings: Body, id_: str) -> Iterator[str]:
    for name, default, active in _LISTENERS.values():
        if _is_default(settings, default, id_):
            yield f"Default for the {name}"
        elif _is_active(settings, active, id_):
            yield f"Active for the {name}"


def _stored(view: View) -> Body:
    settings = view.registry.by_path(SETTINGS_PATH)
    return view.get(settings, settings.singleton_id).body


def _is_default(settings: Body, member: str, id_: str) -> bool:
    return bool((settings.get(member) or {}).get("id") == id_)


def _is_active(settings: Body, member: str, id_: str) -> bool:
    return any(each["id"] == id_ for each in settings.get(member) or ())


def _change(calls: SettingsCalls, id_: str, *, listener: str, default: bool = False, active: bool) -> str:
    """Save the settings with a certificate as the default or not, and among the active ones or not."""
    name, default_member, active_member = _LISTENERS[listener]
    stored = calls.read_settings(SETTINGS_PATH)
    others = [each for each in stored.body.get(active_member) or () if each["id"] != id_]
    body = {**stored.body, active_member: [*others, {"id": id_}] if active else others}
    if default:
        body[default_member] = {"id": id_}
    calls.save_settings(SETTINGS_PATH, replace(stored, body=body))
    if default:
        return f"New connections to the {name} use this certificate."
    return f"The certificate is {'active' if active else 'no longer active'} for the {name}."


def _offered(view: View, id_: str, _who: Principal, *, what: str, default: str, active: str) -> bool:
    """Tell whether an action changes anything: a default is active, and what is not active cannot be switched off."""
    settings = _stored(view)
    is_default, is_active = _is_default(settings, default, id_), _is_active(settings, active, id_)
    return {"default": not is_default, "activate": not (is_default or is_active), "deactivate": is_active}[what]


def _actions() -> Iterator[ItemAction]:
    for listener, (name, default, active) in _LISTENERS.items():
        offered = partial(_offered, default=default, active=active)
        yield ItemAction(
            id=f"default{listener}",
            name=f"Activate Default for {name.title()}",
            description=f"New connections to the {name} use this certificate within seconds.",
            path="",
            run=partial(_change, listener=listener, default=True, active=False),
            offered=partial(offered, what="default"),
        )
        yield ItemAction(
            id=f"activate{listener}",
            name=f"Activate for {name.title()}",
            description="Used beside the default for clients that support no other type of key.",
            path="",
            run=partial(_change, listener=listener, active=True),
            offered=partial(offered, what="activate"),
        )
        yield ItemAction(
            id=f"deactivate{listener}",
            name=f"Deactivate for {name.title()}",
            description=f"The {name} no longer uses it beside the default.",
            path="",
            run=partial(_change, listener=listener, active=False),
            offered=partial(offered, what="deactivate"),
        )


CERTIFICATES_UI = Ui(
    page=ConsolePage(
        id="sslServerCertificates",
        label="SSL Server Certificates",
        heading=CERTIFICATES_AND_KEYS,
        slug="ssl-server-certificates",
        position=20,
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
    form=ItemForm(
        layout=FormLayout(left_out=frozenset({"cryptoProvider", "rotationSettings"})), adding=(CREATE, IMPORT_PAIR)
    ),
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
    ),
    guide="ssl-server-certificates",
    form=ItemForm(),
)
