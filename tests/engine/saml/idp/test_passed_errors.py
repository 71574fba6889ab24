"""A service provider receives the error message of the identity provider to which its user was sent."""

import pytest

from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.saml.errors import AUTHN_FAILED, RESPONDER
from hanse.saml.statuses import Status
from tests.engine.saml.identity_provider import IdentityProvider, SamlSite, by_connection, received, saml_connection
from tests.engine.saml.idp.service_provider import ServiceProvider
from tests.engine.signin.site import Visitor

TEXT = "The account of Joe is locked."


@pytest.mark.parametrize("is_passed", [False, True])
def test_the_status_has_the_message_only_if_the_connection_passes_it_on(
    provider: ServiceProvider, joe: Visitor, is_passed: bool
) -> None:
    site = provider.site
    site.add(IDP_CONNECTIONS, saml_connection(passthroughErrors=is_passed))
    site.add_policy(by_connection())
    saml = SamlSite(site, IdentityProvider(site.engine.clock))
    request = provider.request()
    away = received(joe.browser.get(provider.redirect(request)))
    refusal = saml.partner.message(away, None, Status(RESPONDER, AUTHN_FAILED, TEXT))
    response = provider.receive(saml.answer(joe, refusal, away.relay_state), request.header.id)
    assert response.status.detail == AUTHN_FAILED
    assert response.status.message == (TEXT if is_passed else None)
