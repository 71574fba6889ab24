"""Keeps stored secrets of plug-in instances from being sent to other servers than those that they were entered for.

A form names the fields that determine where the secrets of its instances are sent (`Form.secret_target`).
Administrators who may change an instance need not know its secrets, and must not learn them by naming a server of their
own. They also see encrypted secrets in answers of the API, so an encrypted secret that is sent is treated like a stored
one.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from hanse.config.declare.handles import Handle
from hanse.config.declare.plugin_fields import Form
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.config.plugins.inheritance import ancestors, merged
from hanse.config.plugins.model import ConfigField, PluginConfiguration, PluginInstance
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message

I = TypeVar("I", bound=PluginInstance)  # noqa: E741 - an instance.
_REFUSAL = "Enter this secret again. The change would send it to another server."


def check_secret_targets(proposal: Proposal[I], form: Form, resource: Handle[Any]) -> Iterator[FieldError]:
    """Find stored or encrypted secrets that would be sent to another server than before."""
    if not form.secret_target:
        return
    new, view = proposal.new, proposal.view
    # Read from the view, because an import does not keep secrets that it leaves out.
    own = _with_kept_secrets(new.configuration, _stored(view, resource, new.id), form)
    above = [each.configuration for each in ancestors(view, resource, new)]
    whole = merged([own, *above], form)
    target = _target(whole, form)
    for name, sealed in _sealed_secrets(whole, form):
        if not any(there == target for there in _targets_of(view, resource, name, sealed, form)):
            yield FieldError(_REFUSAL, _path(new.configuration, name), "required_field")
    yield from _check_heirs(proposal, form, resource)


def _stored(view: View, resource: Handle[Any], id_: str | None) -> PluginInstance | None:
    return view.model(resource, id_) if id_ is not None and view.has(resource, id_) else None


def _with_kept_secrets(new: PluginConfiguration, old: PluginInstance | None, form: Form) -> PluginConfiguration:
    """Return a configuration with the stored secrets in place of those that the client left blank."""
    stored = {field.name: field for field in (old.configuration.fields if old is not None else ())}
    secrets = {field.name for field in form.fields if field.is_secret}

    def whole(field: ConfigField) -> ConfigField:
        is_blank = field.name in secrets and not field.inherited and not field.value and field.encrypted_value is None
        return stored.get(field.name, field) if is_blank else field

    return new.model_copy(update={"fields": [whole(field) for field in new.fields]})


def _sealed_secrets(whole: PluginConfiguration, form: Form) -> Iterator[tuple[str, str]]:
    secrets = {field.name for field in form.fields if field.is_secret}
    for field in whole.fields:
        if field.name in secrets and not field.value and field.encrypted_value:
            yield field.name, field.encrypted_value


def _target(whole: PluginConfiguration, form: Form) -> tuple[str, ...]:
    values = {field.name: field.default or "" for field in form.fields}
    values |= {field.name: field.value for field in whole.fields if field.value}
    conditions = {field.name: field.only_with for field in form.fields}

    def applies(name: str) -> bool:
        return all(values[other] in wanted or "*" in wanted for other, wanted in conditions[name].items())

    # A field that does not apply has no effect on where the secret is sent. Forms send it differently from scripts.
    return tuple(values[name] if applies(name) else "" for name in form.secret_target)


def _targets_of(
    view: View, resource: Handle[Any], name: str, sealed: str, form: Form
) -> Iterator[tuple[str, ...] | None]:
    """Yield the servers to which stored instances send a secret."""
    for stored in view.everything(resource):
        other = view.model(resource, stored.id)
        whole = _whole(view, resource, other, form)
        if any(each == name and _is_same(view, resource, kept, sealed) for each, kept in _sealed_secrets(whole, form)):
            yield _target(whole, form)


def _whole(view: View, resource: Handle[Any], instance: PluginInstance, form: Form) -> PluginConfiguration:
    return merged([instance.configuration, *(each.configuration for each in ancestors(view, resource, instance))], form)


def _is_same(view: View, resource: Handle[Any], kept: str, sealed: str) -> bool:
    if kept == sealed:
        return True
    try:
        # After a rotation of encryption keys, clients may send a secret as they read it before.
        return _opened(view, resource, kept) == _opened(view, resource, sealed)
    except BrokenSeal:
        # The save itself refuses what cannot be decrypted.
        return False


def _opened(view: View, resource: Handle[Any], sealed: str) -> str | None:
    body = {"configuration": {"fields": [{"encryptedValue": sealed}]}}
    return view.secret(resource, StoredDocument("", body, 0), "configuration", "fields", 0, "value")


def _path(configuration: PluginConfiguration, name: str) -> str:
    index = next((index for index, field in enumerate(configuration.fields) if field.name == name), None)
    return "configuration.fields" if index is None else f"configuration.fields[{index}].value"


def _check_heirs(proposal: Proposal[I], form: Form, resource: Handle[Any]) -> Iterator[FieldError]:
    """Find instances with secrets of their own that inherit the server from the changed instance."""
    new, view = proposal.new, proposal.view
    if proposal.old is None:
        return
    for stored in view.everything(resource):
        heir = view.model(resource, stored.id)
        parents = list(ancestors(view, resource, heir))
        if heir.id == new.id or all(parent.id != new.id for parent in parents):
            continue
        before = _target(merged([each.configuration for each in (heir, *parents)], form), form)
        changed = [new if parent.id == new.id else parent for parent in parents]
        after = _target(merged([each.configuration for each in (heir, *changed)], form), form)
        if before != after and any(True for _each in _sealed_secrets(heir.configuration, form)):
            text = message(
                "The instance {name} inherits this and has a secret of its own, which the change would send to another"
                " server.",
                name=heir.name or heir.id or "",
            )
            yield FieldError(text, "configuration.fields", "secret_target")
