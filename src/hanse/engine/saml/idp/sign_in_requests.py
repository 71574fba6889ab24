"""The sign-in that a request of a partner starts."""

from collections.abc import Mapping
from typing import Final

from hanse.engine.saml.idp.sp_partner import SpPartner
from hanse.engine.saml.idp.wanted_assertions import WantedAssertion
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.pages import PageApplication

# The purpose of sign-ins for partners with WS-Federation, whose completion is `engine.wsfed.completion`.
WS_FEDERATION: Final = "ws-federation"


def sign_in_request(
    purpose: str,
    partner: SpPartner,
    wanted: WantedAssertion,
    parameters: Mapping[str, tuple[str, ...]],
    *,
    max_age: int | None = None,
    works_once: bool,
) -> SignInRequest:
    """Return the request for a sign-in. `max_age` is in seconds; 0 requires a new authentication."""
    settings = partner.settings
    return SignInRequest(
        purpose=purpose,
        body=wanted.encode(),
        client_id=partner.entity_id,
        parameters=parameters,
        force_authentication=max_age == 0,
        max_age=max_age or None,
        passive=wanted.is_passive,
        acr_values=wanted.contexts,
        client_properties={name: tuple(each.values) for name, each in settings.extended_properties.items()},
        application=PageApplication(
            name=settings.application_name or settings.name, logo=settings.application_icon_url or ""
        ),
        adapters=partner.adapters,
        connection=partner.id,
        form_targets=(wanted.consumer,),
        works_once=works_once,
    )
