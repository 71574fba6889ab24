"""Settings that are allowed only if the license includes them, and settings without an effect."""

from collections.abc import Iterator

from hanse.config.declare.rules import Proposal
from hanse.kit.clock import Clock
from hanse.kit.errors import FieldError
from hanse.kit.ports import Entitlements, LicensedFeature
from hanse.kit.texts.messages import message
from hanse.resources.system.server_settings.model import RolesAndProtocols, ServerSettings

_ROLES = "rolesAndProtocols"
_WITHOUT_EFFECT = {
    "threadPoolExhaustionNotificationSettings": "thread_pool_exhaustion_notification_settings",
    "bulkheadAlertNotificationSettings": "bulkhead_alert_notification_settings",
}


def check_licensed(proposal: Proposal[ServerSettings]) -> Iterator[FieldError]:
    """Find features that this save enables without a license. Features that were enabled before can stay enabled."""
    entitlements, now = proposal.ports.get(Entitlements), proposal.ports.get(Clock).now()
    before = set(_switched_on(proposal.old.roles_and_protocols)) if proposal.old is not None else set()
    for feature, path in _switched_on(proposal.new.roles_and_protocols):
        if (feature, path) not in before and not entitlements.allows(feature, now):
            yield FieldError("The license does not include this.", f"{_ROLES}.{path}", "license_feature_missing")


def check_effective(proposal: Proposal[ServerSettings]) -> Iterator[FieldError]:
    """Refuse notifications of events that this server does not have. Settings of earlier versions can stay."""
    new, old = proposal.new.notifications, proposal.old.notifications if proposal.old is not None else None
    for member, name in _WITHOUT_EFFECT.items():
        value = getattr(new, name, None)
        if value is not None and value != getattr(old, name, None):
            text = message("{member} is not supported by this version. Leave it out.", member=member)
            yield FieldError(text, f"notifications.{member}", "not_supported")


def _switched_on(roles: RolesAndProtocols | None) -> Iterator[tuple[LicensedFeature, str]]:
    if roles is None:
        return
    oauth, idp, sp = roles.oauth_role, roles.idp_role, roles.sp_role
    switches = (
        (LicensedFeature.OAUTH, "oauthRole.enableOauth", oauth is not None and oauth.enable_oauth),
        (LicensedFeature.WS_TRUST, "idpRole.enableWsTrust", idp is not None and idp.enable_ws_trust),
        (LicensedFeature.WS_TRUST, "spRole.enableWsTrust", sp is not None and sp.enable_ws_trust),
        (
            LicensedFeature.PROVISIONING,
            "idpRole.enableOutboundProvisioning",
            idp is not None and idp.enable_outbound_provisioning,
        ),
        (
            LicensedFeature.PROVISIONING,
            "spRole.enableInboundProvisioning",
            sp is not None and sp.enable_inbound_provisioning,
        ),
    )
    yield from ((feature, path) for feature, path, is_on in switches if is_on)
