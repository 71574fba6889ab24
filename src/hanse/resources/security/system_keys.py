"""System keys: the keys that seal what users and clients hold for a short time, such as one-time links.

There are three, so that a rotation makes nothing unreadable. `current` seals, `current` and `previous` open, and
`pending` is known to all nodes before it becomes the current one. Decision 0018 says what the keys seal and why.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator, Mapping
from typing import Annotated, Final

import structlog
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from hanse import handles
from hanse.config.change.change import Change
from hanse.config.declare.access import Area, Principal
from hanse.config.declare.fields import ConfigModel, Secret
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import Proposal, SaveRules
from hanse.config.declare.types import Moment
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, Ui
from hanse.config.declare.ui.layout import FormLayout
from hanse.config.declare.ui.navigation import CERTIFICATES_AND_KEYS, ConsolePage
from hanse.config.declare.view import View
from hanse.config.http.item_answers import item_answer
from hanse.config.http.operation import API, Call, Operation, OperationResult
from hanse.config.list_query import StoredDocument
from hanse.kit.clock import Clock, from_text, to_text
from hanse.kit.errors import FieldError
from hanse.kit.randomness import Randomness
from hanse.kit.texts.messages import message

LOG = structlog.stdlib.get_logger("hanse.keys")
KEY_OCTETS: Final = 32
MEMBERS: Final = ("current", "previous", "pending")


def _check_key(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        key = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        key = b""
    if len(key) != KEY_OCTETS:
        raise PydanticCustomError("invalid_key", "Enter a key of 32 random bytes, in base64.")
    return text


def _check_moment(text: str | None) -> str | None:
    if not text:
        return None
    try:
        return to_text(from_text(text))
    except ValueError as error:
        raise PydanticCustomError(
            "invalid_date", "This field must be a date and time such as 2026-11-21T09:30:00Z."
        ) from error


class SystemKey(ConfigModel):
    """A system key. The key itself is write-only."""

    creation_date: Annotated[
        Moment | None,
        AfterValidator(_check_moment),
        Field(title="Created", description="Time at which the key was created. The server sets it for a new key."),
    ] = None
    key_data: Annotated[
        Annotated[str, Field(max_length=64)] | None,
        AfterValidator(_check_key),
        Field(title="Key", description="32 random bytes in base64. If left out, the stored key is kept."),
        Secret(),
    ] = None
    encrypted_key_data: Annotated[str | None, Field(title="Encrypted key", max_length=4096)] = None


class SystemKeys(ConfigModel):
    """The three system keys."""

    current: Annotated[
        SystemKey | None, Field(title="Current key", description="Encrypts new values, and decrypts them.")
    ] = None
    previous: Annotated[
        SystemKey | None,
        Field(title="Previous key", description="Decrypts values that it encrypted before the rotation."),
    ] = None
    pending: Annotated[
        SystemKey | None, Field(title="Pending key", description="Becomes the current key with the next rotation.")
    ] = None


def _prepare(proposal: Proposal[SystemKeys]) -> SystemKeys:
    """Return the keys with the creation dates of new ones; a key that stays keeps its date."""
    now = to_text(proposal.ports.get(Clock).now())
    dated: dict[str, SystemKey] = {}
    for member in MEMBERS:
        key, was = _member(proposal.new, member), _member(proposal.old, member)
        if key is not None and not key.creation_date:
            kept = was is not None and not key.key_data
            dated[member] = key.model_copy(update={"creation_date": was.creation_date if was and kept else now})
    return proposal.new.model_copy(update=dated)


def _check(proposal: Proposal[SystemKeys]) -> Iterator[FieldError]:
    """Require the keys that every rotation needs, and refuse a key that is entered twice."""
    entered: dict[str, str] = {}
    for member in MEMBERS:
        key = _member(proposal.new, member)
        if key is None:
            if member != "previous":
                yield FieldError("This field is required.", member, "required_field")
        elif key.key_data is None:
            if not key.encrypted_key_data and _member(proposal.old, member) is None:
                yield FieldError("This field is required.", f"{member}.keyData", "required_field")
        elif key.key_data in entered:
            text = message("This key is the same as the {other} key.", other=entered[key.key_data])
            yield FieldError(text, f"{member}.keyData", "value_in_use")
        else:
            entered[key.key_data] = member


def _member(keys: SystemKeys | None, member: str) -> SystemKey | None:
    found: SystemKey | None = getattr(keys, member, None)
    return found


def _facts(view: View, _id: str, _principal: Principal) -> Mapping[str, str]:
    keys = view.singleton(SYSTEM_KEYS)
    labels = (
        (keys.current, message("Current key created")),
        (keys.previous, message("Previous key created")),
        (keys.pending, message("Pending key created")),
    )
    return {label: key.creation_date or "" for key, label in labels if key is not None}


UI: Final = Ui(
    page=ConsolePage(
        id="systemKeys",
        label="System Keys",
        heading=CERTIFICATES_AND_KEYS,
        slug="system-keys",
        position=105,
        keywords=("rotation", "one-time links", "password reset", "secrets"),
    ),
    guide="system-keys",
    form=ItemForm(layout=FormLayout(left_out=frozenset(MEMBERS))),
    item=ItemFacts(
        facts=_facts,
        actions=(
            ItemAction(
                id="rotate",
                name="Rotate",
                description="Makes the pending key the current one and the current key the previous one, and creates a "
                "new pending key. One-time links and sign-ins that the previous key has encrypted stop working. In a "
                "cluster, replicate the configuration before you rotate the keys again.",
                path="/rotate",
                done="The system keys were rotated.",
            ),
        ),
    ),
)
SYSTEM_KEYS: Final = Resource(
    path=handles.SYSTEM_KEYS.path,
    model=SystemKeys,
    area=Area.KEYS,
    text=ResourceText(
        title="System Keys",
        description="Keys that encrypt one-time links, sign-ins in progress and other values with a short lifetime.",
    ),
    default=SystemKeys,
    saving=SaveRules(prepare=_prepare, rules=(_check,)),
    ui=UI,
)


def stored_system_keys(view: View) -> Mapping[str, bytes]:
    """Return the keys by their members; empty before the first start of a server created them."""
    stored = view.get(SYSTEM_KEYS, SYSTEM_KEYS.singleton_id)
    held = [member for member in MEMBERS if stored.body.get(member)]
    texts = {member: view.secret(SYSTEM_KEYS, stored, member, "keyData") for member in held}
    return {member: b64decode(text) for member, text in texts.items() if text is not None}


def create_system_keys(change: Change, clock: Clock, randomness: Randomness) -> None:
    """Create the keys of a new installation; does nothing if there are keys."""
    if change.singleton(SYSTEM_KEYS).current is None:
        keys = SystemKeys(current=_new_key(clock, randomness), pending=_new_key(clock, randomness))
        change.replace(SYSTEM_KEYS, SYSTEM_KEYS.singleton_id, keys)


def rotate_system_keys(change: Change, clock: Clock, randomness: Randomness) -> StoredDocument:
    """Make the pending key the current one, the current key the previous one, and create a new pending key."""
    # An import from a server without system keys removes them.
    create_system_keys(change, clock, randomness)
    keys = change.singleton(SYSTEM_KEYS)
    found = stored_system_keys(change)

    def moved(member: str) -> SystemKey | None:
        key = _member(keys, member)
        # A sealed secret is bound to its field, so a key that moves to another member is sealed again.
        return None if key is None else SystemKey(creation_date=key.creation_date, key_data=_text(found[member]))

    rotated = SystemKeys(current=moved("pending"), previous=moved("current"), pending=_new_key(clock, randomness))
    return change.replace(SYSTEM_KEYS, SYSTEM_KEYS.singleton_id, rotated)


def system_key_operations() -> Iterator[Operation]:
    """Yield the operation that rotates the keys."""

    def rotate(call: Call) -> OperationResult:
        stored = rotate_system_keys(call.change, call.ports.get(Clock), call.ports.get(Randomness))
        LOG.info("system keys rotated")
        return item_answer(SYSTEM_KEYS, call, stored)

    yield Operation(
        method="POST",
        path=f"{API}{SYSTEM_KEYS.path}/rotate",
        area=SYSTEM_KEYS.area,
        tag=SYSTEM_KEYS.text.title,
        summary="Rotate: System Keys",
        run=rotate,
        answer=SystemKeys,
    )


def _new_key(clock: Clock, randomness: Randomness) -> SystemKey:
    return SystemKey(creation_date=to_text(clock.now()), key_data=_text(randomness.token_bytes(KEY_OCTETS)))


def _text(key: bytes) -> str:
    return b64encode(key).decode("ascii")
