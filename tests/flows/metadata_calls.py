"""Valid calls about SAML metadata."""

from hanse.resources.federation.metadata import conversion, export
from tests.flows.server import API
from tests.flows.valid_call import GoodCall, Key
from tests.support.saml_metadata import SERVICE_PROVIDER, metadata

CONVERT, EXPORT = f"{API}{conversion.PATH}", f"{API}{export.PATH}"
_CONVERSION = {"connectionType": "SP", "expectedProtocol": "SAML20", "samlMetadata": metadata(SERVICE_PROVIDER)}

METADATA_CALLS: dict[Key, GoodCall] = {
    ("POST", CONVERT): GoodCall(body=lambda _serial, _cloud: _CONVERSION),
    ("POST", EXPORT): GoodCall(body=lambda _serial, _cloud: {"connectionType": "SP", "connectionId": "sp-0"}),
}


def metadata_roles(*, configures: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make these calls."""
    return {("POST", CONVERT): configures, ("POST", EXPORT): configures}
