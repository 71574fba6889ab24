"""The proof that a user has signed in, which is kept while more pages are shown, and a page with a message."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from hanse.plugins.adapters.html_form.attempts import PasswordAttempt
from hanse.plugins.adapters.html_form.settings import FormSettings
from hanse.plugins.contracts.adapters import AdapterRequest, Cookie, ShowPage, Success
from hanse.plugins.contracts.users import AttributeValue

USERNAME, ACTION = "username", "policy.action"
# RFC 8176, section 2.
PASSWORD: Final = "pwd"  # noqa: S105 - the name of a method.
MESSAGE_PAGE: Final = "message"
MESSAGE_TEMPLATE: Final = "html.form.message.template.html"


@dataclass(frozen=True)
class PasswordProof:
    """A user who has signed in, in the form of an adapter's state."""

    username: str
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    amr: tuple[str, ...] = (PASSWORD,)
    shared_device: bool | None = None
    local_user: str = ""

    @classmethod
    def of(cls, username: str, attempt: PasswordAttempt, *, shared_device: bool | None = None) -> "PasswordProof":
        """Return the proof of a correct password."""
        found = attempt.result
        return cls(username, dict(found.attributes), shared_device=shared_device, local_user=found.local_user)

    @classmethod
    def read(cls, state: Mapping[str, Any]) -> "PasswordProof | None":
        """Return the proof in the state of a page, or None if there is none."""
        found = state.get("proof")
        if not isinstance(found, Mapping):
            return None
        # Pages of an earlier version of the server have no local user.
        local_user = found.get("local_user", "")
        return cls(found["username"], found["attributes"], tuple(found["amr"]), found["shared_device"], local_user)

    def state(self) -> Mapping[str, Any]:
        """Return the proof in the form of a page's state."""
        return {**asdict(self), "attributes": dict(self.attributes), "amr": list(self.amr)}

    def end_other_sessions(self, request: AdapterRequest, form: FormSettings) -> None:
        """End the user's sessions after a change of the password: always those of local users, others if configured."""
        if self.local_user or form.flag("Revoke Sessions After Password Change Or Reset"):
            request.services.end_sessions(self.success().attributes, self.local_user)

    def success(self, cookies: tuple[Cookie, ...] = ()) -> Success:
        """Return the result of the adapter."""
        return Success(
            attributes={USERNAME: self.username, **self.attributes, ACTION: ""},
            amr=self.amr,
            cookies=cookies,
            shared_device=self.shared_device,
            local_user=self.local_user,
        )


def message_page(
    message: str,
    named: Mapping[str, Any],
    *,
    title: str = "change.title",
    template: str = "",
    fallback: str = MESSAGE_TEMPLATE,
    proof: PasswordProof | None = None,
    link: str = "",
    link_text: str = "common.continue",
    after_seconds: float = 0,
) -> ShowPage:
    """Return a page with a message, from which the user continues to the application or to the login page."""
    values = {"title": title, "message": message, "message_values": dict(named), "link": link, "link_text": link_text}
    state = {"page": MESSAGE_PAGE, **({} if proof is None else {"proof": proof.state()})}
    return ShowPage(
        template=template or fallback, values=values, fallback=fallback, state=state, after_seconds=after_seconds
    )
