"""Which SSL server certificates are in use: told, and changed, at the certificate itself."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from hanse.admin.frames.calls import Calls
from hanse.admin.frames.form.variants import Ask
from hanse.admin.frames.frame import Frame
from hanse.config.access import Principal
from hanse.config.view import View
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_SETTINGS

SETTINGS = Frame(node="sslServerSettings", help="ssl-server-certificates", resource=SSL_SERVER_SETTINGS)
# By listener: what people call it, and the members that name its default and what else is active.
_LISTENERS = {
    "Runtime": ("runtime server", "runtimeServerCertRef", "activeRuntimeServerCerts"),
    "Admin": ("administrative console", "adminConsoleCertRef", "activeAdminConsoleCerts"),
}
IN_USE = "In use"
Body = Mapping[str, Any]


def uses(view: View, id_: str, _who: Principal) -> Mapping[str, str]:
    """Return what a certificate is in use for."""
    return {IN_USE: in_use(view, id_) or "No. It is shown once it is activated."}


def in_use(view: View, id_: str) -> str:
    """Return what a certificate is in use for; nothing where it is not."""
    return "; ".join(_uses(_stored(view), id_))


def _uses(settings: Body, id_: str) -> Iterator[str]:
    for name, default, active in _LISTENERS.values():
        if _is_default(settings, default, id_):
            yield f"Default for the {name}"
        elif _is_active(settings, active, id_):
            yield f"Active for the {name}"


def _stored(view: View) -> Body:
    body: Body = view.get(SSL_SERVER_SETTINGS, SSL_SERVER_SETTINGS.singleton_id).body
    return body


def _is_default(settings: Body, member: str, id_: str) -> bool:
    return bool((settings.get(member) or {}).get("id") == id_)


def _is_active(settings: Body, member: str, id_: str) -> bool:
    return any(each["id"] == id_ for each in settings.get(member) or ())


def _change(calls: Calls, id_: str, *, listener: str, default: bool = False, active: bool) -> str:
    """Save the settings with a certificate as the default or not, and among the active ones or not."""
    name, default_member, active_member = _LISTENERS[listener]
    about = calls.of(SETTINGS)
    stored = about.read()
    others = [each for each in stored.body.get(active_member) or () if each["id"] != id_]
    body = {**stored.body, active_member: [*others, {"id": id_}] if active else others}
    if default:
        body[default_member] = {"id": id_}
    about.store(body, stored.revision)
    if default:
        return f"New connections to the {name} are shown this certificate."
    return f"The certificate is {'active' if active else 'not active any more'} for the {name}."


def _offered(view: View, id_: str, _who: Principal, *, what: str, default: str, active: str) -> bool:
    """Tell whether an action changes anything: a default is active, and what is not active cannot be switched off."""
    settings = _stored(view)
    is_default, is_active = _is_default(settings, default, id_), _is_active(settings, active, id_)
    return {"default": not is_default, "activate": not (is_default or is_active), "deactivate": is_active}[what]


def _asks() -> Iterator[Ask]:
    for listener, (name, default, active) in _LISTENERS.items():
        offered = partial(_offered, default=default, active=active)
        yield Ask(
            id=f"default{listener}",
            name=f"Activate Default for {name.title()}",
            description=f"New connections to the {name} are shown this certificate, within seconds.",
            path="",
            run=partial(_change, listener=listener, default=True, active=False),
            offered=partial(offered, what="default"),
        )
        yield Ask(
            id=f"activate{listener}",
            name=f"Activate for {name.title()}",
            description="Beside the default, for those who can do with no other: one for each type of key.",
            path="",
            run=partial(_change, listener=listener, active=True),
            offered=partial(offered, what="activate"),
        )
        yield Ask(
            id=f"deactivate{listener}",
            name=f"Deactivate for {name.title()}",
            description=f"The {name} does not show it any more, beside the default.",
            path="",
            run=partial(_change, listener=listener, active=False),
            offered=partial(offered, what="deactivate"),
        )


ACTIVATE = tuple(_asks())
