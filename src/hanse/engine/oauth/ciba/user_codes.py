"""Checks user codes: secrets of users, which protect them against unwanted requests (CIBA Core, section 7.1)."""

from dataclasses import dataclass
from typing import Final

import structlog

from hanse.engine.credentials import PasswordChecks
from hanse.engine.errors import BackchannelAccessDenied, InvalidRequest, InvalidUserCode, MissingUserCode, ServerError
from hanse.engine.http.request import Request
from hanse.engine.oauth.ciba.user_identification import IdentifiedUser
from hanse.engine.services import Purpose, Services
from hanse.engine.snapshot.clients import RegisteredClient
from hanse.engine.state.contracts import digest
from hanse.resources.applications.ciba.model import RequestPolicy

LOG = structlog.stdlib.get_logger("hanse.oauth")
# Wrong codes of a user from one client. Another client is not affected, so none can lock users out everywhere.
LIMIT: Final = 5
WINDOW_SECONDS: Final = 300.0
LOCK_SECONDS: Final = 300.0


@dataclass(frozen=True)
class UserCodeChecks:
    """Checks the code of a user with the password credential validator of the request policy."""

    services: Services
    credentials: PasswordChecks

    async def check(
        self, request: Request, client: RegisteredClient, policy: RequestPolicy, user: IdentifiedUser, code: str
    ) -> None:
        """Raise OAuthError unless the request has the right user code or needs none."""
        if not client.settings.ciba_user_code_supported:
            if code:
                raise InvalidRequest("This client must not send a user code.")
            return
        if policy.user_code_pcv_ref is None:
            LOG.error("request policy without a validator of user codes", client=client.id, policy=policy.id)
            raise ServerError("The authorization server cannot check user codes.")
        if not code:
            raise MissingUserCode("The parameter user_code is required.")
        await self._check(request, client, policy.user_code_pcv_ref.id, user, code)

    async def _check(
        self, request: Request, client: RegisteredClient, validator: str, user: IdentifiedUser, code: str
    ) -> None:
        throttle, now = self.services.state.throttle, self.services.clock.now().timestamp()
        key = digest(f"ciba user code\0{client.id}\0{user.user_key}")
        if (await throttle.read_failures(key, now)).locked_until > now:
            raise BackchannelAccessDenied("There were too many wrong user codes. Try again later.")
        result = await self.services.work.run(
            Purpose.PASSWORDS, self.credentials.check, request.snapshot, validator, user.user_code_name, code
        )
        if result.valid:
            await throttle.clear(key)
            return
        failures = await throttle.fail(key, now, window_seconds=WINDOW_SECONDS, limit=LIMIT, lock_seconds=LOCK_SECONDS)
        LOG.info("wrong user code", client=client.id, locked=failures.locked_until > now)
        raise InvalidUserCode("The user code is wrong.")
