"""The pages of signing and decryption keys, including their rotation settings."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from hanse import handles
from hanse.config.declare.access import Principal
from hanse.config.declare.plugin_fields import Field, FieldType, Option
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.declaration import Body, ItemFacts, ItemList, Ui
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage, Tile, TileIcon
from hanse.config.declare.view import View
from hanse.config.plugins.numbers import NumberCheck
from hanse.crypto.key_pairs import EC, KEY_ALGORITHMS
from hanse.kit.clock import from_text
from hanse.kit.clock import to_text as moment_text
from hanse.kit.texts.messages import message
from hanse.resources.security.key_pairs.key_pair_actions import (
    EXPORT_CERTIFICATE,
    EXPORT_KEY,
    EXPORT_PEM,
    REQUEST,
    RESPONSE,
    pair_form,
)
from hanse.resources.security.key_pairs.model import MOST_DAYS, KeyPair, KeyPairRotationSettings
from hanse.resources.security.key_pairs.rules import completed
from hanse.resources.security.key_pairs.view import with_expiry

_ON = message("Rotation on")
_OFF = message("Off. Set up rotation to have the server create the next key pair before the certificate expires.")
_NOT_SELF_SIGNED = message(
    "Off. A certificate authority signed this certificate. The server can rotate self-signed certificates only."
)


def _key(algorithm: str | None, size: int | None) -> str:
    return f"{algorithm} P-{size}" if algorithm == EC else f"{algorithm} {size}"


def _key_of(body: Body) -> str:
    return _key(body["keyAlgorithm"], body["keySize"])


def _rotated(body: Body) -> str:
    return _ON if body.get("rotationSettings") else ""


def _stored(view: View, id_: str) -> KeyPair:
    pair: KeyPair = view.model(handles.SIGNING_KEY_PAIRS, id_)
    return pair


def _facts(view: View, id_: str, _who: Principal) -> Mapping[str, str]:
    """Return the rows about the rotation of a key pair."""
    pair = _stored(view, id_)
    settings = pair.rotation_settings
    if settings is None:
        return {"Rotation": _OFF if _is_self_signed(pair) else _NOT_SELF_SIGNED}
    next_ = message(
        "On. Next certificate: {key}, {signature}, valid for {days} days.",
        key=_key(settings.key_algorithm, settings.key_size),
        signature=settings.signature_algorithm,
        days=settings.valid_days,
    )
    return {
        "Rotation": next_,
        message("Next key pair created"): _before_end(pair, settings.creation_buffer_days),
        message("Next key pair signs"): _before_end(pair, settings.activation_buffer_days),
    }


def _before_end(pair: KeyPair, days: int | None) -> str:
    return moment_text(from_text(pair.expires or "") - timedelta(days=days or 0))


def _is_self_signed(pair: KeyPair) -> bool:
    return pair.subject_dn == pair.issuer_dn


def _offers_rotation(view: View, id_: str, _who: Principal) -> bool:
    return _is_self_signed(_stored(view, id_))


def _is_rotated(view: View, id_: str, _who: Principal) -> bool:
    return _stored(view, id_).rotation_settings is not None


def _rotation_fields(view: View, id_: str) -> tuple[Field, ...]:
    """Return the fields of the rotation settings, with stored values or else with defaults for the certificate."""
    pair = _stored(view, id_)
    settings = completed(pair.rotation_settings or KeyPairRotationSettings(), pair)
    keys = tuple(
        Option(_key(name, size), f"{name}:{size}") for name, each in KEY_ALGORITHMS.items() for size in each.key_sizes
    )
    signatures = tuple(Option(name, name) for each in KEY_ALGORITHMS.values() for name in each.signature_algorithms)
    return (
        *_days(settings),
        Field(
            name="keyAlgorithm",
            label=message("Next key"),
            description=message("Algorithm and size of the next key."),
            type=FieldType.SELECT,
            required=True,
            options=keys,
            default=f"{settings.key_algorithm}:{settings.key_size}",
        ),
        Field(
            name="signatureAlgorithm",
            label=message("Signature algorithm"),
            description=message(
                "Signs the next certificate. It must fit the key. If not set, the default of the key is used."
            ),
            type=FieldType.SELECT,
            options=signatures,
            default=settings.signature_algorithm,
        ),
    )


def _days(settings: KeyPairRotationSettings) -> Iterator[Field]:
    for name, label, description, days in (
        (
            "creationBufferDays",
            message("Creation buffer (days)"),
            message("Days before expiry at which the server creates the next key pair and publishes it."),
            settings.creation_buffer_days,
        ),
        (
            "activationBufferDays",
            message("Activation buffer (days)"),
            message("Days before expiry at which the server begins to sign with the next key pair."),
            settings.activation_buffer_days,
        ),
        ("validDays", message("Validity (days)"), message("Validity of the next certificate."), settings.valid_days),
    ):
        check = NumberCheck(1, MOST_DAYS)
        yield Field(
            name=name, label=label, description=description, required=True, default=str(days or ""), check=check
        )


def _rotation_body(parameters: Mapping[str, str | None]) -> dict[str, Any]:
    """Return rotation settings for the API, which reports values that are not numbers at their fields."""
    algorithm, _, size = (parameters.get("keyAlgorithm") or "").partition(":")
    days = {name: _number(parameters.get(name)) for name in ("creationBufferDays", "activationBufferDays", "validDays")}
    signature = parameters.get("signatureAlgorithm") or None
    return {**days, "keyAlgorithm": algorithm, "keySize": _number(size), "signatureAlgorithm": signature}


def _number(text: str | None) -> int | str | None:
    return int(text) if text and text.isascii() and text.isdigit() else text


SET_ROTATION = ItemAction(
    id="rotation",
    name="Save Rotation Settings",
    description="The server creates the next key pair before the certificate expires, publishes it beside this one, and"
    " signs with it later.",
    path="/rotationSettings",
    method="PUT",
    parameters_for=_rotation_fields,
    body=_rotation_body,
    offered=_offers_rotation,
    done="The rotation settings were saved.",
)
STOP_ROTATION = ItemAction(
    id="stopRotation",
    name="Stop Rotation",
    description="The key pair signs until its certificate expires. A next key pair that was created is removed.",
    path="/rotationSettings",
    method="DELETE",
    offered=_is_rotated,
    done="The key pair is no longer rotated.",
)
SIGNING_UI = Ui(
    page=ConsolePage(
        id="signingKeys",
        label="Signing & Decryption Keys & Certificates",
        heading=CERTIFICATES_AND_KEYS,
        slug="signing-decryption-keys-certificates",
        position=50,
        keywords=("SAML", "assertions", "key pair", "X.509", "CSR"),
        is_default_shortcut=True,
        tile=Tile(
            TileIcon.KEY,
            "Key pairs that sign assertions and tokens and decrypt messages from partners.",
            position=10,
            for_writers=True,
            label="Signing and Decryption Keys and Certificates",
        ),
    ),
    guide="keys",
    items=ItemList(
        singular="Key Pair",
        plural="Key Pairs",
        columns=("serialNumber", "expires", "status"),
        computed={"Key": lambda _view: _key_of, "Rotation": lambda _view: _rotated},
        empty="A key pair is a private key with its certificate. The server signs tokens, assertions and metadata with"
        " it, and decrypts messages from partners.",
    ),
    form=pair_form(),
    item=ItemFacts(
        facts=_facts,
        at_moment=with_expiry,
        actions=(EXPORT_CERTIFICATE, REQUEST, RESPONSE, SET_ROTATION, STOP_ROTATION, EXPORT_KEY, EXPORT_PEM),
    ),
)
