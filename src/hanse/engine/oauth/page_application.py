"""The client as pages for users show it."""

from hanse.engine.signin.pages import PageApplication
from hanse.engine.snapshot.clients import RegisteredClient


def page_application(client: RegisteredClient) -> PageApplication:
    """Return the name and the addresses that users see (OpenID Connect Dynamic Client Registration 1.0, section 2).

    An administrator's addresses take precedence over those that the client registered.
    """
    settings, registration = client.settings, client.settings.dynamic_registration
    registered = (None, None) if registration is None else (registration.policy_uri, registration.tos_uri)
    return PageApplication(
        name=settings.name,
        logo=settings.logo_url or "",
        policy=settings.policy_uri or registered[0] or "",
        terms=settings.tos_uri or registered[1] or "",
    )
