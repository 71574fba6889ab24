"""Calls an adapter, and interprets its answer."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog

from hanse.engine.attributes import AttributeFulfillment, IssuanceRefused
from hanse.engine.errors import TemporarilyUnavailable
from hanse.engine.services import Purpose
from hanse.engine.signin.adapters.account_linking import AccountLinks, is_linking
from hanse.engine.signin.adapters.adapter_services import AdapterServiceParts, EngineAdapterServices
from hanse.engine.signin.adapters.partner_log import log_partner_result
from hanse.engine.signin.adapters.user_keys import user_key_of
from hanse.engine.signin.adapters.user_provisioning import UserProvisioner
from hanse.engine.signin.contracts import Value
from hanse.engine.signin.cookies import adapter_cookie, adapter_cookies
from hanse.engine.signin.policies.local_identities import NOT_PROVISIONED, LocalUserRefused
from hanse.engine.signin.policies.policy_request import PolicyRequest, UserId
from hanse.engine.signin.policies.position import PassedAdapter, TreePosition
from hanse.engine.signin.policies.values import context_of
from hanse.engine.snapshot.authentication_sources import (
    base_key,
    find_linking,
    find_provisioning,
    find_source,
    source_of,
)
from hanse.kit.errors import Unavailable
from hanse.plugins.contracts.adapters import AdapterRequest, AdapterResult, Cookie, Failure, Redirect, ShowPage, Success
from hanse.resources.authentication.policies.tree import AuthenticationSourceType
from hanse.resources.mapping.fulfillment import FulfillmentFailed
from hanse.resources.mapping.model import SourceType

LOG = structlog.stdlib.get_logger("hanse.signin")
_NOT_USABLE: Final = {
    AuthenticationSourceType.IDP_ADAPTER: Failure(code="adapter_not_usable"),
    AuthenticationSourceType.IDP_CONNECTION: Failure(code="connection_not_usable"),
}


@dataclass(frozen=True)
class Adapters:
    """Calls adapters; the interface is `policies.policy_request.AdapterCaller`."""

    support: AdapterServiceParts
    fulfillment: AttributeFulfillment
    provisioner: UserProvisioner

    async def call(
        self, turn: PolicyRequest, adapter: str, user: UserId, known: TreePosition
    ) -> ShowPage | Redirect | PassedAdapter | Failure:
        """Begin with an adapter, or continue it. Raises Unavailable and TemporarilyUnavailable."""
        waiting = turn.position.waiting
        resumes = waiting is not None and waiting.adapter == adapter and turn.form is not None
        state = waiting.state if waiting is not None and resumes else None
        if state is not None and is_linking(state):
            return await self._links.resume(turn, find_linking(turn.request.snapshot, adapter), state)
        result = await self._call_plugin(turn, adapter, user, known, state)
        return await self._passed(turn, adapter, result) if isinstance(result, Success) else result

    async def _call_plugin(
        self, turn: PolicyRequest, adapter: str, user: UserId, known: TreePosition, state: Mapping[str, Any] | None
    ) -> AdapterResult:
        """Call the plug-in of an adapter. `state` is that of the page whose form is answered; None begins."""
        instance = find_source(turn.request.snapshot, adapter)
        if instance is None or instance.plugin is None:
            LOG.error("adapter not usable", adapter=adapter)
            return _not_usable(adapter)
        request = self._request(turn, adapter, user, known, state)
        function = instance.plugin.begin if state is None else instance.plugin.resume
        try:
            result: AdapterResult = await self.support.services.work.run(Purpose.ADAPTERS, function, request)
        except (Unavailable, TemporarilyUnavailable):
            raise
        except Exception:
            # Adapters may be third-party plug-ins; one that fails does not authenticate anybody.
            LOG.exception("adapter failed", adapter=adapter)
            return _not_usable(adapter)
        if state is not None:
            log_partner_result(turn.request, adapter, result)
        if not isinstance(result, Redirect):
            self._set_cookies(turn, adapter, result.cookies)
        return result

    @property
    def _links(self) -> AccountLinks:
        def sign_in(turn: PolicyRequest, adapter: str, state: Mapping[str, Any] | None) -> Awaitable[AdapterResult]:
            return self._call_plugin(turn, adapter, UserId(), TreePosition("", ""), state)

        return AccountLinks(self.support.services, sign_in)

    def _request(
        self, turn: PolicyRequest, adapter: str, user: UserId, known: TreePosition, state: Mapping[str, Any] | None
    ) -> AdapterRequest:
        snapshot = turn.request.snapshot
        locale = self.support.services.pages.locale(turn.request, turn.wanted.ui_locales)
        return AdapterRequest(
            now=self.support.services.clock.now(),
            services=EngineAdapterServices(
                self.support,
                snapshot,
                adapter,
                asyncio.get_running_loop(),
                locale,
                turn.request.issuer,
                turn.position.local_user,
            ),
            form=None if state is None else turn.form,
            state=state or {},
            cookies=adapter_cookies(turn.request, adapter),
            user_id=user.text,
            user_id_fixed=user.is_mapped,
            user_id_authenticated=user.is_authenticated,
            has_authenticated=any(each.proves for each in turn.position.passed),
            client_address=turn.request.client_address,
            client_id=turn.wanted.client_id,
            application_name=turn.wanted.application.name,
            locales=(locale,),
            parameters=turn.wanted.parameters,
            chained={each.id: each.attributes for each in known.known},
            resume_url=turn.resume_url,
            issuer=turn.request.issuer.identifier,
            flow=turn.flow_id,
            select_account=turn.wanted.select_account,
            force_authentication=turn.wanted.force_authentication,
            passive=turn.wanted.passive,
            max_age=turn.wanted.max_age,
            acr_values=turn.wanted.acr_values,
            source_options=turn.wanted.source_options if turn.wanted.source == adapter else {},
            consent=turn.consent,
        )

    def _set_cookies(self, turn: PolicyRequest, adapter: str, cookies: tuple[Cookie, ...]) -> None:
        for each in cookies:
            cookie = adapter_cookie(adapter, each.name)
            if not cookie.fits(each.value):
                LOG.error("cookie of an adapter is too long", adapter=adapter, cookie=each.name)
                continue
            turn.cookies.append(cookie.header(turn.request, each.value, each.seconds))

    async def _passed(self, turn: PolicyRequest, adapter: str, success: Success) -> ShowPage | PassedAdapter | Failure:
        instance = find_source(turn.request.snapshot, adapter)
        if instance is None:
            return _not_usable(adapter)
        try:
            attributes = await self._fulfilled(turn, instance.settings, adapter, success.attributes)
        except IssuanceRefused as error:
            return Failure(code=f"issuance criteria not met: {error}")
        except FulfillmentFailed as error:
            LOG.error(  # noqa: TRY400 - the reason says all.
                "adapter contract not fulfilled", adapter=adapter, reason=str(error)
            )
            return _not_usable(adapter)
        local_user = success.local_user
        if (provisioning := find_provisioning(turn.request.snapshot, adapter)) is not None:
            try:
                local_user = await self.provisioner.provision(turn, provisioning, success)
            except LocalUserRefused as error:
                return Failure(code=NOT_PROVISIONED, detail=str(error))
        now = self.support.services.clock.now().timestamp()
        passed = PassedAdapter(
            adapter=adapter,
            attributes=attributes,
            user_key=user_key_of(turn.request.snapshot, adapter, attributes, success.further_issuer),
            auth_time=now if success.auth_time is None else min(success.auth_time, now),
            started=now,
            remote_session=success.remote_session,
            remote_subject=success.remote_subject,
            virtual_id=success.virtual_id,
            logout_hint=success.logout_hint,
            amr=list(success.amr),
            acr=success.acr or instance.settings.authn_ctx_class_ref or "",
            may_keep_session=success.may_keep_session,
            shared_device=success.shared_device,
            proves=not getattr(instance.plugin, "identifies_only", False),
            local_user=local_user,
        )
        linking = find_linking(turn.request.snapshot, adapter)
        return passed if linking is None else await self._links.begin(turn, linking, passed, success.remote_issuer)

    async def _fulfilled(
        self, turn: PolicyRequest, settings: Any, adapter: str, found: Mapping[str, Value]
    ) -> dict[str, Value]:
        """Return the attributes of the adapter's contract: its own, or those of its mapping."""
        contract = settings.attribute_contract
        declared = () if contract is None else (*(contract.core_attributes or ()), *contract.extended_attributes)
        names = {each.name for each in declared}
        own = {name: value for name, value in found.items() if name in names or contract is None}
        if settings.attribute_mapping is None:
            return own
        values = {
            (SourceType.ADAPTER, base_key(adapter)): own,
            (SourceType.CONTEXT, None): context_of(turn.request, turn.wanted),
        }
        return await self.fulfillment.fulfill(turn.request.snapshot, settings.attribute_mapping, values)


def _not_usable(key: str) -> Failure:
    return _NOT_USABLE[source_of(key).type]
