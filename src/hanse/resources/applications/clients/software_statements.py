"""The issuers whose software statements are accepted (RFC 7591, section 2.3)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from hanse.config.declare.fields import ConfigModel
from hanse.crypto.jwk_sets import jwks_problem
from hanse.kit.errors import FieldError
from hanse.resources.applications.clients.addresses import OptionalSecureAddress
from hanse.resources.applications.clients.parts import MOST_JWKS

MOST_ISSUERS = 50


class SoftwareStatementIssuer(ConfigModel):
    """An organization that vouches for the metadata of software, and the keys with which it signs statements."""

    issuer: Annotated[
        str,
        Field(
            title="Issuer",
            min_length=1,
            max_length=2048,
            description="Value of the claim iss in the software statements.",
        ),
    ]
    jwks_url: Annotated[
        OptionalSecureAddress | None,
        Field(
            title="JWKS URL",
            description="Address at which the issuer publishes its public keys. Enter either this or the keys.",
        ),
    ] = None
    jwks: Annotated[
        str | None,
        Field(title="JWKS", max_length=MOST_JWKS, description="The issuer's public keys as a JSON Web Key Set."),
    ] = None


def issuer_errors(issuers: list[SoftwareStatementIssuer]) -> Iterator[FieldError]:
    """Find issuers without readable keys, and repeated ones."""
    seen: set[str] = set()
    for index, each in enumerate(issuers):
        if each.issuer in seen:
            yield FieldError(
                "This issuer is already in the list.", f"softwareStatementIssuers[{index}].issuer", "value_in_use"
            )
        seen.add(each.issuer)
        if bool(each.jwks_url) is bool(each.jwks):
            yield FieldError(
                "Enter either the JWKS URL or the keys.", f"softwareStatementIssuers[{index}].jwksUrl", "required_field"
            )
        elif each.jwks and (problem := jwks_problem(each.jwks)):
            yield FieldError(problem, f"softwareStatementIssuers[{index}].jwks", "invalid_jwks")
