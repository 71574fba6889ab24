"""Just-in-time provisioning: users of a partner get an account of a local identity profile when they sign in.

The partner and the identifier of the user there identify the account. An account with the same name or address belongs
to somebody else, and is never taken over.
"""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.signin.adapters.partner_users import ISSUER, stable_subject
from hanse.engine.signin.contracts import Value
from hanse.engine.signin.policies.local_identities import (
    ExternalUser,
    LocalUserNotUsable,
    LocalUserRefused,
    StoredLocalIdentities,
)
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.values import Sources, context_of
from hanse.engine.snapshot.partner_accounts import UserProvisioning
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import UNIQUE_ID
from hanse.plugins.contracts.adapters import Success
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import SourceType

LOG = structlog.stdlib.get_logger("hanse.accounts")
_AUTHORITY: Final = "AuthenticatingAuthority"


@dataclass(frozen=True)
class UserProvisioner:
    """Provisions users of IdP connections."""

    identities: StoredLocalIdentities
    fulfillment: AttributeFulfillment

    async def provision(self, turn: PolicyRequest, wanted: UserProvisioning, success: Success) -> str:
        """Return the ID of the user's account; empty if there is none and the sign-in continues without.

        Raises LocalUserRefused if the user must not sign in.
        """
        try:
            external = await self._external_user(turn, wanted, success)
            snapshot = turn.request.snapshot
            user = await self.identities.find(snapshot, wanted.profile, "", external, updates=wanted.updates)
        except LocalUserNotUsable:
            raise
        except (LocalUserRefused, FulfillmentFailed, Unavailable) as error:
            LOG.warning("user not provisioned", profile=wanted.profile, issuer=wanted.issuer, reason=str(error))
            if wanted.aborts:
                raise LocalUserRefused(str(error)) from error
            return ""
        return user.id

    async def _external_user(self, turn: PolicyRequest, wanted: UserProvisioning, success: Success) -> ExternalUser:
        """Return the user with the mapped values. Raises LocalUserRefused and FulfillmentFailed."""
        subject = stable_subject(success.attributes.get(wanted.subject), success.remote_subject)
        issuer = success.remote_issuer or wanted.issuer
        user = {name: value for name, value in success.attributes.items() if name in wanted.attributes}
        context: dict[str, Value] = {**context_of(turn.request, turn.wanted), _AUTHORITY: issuer}
        values: Sources = {
            (SourceType.ASSERTION, None): user,
            (SourceType.CLAIMS, None): user,
            (SourceType.CONTEXT, None): context,
        }
        mapped = await self.fulfillment.fulfill(turn.request.snapshot, wanted.mapping, values)
        return ExternalUser(f"{ISSUER}{issuer}", {**mapped, UNIQUE_ID: subject})
