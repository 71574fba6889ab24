"""The headers of trusted proxies, as a part of the snapshot."""

from typing import Final

from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.kit.http.forwarded import ProxyFields
from hanse.resources.security.incoming_proxy import (
    INCOMING_PROXY,
    CertificateEncoding,
    HeaderIndex,
    accepts_certificates,
)

NO_FIELDS: Final = ProxyFields()


def _compile(given: CompilerInput[ProxyFields]) -> ProxyFields:
    settings = given.view.singleton(INCOMING_PROXY)
    accepts = accepts_certificates(settings)
    return ProxyFields(
        address=_name(settings.forwarded_ip_address_header_name),
        takes_last_address=settings.forwarded_ip_address_header_index is not HeaderIndex.FIRST,
        host=_name(settings.forwarded_host_header_name),
        takes_last_host=settings.forwarded_host_header_index is not HeaderIndex.FIRST,
        certificate=_name(settings.client_cert_ssl_header_name) if accepts else b"",
        chain=_name(settings.client_cert_chain_ssl_header_name) if accepts else b"",
        is_escaped=settings.client_cert_header_encoding_format is CertificateEncoding.NGINX,
        terminates_tls=settings.proxy_terminates_https_conns,
    )


def _name(text: str | None) -> bytes:
    return (text or "").lower().encode("ascii")


PROXY_FIELDS: Compiler[ProxyFields] = Compiler("proxy fields", frozenset({INCOMING_PROXY.kind}), _compile)
