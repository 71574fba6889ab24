"""The fields of signing keys as the API contract defines them: a common base, the settings, and key sets."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, field_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.declare.fields import ConfigModel, LongText, Ref, ResourceLink, Searchable, Unique, Unordered
from hanse.config.declare.types import Name
from hanse.resources.security.key_pairs.subject_fields import (
    ABOUT_COUNTRIES,
    CountryCode,
    OrganizationText,
    PlaceText,
)

MAXIMUM_ID_LENGTH = 33
_ID = re.compile(r"[A-Za-z0-9._-]*")


def _check_id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise PydanticCustomError(
            "invalid_id", "The ID can only contain alphanumeric characters, dash, dot and underscore."
        )
    if text in (".", ".."):
        # Clients remove these segments before they send a request (RFC 3986, section 5.2.4), so such an item could not
        # be read.
        raise PydanticCustomError("invalid_id", "The ID cannot be a dot or two dots alone.")
    return text


def _check_key_id(text: str) -> str:
    if text != text.strip() or not text.isprintable():
        raise PydanticCustomError("invalid_key_id", "The key ID must not have spaces around it or control characters.")
    return text


# An empty string means that no ID is set yet; the server creates one.
KeySetId = Annotated[str, Field(max_length=MAXIMUM_ID_LENGTH), AfterValidator(_check_id)]
KeyId = Annotated[str, Field(max_length=256), AfterValidator(_check_key_id)]
Certificate = Annotated[ResourceLink, Ref(handles.SIGNING_KEY_PAIRS)]
RsaAlgorithm = Literal["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]


class RsaAlgKeyId(ConfigModel):
    """A key ID for the RSA key with one algorithm: the key is also published with this ID and `alg`."""

    rsa_alg_type: Annotated[RsaAlgorithm, Field(title="Algorithm")]
    key_id: Annotated[KeyId, Field(title="Key ID", min_length=1)]


_RsaKeyIds = Annotated[list[RsaAlgKeyId], Field(max_length=64), Unordered()]


class SigningKeys(ConfigModel):
    """The signing keys. A key without a key ID is published under its thumbprint (RFC 7638)."""

    # pydantic would spell x5c with a capital C.
    model_config = ConfigDict(alias_generator=lambda name: to_camel(name).replace("X5C", "X5c"))

    p256_active_cert_ref: Certificate | None = None
    p256_active_key_id: KeyId | None = None
    p256_previous_cert_ref: Certificate | None = None
    p256_previous_key_id: KeyId | None = None
    p256_publish_x5c_parameter: bool | None = None
    p384_active_cert_ref: Certificate | None = None
    p384_active_key_id: KeyId | None = None
    p384_previous_cert_ref: Certificate | None = None
    p384_previous_key_id: KeyId | None = None
    p384_publish_x5c_parameter: bool | None = None
    p521_active_cert_ref: Certificate | None = None
    p521_active_key_id: KeyId | None = None
    p521_previous_cert_ref: Certificate | None = None
    p521_previous_key_id: KeyId | None = None
    p521_publish_x5c_parameter: bool | None = None
    rsa_active_cert_ref: Certificate | None = None
    rsa_active_key_id: KeyId | None = None
    rsa_previous_cert_ref: Certificate | None = None
    rsa_previous_key_id: KeyId | None = None
    rsa_publish_x5c_parameter: bool | None = None
    rsa_algorithm_active_key_ids: _RsaKeyIds = Field(default_factory=list)
    rsa_algorithm_previous_key_ids: _RsaKeyIds = Field(default_factory=list)


class OAuthOidcKeysSettingsCertificateInformation(ConfigModel):
    """The subject of the certificates of dynamic keys. An empty text is no value."""

    organization: Annotated[OrganizationText | None, Field(title="Organization")] = None
    organization_unit: Annotated[OrganizationText | None, Field(title="Organizational Unit")] = None
    country: Annotated[CountryCode | None, Field(title="Country", description=ABOUT_COUNTRIES)] = None
    state: Annotated[PlaceText | None, Field(title="State")] = None
    city: Annotated[PlaceText | None, Field(title="City")] = None

    @field_validator("*", mode="before")
    @classmethod
    def _drop_empty(cls, value: object) -> object:
        return None if value == "" else value


class OAuthOidcKeysSettings(SigningKeys):
    """The server's own keys for signing and decryption."""

    static_jwks_enabled: Annotated[
        bool,
        Field(
            title="Enable Static Keys",
            description="Use these keys instead of keys that the server creates and rotates.",
        ),
    ]
    publish_dynamic_key_x5cs: Annotated[
        bool,
        Field(
            alias="publishDynamicKeyX5cs",
            title="Publish Certificates of Dynamic Keys",
            description="Publish a self-signed certificate (x5c) with each dynamic key.",
        ),
    ] = False
    dynamic_key_certificate_information: Annotated[
        OAuthOidcKeysSettingsCertificateInformation,
        Field(
            title="Certificates of Dynamic Keys",
            description="Subject of these certificates. Its common name is the key ID.",
            default_factory=OAuthOidcKeysSettingsCertificateInformation,
        ),
    ]
    p256_decryption_active_cert_ref: Certificate | None = None
    p256_decryption_active_key_id: KeyId | None = None
    p256_decryption_previous_cert_ref: Certificate | None = None
    p256_decryption_previous_key_id: KeyId | None = None
    p256_decryption_publish_x5c_parameter: bool | None = None
    p384_decryption_active_cert_ref: Certificate | None = None
    p384_decryption_active_key_id: KeyId | None = None
    p384_decryption_previous_cert_ref: Certificate | None = None
    p384_decryption_previous_key_id: KeyId | None = None
    p384_decryption_publish_x5c_parameter: bool | None = None
    p521_decryption_active_cert_ref: Certificate | None = None
    p521_decryption_active_key_id: KeyId | None = None
    p521_decryption_previous_cert_ref: Certificate | None = None
    p521_decryption_previous_key_id: KeyId | None = None
    p521_decryption_publish_x5c_parameter: bool | None = None
    rsa_decryption_active_cert_ref: Certificate | None = None
    rsa_decryption_active_key_id: KeyId | None = None
    rsa_decryption_previous_cert_ref: Certificate | None = None
    rsa_decryption_previous_key_id: KeyId | None = None
    rsa_decryption_publish_x5c_parameter: bool | None = None


class AdditionalKeySet(ConfigModel):
    """A key set: signing keys of one or more virtual issuers."""

    id: Annotated[KeySetId | None, Field(title="ID")] = None
    name: Annotated[Name, Field(title="Name"), Unique("name is already in-use."), Searchable()]
    description: Annotated[LongText | None, Field(title="Description"), Searchable()] = None
    issuers: Annotated[
        list[Annotated[ResourceLink, Ref(handles.VIRTUAL_ISSUERS)]],
        Field(title="Issuers", max_length=10_000, description="Virtual issuers that sign with these keys."),
        Unordered(),
    ]
    signing_keys: Annotated[SigningKeys, Field(title="Signing Keys")]
