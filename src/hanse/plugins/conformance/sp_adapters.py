"""The contract of SP adapters."""

from urllib.parse import urlsplit

from hanse.config.plugins.plugin import Plugin
from hanse.kit.http.hosts import names_loopback
from hanse.plugins.conformance.example import Example
from hanse.plugins.conformance.token_keys import signing_services
from hanse.plugins.conformance.trial import HOSTILE_TEXTS, PluginTrial
from hanse.plugins.contracts.sp_adapters import ApplicationPost, HandedOverUser, ServiceProviderAdapter

_SESSION, _TARGET = "a-session", "https://app.example.com/start"


def check_sp_adapter(plugin: Plugin[ServiceProviderAdapter], example: Example, trial: PluginTrial) -> None:
    """Find forms without a field, forms that change, addresses without encryption, and data in an address."""
    adapter = plugin.make(example.settings(plugin.form))
    support = signing_services()
    for text in ("joe", *HOSTILE_TEXTS):
        attributes = dict.fromkeys(plugin.attribute_contract, "joe") | {adapter.subject_attribute: text, "x": text}
        user = HandedOverUser(attributes=attributes, target=_TARGET, session_id=_SESSION, acr="urn:x", amr=("pwd",))
        # A subject that is empty can be refused.
        documented = () if text == "joe" else (ValueError,)
        made = trial.call("hand_over", adapter.hand_over, user, support, documented=documented)
        _check_post(trial, "hand_over", made, must_exist=text == "joe")
        again = trial.call("hand_over", adapter.hand_over, user, support, documented=documented)
        is_new = made is None or again is None or made.fields != again.fields
        trial.expect(is_new, "hand_over returns the same form twice, so that an application cannot detect a replay.")
        if adapter.receives_logouts:
            left = trial.call("log_out", adapter.log_out, text, _SESSION, support)
            _check_post(trial, "log_out", left, must_exist=True)


def _check_post(trial: PluginTrial, name: str, made: object, *, must_exist: bool) -> None:
    if made is None and not must_exist:
        return
    if not isinstance(made, ApplicationPost):
        trial.finding(f"{name} does not return an ApplicationPost.")
        return
    parts = urlsplit(made.address)
    is_protected = parts.scheme == "https" or (parts.scheme == "http" and names_loopback(parts.hostname or ""))
    trial.expect(is_protected, f"{name} returns an address that is not protected by TLS.")
    trial.expect(_SESSION not in made.address and "joe" not in made.address, f"{name} puts data into the address.")
    is_form = bool(made.fields) and all(isinstance(each, str) for pair in made.fields.items() for each in pair)
    trial.expect(is_form, f"{name} returns a form without a field, or with values that are not texts.")
