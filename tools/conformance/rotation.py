"""Rotates the keys that the server signs with, while a module of the suite waits for it.

Administrators rotate keys of their own choice: the new key is made the active one, and the old one stays published.
"""

from dataclasses import dataclass
from typing import Any, Final

from hanse import handles
from tools.conformance.admin_api import AdminApi

# The module that compares the published keys before and after a rotation.
MODULE: Final = "oidcc-server-rotate-keys"
_OLD, _NEW = "conformance-old", "conformance-new"
# Algorithm and size of each kind of key, by the beginning of its settings' names.
_KINDS: Final = {"rsa": ("RSA", 2048), "p256": ("EC", 256)}


@dataclass(frozen=True)
class KeyRotation:
    """The keys for the module: the old ones, then the new ones, and in the end those that the server generates."""

    api: AdminApi

    def prepare(self) -> None:
        """Sign with the old keys."""
        for name in (_OLD, _NEW):
            for kind in _KINDS:
                self.api.create_once(handles.SIGNING_KEY_PAIRS.path, _key_pair(name, kind), call="generate")
        self._sign_with(active=_OLD)

    def rotate(self) -> None:
        """Sign with the new keys, and still publish the old ones."""
        self._sign_with(active=_NEW, previous=_OLD)

    def end(self) -> None:
        """Sign with the keys that the server generates."""
        self.api.replace(handles.OAUTH_KEYS.path, {"staticJwksEnabled": False})

    def _sign_with(self, **names: str) -> None:
        chosen = {
            f"{kind}{use.title()}CertRef": {"id": f"{name}-{kind}"} for kind in _KINDS for use, name in names.items()
        }
        self.api.replace(handles.OAUTH_KEYS.path, {"staticJwksEnabled": True, **chosen})


def _key_pair(name: str, kind: str) -> dict[str, Any]:
    algorithm, size = _KINDS[kind]
    return {
        "id": f"{name}-{kind}",
        "commonName": name,
        "organization": "Hanse",
        "country": "DE",
        "validDays": 30,
        "keyAlgorithm": algorithm,
        "keySize": size,
    }
