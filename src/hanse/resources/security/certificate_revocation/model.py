"""Settings of revocation checks."""

from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, model_validator

from hanse import handles
from hanse.config.declare.fields import ConfigModel, Ref, ResourceLink
from hanse.config.declare.types import HostName, Port
from hanse.config.declare.validation_messages import MISSHAPEN, refusal
from hanse.kit.http.outgoing_addresses import request_target
from hanse.kit.texts.labels import Labeled

_PROXY: Final = "proxySettings"
_GraceMinutes = Annotated[int, Field(ge=0, le=1_440)]
_RetryMinutes = Annotated[int, Field(ge=1, le=10_080)]


def _check_address(text: str) -> str:
    try:
        request_target(text)
    except ValueError as error:
        raise refusal(MISSHAPEN, "Enter an address such as http://ocsp.example.com.") from error
    return text


class RevocationAction(Labeled):
    """The action if a responder does not say that a certificate is good or revoked."""

    FAIL = "FAIL", "Refuse the certificate"
    FAILOVER = "FAILOVER", "Check the revocation list (CRL)"
    CONTINUE = "CONTINUE", "Accept the certificate"


class OcspSettings(ConfigModel):
    """Settings of the Online Certificate Status Protocol (RFC 6960)."""

    enabled: Annotated[
        bool,
        Field(
            title="Use OCSP", description="Request the status of client certificates from OCSP responders (RFC 6960)."
        ),
    ] = True
    responder_url: Annotated[
        str | None,
        Field(
            title="Responder URL",
            description="Address of the responder for all certificates. If empty, each certificate's own responder is "
            "used (authority information access).",
            max_length=2048,
        ),
        AfterValidator(lambda text: text and _check_address(text)),
    ] = None
    responder_cert_reference: Annotated[
        ResourceLink | None,
        Ref(handles.OCSP_CERTIFICATES),
        Field(
            title="Responder Certificate",
            description="Certificate whose key signs the OCSP responses. If not set, the authority that issued "
            "the checked certificate must sign them, or a certificate that it issued for OCSP.",
        ),
    ] = None
    requester_add_nonce: Annotated[
        bool,
        Field(
            title="Send Nonce",
            description="Send a nonce with each request, and refuse responses without it (RFC 9654). Many responders "
            "send pre-produced responses, which contain no nonce.",
        ),
    ] = False
    current_update_grace_period: Annotated[
        _GraceMinutes,
        Field(
            title="This Update Tolerance (Minutes)",
            description="Tolerance for responses whose validity begins in the future, because clocks differ.",
        ),
    ] = 5
    next_update_grace_period: Annotated[
        _GraceMinutes,
        Field(
            title="Next Update Tolerance (Minutes)",
            description="Time for which a response is accepted after its validity has ended.",
        ),
    ] = 5
    response_cache_period: Annotated[
        int,
        Field(
            title="Response Cache Period (Hours)",
            description="Time for which a response is used again, but not longer than its validity. If 0, each "
            "authentication sends a request to the responder.",
            ge=0,
            le=720,
        ),
    ] = 48
    responder_timeout: Annotated[
        int,
        Field(
            title="Responder Timeout (Seconds)",
            description="Time after which a request to a responder is abandoned.",
            ge=1,
            le=30,
        ),
    ] = 5
    action_on_responder_unavailable: Annotated[
        RevocationAction,
        Field(
            title="If the Responder Is Unavailable",
            description="Applies if there is no responder, or if it does not respond in time.",
        ),
    ] = RevocationAction.FAIL
    action_on_status_unknown: Annotated[
        RevocationAction,
        Field(title="If the Status Is Unknown", description="Applies if the responder does not know the certificate."),
    ] = RevocationAction.FAIL
    action_on_unsuccessful_response: Annotated[
        RevocationAction,
        Field(
            title="If the Response Is Unsuccessful",
            description="Applies if the responder reports an error. A response with an invalid signature is always "
            "refused.",
        ),
    ] = RevocationAction.FAIL


class CrlSettings(ConfigModel):
    """Settings of certificate revocation lists (RFC 5280, section 5)."""

    enabled: Annotated[
        bool,
        Field(
            title="Use Revocation Lists",
            description="Check the lists that client certificates name (RFC 5280). With OCSP, lists are used only "
            "where OCSP fails over to them.",
        ),
    ] = True
    treat_non_retrievable_crl_as_revoked: Annotated[
        bool,
        Field(
            title="Refuse Certificates without a List",
            description="Refuse a certificate if its revocation list cannot be retrieved, is not current, or is not "
            "named in the certificate. If not selected, such certificates are accepted.",
        ),
    ] = True
    verify_crl_signature: Annotated[
        bool,
        Field(title="Verify Signatures", description="Lists are always verified. Only true is accepted."),
    ] = True
    next_retry_mins_when_resolve_failed: Annotated[
        _RetryMinutes,
        Field(
            title="Retry after a Failure (Minutes)",
            description="Time after which a list that could not be retrieved is requested again.",
        ),
    ] = 5
    next_retry_mins_when_next_update_in_past: Annotated[
        _RetryMinutes,
        Field(
            title="Retry after an Outdated List (Minutes)",
            description="Time after which a list that is not current is requested again.",
        ),
    ] = 60


class ProxySettings(ConfigModel):
    """The HTTP proxy for requests to responders and for revocation lists."""

    host: Annotated[
        HostName,
        Field(title="Proxy Host", description="Host name or IPv4 address of the proxy. If empty, no proxy is used."),
    ]
    port: Annotated[Port, Field(title="Proxy Port", description="Port of the proxy.")]


class CertificateRevocationSettings(ConfigModel):
    """Revocation checks. Without OCSP and lists, certificates are not checked for revocation.

    Answers leave out a group that is switched off, unless it has other values than the defaults.
    """

    ocsp_settings: Annotated[OcspSettings | None, Field(title="OCSP")] = None
    crl_settings: Annotated[CrlSettings | None, Field(title="Revocation lists (CRL)")] = None
    proxy_settings: Annotated[ProxySettings | None, Field(title="Proxy")] = None

    @model_validator(mode="before")
    @classmethod
    def _without_proxy(cls, sent: Any) -> Any:
        """Return no proxy if its fields are empty, as forms send them."""
        if not isinstance(sent, dict) or not isinstance(sent.get(_PROXY), dict) or any(sent[_PROXY].values()):
            return sent
        return {name: value for name, value in sent.items() if name != _PROXY}

    @property
    def proxy_address(self) -> str:
        """Return the address of the proxy; empty for none."""
        proxy = self.proxy_settings
        return "" if proxy is None else f"http://{proxy.host}:{proxy.port}"

    @property
    def used_ocsp(self) -> OcspSettings | None:
        """Return the settings of OCSP if it is used."""
        return self.ocsp_settings if self.ocsp_settings is not None and self.ocsp_settings.enabled else None

    @property
    def used_crl(self) -> CrlSettings | None:
        """Return the settings of revocation lists if they are used."""
        return self.crl_settings if self.crl_settings is not None and self.crl_settings.enabled else None


def unused() -> CertificateRevocationSettings:
    """Return settings that check nothing, with the defaults for what can be switched on."""
    return CertificateRevocationSettings(
        ocsp_settings=OcspSettings(enabled=False), crl_settings=CrlSettings(enabled=False)
    )
