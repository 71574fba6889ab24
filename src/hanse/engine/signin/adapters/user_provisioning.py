"""Just-in-time provisioning: users of a partner get an account when they sign in.

The account is that of a local identity profile, an entry of a directory or a row of a table. In a profile, the partner
and the identifier of the user there identify the account. An account with the same name or address belongs to somebody
else, and is never taken over.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

import structlog

from hanse.data_stores.client_pool import DataStoreClients
from hanse.data_stores.settings import SourceFailed
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.services import Purpose
from hanse.engine.signin.adapters.partner_users import ISSUER, stable_subject
from hanse.engine.signin.adapters.store_provisioning import StoreProvisioning
from hanse.engine.signin.contracts import Value
from hanse.engine.signin.policies.local_identities import (
    ExternalUser,
    LocalUserNotUsable,
    LocalUserRefused,
    StoredLocalIdentities,
)
from hanse.engine.signin.policies.policy_request import PolicyRequest
from hanse.engine.signin.policies.values import Sources, context_of
from hanse.engine.snapshot.data_stores import DATA_STORE_SETTINGS
from hanse.engine.snapshot.partner_accounts import DirectoryRepository, TableRepository, UserProvisioning
from hanse.kit.errors import Unavailable
from hanse.kit.local_users import UNIQUE_ID
from hanse.plugins.contracts.adapters import Success
from hanse.resources.mapping.fulfillment import FulfillmentFailed, named_values
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
            if wanted.repository is not None:
                await self._save_in_store(turn, wanted, wanted.repository, success)
                return ""
            external = await self._external_user(turn, wanted, success)
            snapshot = turn.request.snapshot
            user = await self.identities.find(snapshot, wanted.profile, "", external, updates=wanted.updates)
        except LocalUserNotUsable:
            raise
        except (LocalUserRefused, FulfillmentFailed, SourceFailed, TemporarilyUnavailable, Unavailable) as error:
            where = wanted.profile or (wanted.repository.store if wanted.repository else "")
            LOG.warning("user not provisioned", repository=where, issuer=wanted.issuer, reason=str(error))
            if wanted.aborts:
                raise LocalUserRefused(str(error)) from error
            return ""
        return user.id

    async def _external_user(self, turn: PolicyRequest, wanted: UserProvisioning, success: Success) -> ExternalUser:
        """Return the user with the mapped values. Raises LocalUserRefused and FulfillmentFailed."""
        subject = stable_subject(success.attributes.get(wanted.subject), success.remote_subject)
        values, issuer = _values(turn, wanted, success)
        mapped = await self.fulfillment.fulfill(turn.request.snapshot, wanted.mapping, values)
        return ExternalUser(f"{ISSUER}{issuer}", {**mapped, UNIQUE_ID: subject})

    async def _save_in_store(
        self,
        turn: PolicyRequest,
        wanted: UserProvisioning,
        repository: DirectoryRepository | TableRepository,
        success: Success,
    ) -> None:
        """Write the user into a data store. Raises LocalUserRefused, FulfillmentFailed and SourceFailed."""
        if repository.identifies_by(wanted.subject):
            stable_subject(success.attributes.get(wanted.subject), success.remote_subject)
        values, _ = _values(turn, wanted, success)
        snapshot, services = turn.request.snapshot, self.fulfillment.services
        mapped = await self.fulfillment.fulfill(snapshot, wanted.mapping, values)
        stores = StoreProvisioning(snapshot.part(DATA_STORE_SETTINGS), services.ports.get(DataStoreClients))
        save = partial(stores.save, updates=wanted.updates)
        await services.work.run(Purpose.LOOKUPS, save, repository, mapped, named_values(values))


def _values(turn: PolicyRequest, wanted: UserProvisioning, success: Success) -> tuple[Sources, str]:
    """Return the values that the mapping can use, and the partner of the user."""
    issuer = success.remote_issuer or wanted.issuer
    user = {name: value for name, value in success.attributes.items() if name in wanted.attributes}
    context: dict[str, Value] = {**context_of(turn.request, turn.wanted), _AUTHORITY: issuer}
    values: Sources = {
        (SourceType.ASSERTION, None): user,
        (SourceType.CLAIMS, None): user,
        (SourceType.CONTEXT, None): context,
    }
    return values, issuer
