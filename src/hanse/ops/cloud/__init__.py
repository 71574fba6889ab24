"""The server's side of a connection to the cloud identity service.

    claims = decode_credential(text)              content of a credential, unverified
    client = CloudClient(open_http, Regions.from_addresses(options.cloud_regions))
    claims = client.verify(text)                  the same, confirmed by its region; raises CloudFailure
    client.check_credential(text)                 VALID, INVALID or UNKNOWN; never raises CloudFailure
    client.environments(text)                     environments of the connection; raises CloudFailure

A credential chooses a *name* from the configured list of regions and nothing else: addresses in a credential or an
answer are never called, and no redirect is followed. Answers are limited in time and size and parsed into types. A
credential is a secret: no message, exception or log line here contains one.
"""

from hanse.ops.cloud.answers import EnvironmentBody
from hanse.ops.cloud.claims import CredentialClaims, decode_credential
from hanse.ops.cloud.client import CloudClient
from hanse.ops.cloud.failures import (
    CloudBusy,
    CloudFailure,
    CloudTimedOut,
    CloudUnreachable,
    CredentialRefused,
    CredentialRevoked,
    MalformedCredential,
    UnexpectedAnswer,
    UnknownRegion,
)
from hanse.ops.cloud.http import HttpTimeouts, open_http
from hanse.ops.cloud.platform import CloudPlatformClient
from hanse.ops.cloud.regions import Region, Regions
from hanse.ops.cloud.request_limit import RequestLimit

__all__ = [
    "CloudBusy",
    "CloudClient",
    "CloudFailure",
    "CloudPlatformClient",
    "CloudTimedOut",
    "CloudUnreachable",
    "CredentialClaims",
    "CredentialRefused",
    "CredentialRevoked",
    "EnvironmentBody",
    "HttpTimeouts",
    "MalformedCredential",
    "Region",
    "Regions",
    "RequestLimit",
    "UnexpectedAnswer",
    "UnknownRegion",
    "decode_credential",
    "open_http",
]
