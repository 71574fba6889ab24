"""The parameters of a token exchange (RFC 8693, section 2.1)."""

from dataclasses import dataclass, field
from typing import Final

from hanse.crypto.jws_verification import MOST_CHARACTERS
from hanse.engine.errors import InvalidRequest
from hanse.engine.http.parameters import Parameters

_LONGEST_TYPE: Final = 256
MOST_TARGETS: Final = 20


@dataclass(frozen=True)
class PresentedToken:
    """A token with its type, for example `urn:ietf:params:oauth:token-type:access_token`."""

    text: str = field(repr=False)
    type: str


@dataclass(frozen=True, kw_only=True)
class ExchangeRequest:
    """A request. `requested_type` is empty if the server decides."""

    subject: PresentedToken
    actor: PresentedToken | None
    requested_type: str
    resources: tuple[str, ...]
    audiences: tuple[str, ...]


def read_exchange(form: Parameters) -> ExchangeRequest:
    """Return the parameters. Raises InvalidRequest."""
    wanted = ExchangeRequest(
        subject=_token(form, "subject_token", form.required("subject_token")),
        actor=_actor(form),
        requested_type=_type(form.one("requested_token_type") or "", "requested_token_type"),
        resources=(*form.all("resource"), *form.all("aud")),
        audiences=form.all("audience"),
    )
    if len(wanted.resources) + len(wanted.audiences) > MOST_TARGETS:
        raise InvalidRequest("The request names too many resources and audiences.")
    return wanted


def _actor(form: Parameters) -> PresentedToken | None:
    text = form.one("actor_token")
    if text is None:
        if "actor_token_type" in form:
            # Section 2.1: it must not be sent without an actor token.
            raise InvalidRequest("The parameter actor_token_type belongs to an actor token.")
        return None
    return _token(form, "actor_token", text)


def _token(form: Parameters, name: str, text: str) -> PresentedToken:
    if len(text) > MOST_CHARACTERS:
        raise InvalidRequest(f"The parameter {name} is too long.")
    return PresentedToken(text, _type(form.required(f"{name}_type"), f"{name}_type"))


def _type(text: str, name: str) -> str:
    if len(text) > _LONGEST_TYPE:
        raise InvalidRequest(f"The parameter {name} is too long.")
    return text
