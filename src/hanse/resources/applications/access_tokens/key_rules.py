"""Rules for a manager's keys and algorithm, and for managers that publish keys at the same path."""

from collections.abc import Iterator, Mapping

from hanse import handles
from hanse.config.declare.rules import Proposal
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery
from hanse.config.plugins.inheritance import ancestors, merged
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.config.plugins.rules import settings_of
from hanse.crypto.jws_signing import ALGORITHMS
from hanse.crypto.key_pairs import EC, LEAST_RSA_BITS, RSA
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.plugins.access_tokens.jwt import keys, published_keys, setting_names
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.resources.applications.access_tokens.model import AccessTokenManager

# RFC 7518, section 3.4: the curve that each ECDSA algorithm requires.
_CURVES = {"ES256": 256, "ES384": 384, "ES512": 521}
Managers = Proposal[AccessTokenManager]


def check_keys(proposal: Managers) -> Iterator[FieldError]:
    """Find certificates that do not fit their algorithm, and key IDs that occur twice in one published key set."""
    new = proposal.new
    if new.plugin_descriptor_ref.id != JWT.id:
        return
    settings = whole_settings(proposal.view, new, JWT)
    yield from _check_fit(proposal, settings)
    if path := settings.text(published_keys.PATH):
        yield from _check_shared(proposal, path, certificates_of(settings))


def whole_settings(view: View, instance: AccessTokenManager, plugin: Plugin[object]) -> Settings:
    """Return the settings of a manager and its parents, without secrets."""
    generations = (instance, *ancestors(view, handles.ACCESS_TOKEN_MANAGERS, instance))
    whole = merged([each.configuration for each in generations], plugin.form)
    return settings_of(instance.id or "", whole, plugin.form)


def certificates_of(settings: Settings) -> Mapping[str, str]:
    """Return the key pairs of a manager by their key IDs."""
    rows = settings.rows(keys.CERTIFICATES)
    return {row[keys.KEY_ID]: row[keys.CERTIFICATE] for row in rows if keys.KEY_ID in row and keys.CERTIFICATE in row}


def _check_fit(proposal: Managers, settings: Settings) -> Iterator[FieldError]:
    algorithm, name = settings.text(setting_names.ALGORITHM), settings.text(setting_names.ACTIVE_CERTIFICATE)
    if algorithm not in ALGORITHMS or settings.flag(setting_names.CENTRAL):
        return
    id_ = certificates_of(settings).get(name)
    pair = None if id_ is None else _facts(proposal.view, id_)
    if pair is not None and not _fits(algorithm, *pair):
        kind, size = pair
        values = {"algorithm": algorithm, "name": name, "type": kind, "size": size, "least": LEAST_RSA_BITS}
        template = "{algorithm} needs an RSA key of at least {least} bits; the key '{name}' is {type} with {size} bits."
        if algorithm in _CURVES:
            values["least"] = _CURVES[algorithm]
            template = "{algorithm} needs an EC key of {least} bits; the key '{name}' is {type} with {size} bits."
        text = message(template, **values)
        yield FieldError(text, _place_of(proposal.new, setting_names.ACTIVE_CERTIFICATE), "unfit_key")


def _facts(view: View, id_: str) -> tuple[str, int] | None:
    found = view.find(handles.SIGNING_KEY_PAIRS, id_)
    return None if found is None else (str(found.body["keyAlgorithm"]), int(found.body["keySize"]))


def _fits(algorithm: str, kind: str, size: int) -> bool:
    if algorithm in _CURVES:
        return (kind, size) == (EC, _CURVES[algorithm])
    return kind == RSA and size >= LEAST_RSA_BITS


def _check_shared(proposal: Managers, path: str, own: Mapping[str, str]) -> Iterator[FieldError]:
    """Find key IDs that another manager publishes at the same path for another key.

    Verifiers select a key of a set by its ID (RFC 7517, section 4.5). Two managers may publish the same key.
    """
    managers = handles.ACCESS_TOKEN_MANAGERS
    for each in proposal.view.list(managers, ListQuery()).items:
        other: AccessTokenManager = proposal.view.model(managers, each.id)
        if each.id == proposal.new.id or other.plugin_descriptor_ref.id != JWT.id:
            continue
        settings = whole_settings(proposal.view, other, JWT)
        if settings.text(published_keys.PATH) != path:
            continue
        theirs = certificates_of(settings)
        for name in (name for name, id_ in own.items() if theirs.get(name, id_) != id_):
            text = message(
                "The manager '{name}' publishes another key with the ID '{name2}' at the same path.",
                name=other.name,
                name2=name,
            )
            yield FieldError(text, _row_of(proposal.new, name), "value_in_use")


def _place_of(new: AccessTokenManager, name: str) -> str:
    fields = [field.name for field in new.configuration.fields]
    return f"configuration.fields[{fields.index(name)}].value" if name in fields else "configuration"


def _row_of(new: AccessTokenManager, key_id: str) -> str:
    for at, table in enumerate(new.configuration.tables):
        for number, row in enumerate(table.rows if table.name == keys.CERTIFICATES else ()):
            for index, field in enumerate(row.fields):
                if (field.name, field.value) == (keys.KEY_ID, key_id):
                    return f"configuration.tables[{at}].rows[{number}].fields[{index}].value"
    return _place_of(new, published_keys.PATH)
