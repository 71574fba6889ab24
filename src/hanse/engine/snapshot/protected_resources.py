"""The metadata of the APIs for which an issuer accepts access tokens itself, such as UserInfo (RFC 9728)."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from hanse.engine.snapshot.issuer_names import IssuerAddress
from hanse.engine.snapshot.public_document import Document

WELL_KNOWN: Final = "/.well-known/oauth-protected-resource"


def resource_documents(identifier: str, resources: Mapping[str, Mapping[str, Any]]) -> dict[str, Document]:
    """Return the documents of an issuer's APIs by the APIs' paths below the issuer (section 2).

    `resources` are the members of the documents that all issuers share.
    """
    return {
        path: Document.of(
            msgspec.json.encode({"resource": f"{identifier}{path}", "authorization_servers": [identifier], **members})
        )
        for path, members in resources.items()
    }


def document_path(place: IssuerAddress, path: str) -> str:
    """Return the path of an API's document: the well-known one comes before the path of the API (section 3)."""
    return f"{WELL_KNOWN}{place.path}{path}"


def document_url(identifier: str, path: str) -> str:
    """Return the address of an API's document, for challenges (section 5.1)."""
    base = urlsplit(identifier)
    return f"{base.scheme}://{base.netloc}{WELL_KNOWN}{base.path}{path}"
