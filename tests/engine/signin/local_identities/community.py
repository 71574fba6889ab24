"""A server on whose sign-in page strangers can register, and its mail server."""

import asyncio
import re
from dataclasses import dataclass
from typing import Any

import httpx

from hanse.engine.background_jobs import outbox_sender
from hanse.kit.local_users import LocalUser
from hanse.resources.authentication.adapters.resource import ADAPTERS
from hanse.resources.authentication.grant_mappings import ADAPTER_GRANT_MAPPINGS
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.system.notification_publishers.resource import PUBLISHER_SETTINGS, PUBLISHERS
from hanse.resources.system.password_validators.resource import VALIDATORS
from tests.engine.signin.site import SignInSite, Visitor, form_of
from tests.support.configurations import replace
from tests.support.instances import publisher
from tests.support.local_identities import PASSWORD, local_validator, profile, registering_adapter
from tests.support.mail import Mailbox
from tests.support.mappings import adapter_granted


@dataclass
class Community:
    """The server, with the profile, its validator and an adapter."""

    site: SignInSite
    box: Mailbox

    def visitor(self) -> Visitor:
        return self.site.browser()

    def save_profile(self, **more: Any) -> None:
        """Change the profile."""
        replace(self.site.engine.core.configuration, LOCAL_IDENTITY_PROFILES, "profile-0", profile(**more))
        self.site.engine.caught_up()

    def save_adapter(self, *validators: str, **settings: str) -> None:
        """Change the adapter."""
        body = registering_adapter(0, *validators, **settings)
        replace(self.site.engine.core.configuration, ADAPTERS, "adapter-0", body)
        self.site.engine.caught_up()

    def form(self, visitor: Visitor) -> httpx.Response:
        """Open the registration page from the sign-in page of an application."""
        return visitor.send(visitor.authorize(), "pf.register")

    def register(self, visitor: Visitor, name: str = "ada", page: httpx.Response | None = None, **more: str) -> Any:
        """Send the registration form, and all e-mails that it causes."""
        values = {
            "field.login": name,
            "field.mail": f"{name}@hanse.example",
            "pf.newPassword": PASSWORD,
            "pf.confirmPassword": PASSWORD,
            **{key.replace("__", "."): value for key, value in more.items()},
        }
        return self.send(visitor, self.form(visitor) if page is None else page, **values)

    def send(self, visitor: Visitor, page: httpx.Response, button: str = "pf.ok", **values: str) -> httpx.Response:
        """Send a form, and all e-mails that it causes."""
        action, hidden = form_of(page)

        async def sent() -> httpx.Response:
            form = {**hidden, **values, button: "clicked"}
            answer = await visitor.browser.engine.send("POST", action, form=form, cookies=visitor.browser.cookies)
            await outbox_sender(visitor.browser.engine.services).send_due()
            return answer

        return visitor.follow(asyncio.run(sent()))

    def user(self, name: str = "ada") -> LocalUser | None:
        """Return a stored user."""
        return asyncio.run(self.site.engine.state.local_users.by_name("profile-0", name))

    def known(self, name: str = "ada") -> LocalUser:
        found = self.user(name)
        assert found is not None
        return found

    def change(self, user: LocalUser) -> None:
        """Store a changed user."""
        assert asyncio.run(self.site.engine.state.local_users.update(user))

    @property
    def code(self) -> str:
        """The code in the last message."""
        found = re.search(r"your code is (\S+)\.", self.text)
        assert found is not None, self.text
        return found[1]

    @property
    def link(self) -> str:
        """The link in the last message, without the host."""
        found = re.search(r"https://sso\.example\.com:9031(/\S+)", self.text)
        assert found is not None, self.text
        return found[1]

    @property
    def text(self) -> str:
        """The text of the last message."""
        content = self.box.messages[-1].get_payload(decode=True)
        assert isinstance(content, bytes)
        return content.decode()


def opened_community(site: SignInSite, box: Mailbox) -> Community:
    """Add the profile, its validator, an adapter and the mail server."""
    site.add(LOCAL_IDENTITY_PROFILES, profile())
    site.add(VALIDATORS, local_validator("local"))
    site.add(PUBLISHERS, publisher(0, box.port))
    site.engine.save(PUBLISHER_SETTINGS, {"defaultNotificationPublisherRef": {"id": "publisher-0"}})
    site.add(ADAPTERS, registering_adapter(0))
    site.add(ADAPTER_GRANT_MAPPINGS, adapter_granted("adapter-0"))
    return Community(site, box)
