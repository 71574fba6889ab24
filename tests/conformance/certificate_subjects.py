"""Subjects with certificates: the resource, a body for each number, a changed body, and the documents that it needs."""

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from hanse.config.declare.resource import Resource
from hanse.resources.federation.metadata.publication_settings import METADATA_SIGNING
from hanse.resources.security.certificate_groups import CERTIFICATE_GROUPS
from hanse.resources.security.certificate_revocation.resource import OCSP_CERTIFICATES, REVOCATION_SETTINGS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS, SSL_SERVER_SETTINGS
from hanse.resources.security.other_certificate_groups import OTHER_GROUPS
from hanse.resources.security.system_keys import SYSTEM_KEYS
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from tests.support.key_pairs import rotating, stored_body
from tests.support.stores import ca_certificate

Body = dict[str, Any]


def _other_certificate(body: Body) -> Body:
    return {**body, "certificate": ca_certificate(9)["certificate"]}


def _system_key(serial: str) -> Body:
    return {"keyData": b64encode(sha256(serial.encode()).digest()).decode()}


CERTIFICATE_SUBJECTS: tuple[
    tuple[
        Resource[Any], Callable[[int], Body], Callable[[Body], Body], tuple[tuple[Resource[Any], dict[str, Any]], ...]
    ],
    ...,
] = (
    (SSL_CLIENT_KEY_PAIRS, stored_body, rotating, ()),
    (SSL_SERVER_KEY_PAIRS, stored_body, rotating, ()),
    (
        SSL_SERVER_SETTINGS,
        lambda n: {"runtimeServerCertRef": {"id": f"seal-{n % 2}"}, "activeAdminConsoleCerts": [{"id": "seal-0"}]},
        lambda b: {**b, "adminConsoleCertRef": {"id": "seal-1"}},
        tuple((SSL_SERVER_KEY_PAIRS, stored_body(n)) for n in (0, 1)),
    ),
    (
        METADATA_SIGNING,
        lambda n: {"signingKeyRef": {"id": f"seal-{n % 2}"}},
        lambda b: {**b, "signingKeyRef": {"id": "seal-1"}, "signatureAlgorithm": "SHA384withECDSA"},
        tuple((SIGNING_KEY_PAIRS, stored_body(n)) for n in (0, 1)),
    ),
    (TRUSTED_CAS, ca_certificate, _other_certificate, ()),
    (OCSP_CERTIFICATES, ca_certificate, _other_certificate, ()),
    *((group, ca_certificate, _other_certificate, ()) for group in CERTIFICATE_GROUPS),
    (OTHER_GROUPS, lambda n: {**ca_certificate(n), "groupName": "partners"}, _other_certificate, ()),
    (
        SYSTEM_KEYS,
        lambda n: {member: _system_key(f"{n} {member}") for member in ("current", "pending")},
        lambda b: {**b, "previous": _system_key("previous")},
        (),
    ),
    (
        REVOCATION_SETTINGS,
        lambda n: {"ocspSettings": {"responderCertReference": {"id": ca_certificate(n % 2)["id"]}}},
        lambda b: {**b, "crlSettings": {"nextRetryMinsWhenResolveFailed": 9}},
        tuple((OCSP_CERTIFICATES, ca_certificate(n)) for n in (0, 1)),
    ),
)
