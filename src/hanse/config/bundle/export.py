"""Writes the whole configuration as one JSON value."""

from base64 import b64encode
from typing import Any

from hanse.config.bundle.document import FORMAT, FORMAT_VERSION, Progress, no_progress
from hanse.config.declare.fields import Secret, sealed_name
from hanse.config.declare.marked_fields import fields_with, places
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource
from hanse.config.secrets.keyring import EncryptionKey, Keyring, key_id_of
from hanse.config.transaction_view import TransactionView

Body = dict[str, Any]


def exported_resources(registry: Registry) -> list[Resource[Any]]:
    """Return the resources that belong to an export, in its order."""
    return sorted(
        (resource for resource in registry if resource.deployment.exported), key=lambda resource: resource.kind
    )


def export(
    view: TransactionView, keyring: Keyring, *, product_version: str, progress: Progress = no_progress
) -> dict[str, Any]:
    """Return the configuration that a view sees, as the JSON value of an export."""
    resources = exported_resources(view.registry)
    total = sum(view.count(resource) for resource in resources)
    exported: dict[str, list[Body]] = {}
    needed: set[str] = set()
    done = 0
    for resource in resources:
        bodies = [stored.body for stored in view.everything(resource)]
        needed.update(key_id_of(sealed) for body in bodies for sealed in _sealed_texts(resource, body))
        done += len(bodies)
        if bodies:
            exported[resource.kind] = bodies
        progress("Reading", done, total)
    return {
        "format": FORMAT,
        "formatVersion": FORMAT_VERSION,
        "productVersion": product_version,
        "encryptionKeys": [_key(key) for key in _in_order(keyring) if key.key_id in needed],
        "documents": exported,
    }


def _sealed_texts(resource: Resource[Any], body: Body) -> list[str]:
    return [
        place.value
        for marked in fields_with(resource.model, Secret)
        for place in places(body, (*marked.pattern[:-1], sealed_name(marked.name)))
    ]


def _in_order(keyring: Keyring) -> list[EncryptionKey]:
    # Sorted by id, because the order of keys in the key ring differs between servers.
    return sorted(keyring.keys(), key=lambda key: (key.creation_date, key.key_id))


def _key(key: EncryptionKey) -> dict[str, str]:
    return {
        "keyId": key.key_id,
        "creationDate": key.creation_date,
        "wrappedKey": b64encode(key.wrapped).decode(),
    }
