"""Valid calls about SAML metadata, and the addresses that they need."""

from hanse.resources.federation.metadata import connection_source, conversion, export
from hanse.resources.federation.metadata.metadata_urls import READING
from tests.flows.role_table import collection, document
from tests.flows.server import API, Client
from tests.flows.token_calls import calls_of, settings_of
from tests.flows.valid_call import GoodCall, Key
from tests.support.saml_metadata import SERVICE_PROVIDER, metadata, metadata_url

READ_SOURCE = f"{API}{connection_source.PATH}"
CONVERT, EXPORT = f"{API}{conversion.PATH}", f"{API}{export.PATH}"
METADATA_URLS = "/metadataUrls"
_CONVERSION = {"connectionType": "SP", "expectedProtocol": "SAML20", "samlMetadata": metadata(SERVICE_PROVIDER)}
_READ = f"{API}{METADATA_URLS}/{{id}}{READING}"


def add_metadata_urls(admin: Client) -> None:
    """Create the addresses that the calls need, unless they exist."""
    for number in (0, 1):
        made = admin.post(f"{API}{METADATA_URLS}", metadata_url(number))
        assert made.status_code in (201, 422), made.text


_SETTINGS = (
    "/protocolMetadata/attributeRequesterMappings",
    "/protocolMetadata/lifetimeSettings",
    "/protocolMetadata/signingSettings",
)
METADATA_CALLS: dict[Key, GoodCall] = {
    ("POST", CONVERT): GoodCall(body=lambda _serial, _cloud: _CONVERSION),
    ("POST", READ_SOURCE): GoodCall(
        body=lambda _s, _c: {"connectionType": "SP", "samlMetadata": metadata(SERVICE_PROVIDER)}
    ),
    # The server of these calls has no entity ID.
    ("POST", EXPORT): GoodCall(422, body=lambda _serial, _cloud: {"connectionType": "SP", "connectionId": "sp-0"}),
    **calls_of(
        METADATA_URLS,
        GoodCall(201, body=lambda serial, _cloud: metadata_url(f"made-{serial}")),
        GoodCall(body=lambda serial, _cloud: metadata_url(1, name=f"New {serial}"), target="metadata-1"),
    ),
    **{key: call for path in _SETTINGS for key, call in settings_of(path, GoodCall(body=lambda _s, _c: {})).items()},
    # Nobody listens at this address.
    ("POST", _READ): GoodCall(422, target="metadata-0"),
}


def metadata_roles(
    *, sees: frozenset[str], configures: frozenset[str], sees_keys: frozenset[str], manages_keys: frozenset[str]
) -> dict[Key, frozenset[str]]:
    """Return the roles that may make these calls."""
    once = (document(f"{API}{path}", sees=sees, changes=configures) for path in _SETTINGS)
    return {
        **{key: who for lines in once for key, who in lines.items()},
        ("POST", CONVERT): configures,
        ("POST", READ_SOURCE): configures,
        ("POST", EXPORT): configures,
        **collection(f"{API}{METADATA_URLS}", sees=sees_keys, changes=manages_keys),
        ("DELETE", f"{API}{METADATA_URLS}/{{id}}"): manages_keys,
        ("POST", _READ): manages_keys,
    }
