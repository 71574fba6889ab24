"""The content of a valid assertion, whatever its format."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hanse.engine.oauth.assertion_grants.trusted_connections import TrustedConnection
from hanse.engine.signin.contracts import Value


class AssertionRefused(Exception):
    """An assertion is not accepted; the text says why, for the log, without values of the assertion."""


@dataclass(frozen=True, kw_only=True)
class AcceptedAssertion:
    """A valid assertion of a connection.

    `id` is empty if the assertion has no identifier. `expires` is in seconds since the epoch, and includes the accepted
    difference between clocks.
    """

    connection: TrustedConnection
    subject: str
    attributes: Mapping[str, Value] = field(repr=False)
    id: str
    expires: float
