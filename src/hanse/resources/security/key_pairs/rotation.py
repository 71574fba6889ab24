"""The server renews self-signed pairs by itself: the next pair is made, published, and takes over in time.

Every step is a transaction of its own that looks again whether it is due, so that it does not matter how many nodes
try, nor where one of them stops. Keys are made before the transaction, as no writer should wait for them.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum

import structlog

from hanse.config.change.change import Change
from hanse.config.change.write_transaction import Author
from hanse.config.configuration import Configuration
from hanse.config.declare.resource import Resource
from hanse.config.list_query import ListQuery, MemberCondition
from hanse.crypto.certificate_builder import Validity, alternative_names_of, self_signed
from hanse.crypto.certificate_chains import from_chain, to_chain
from hanse.crypto.key_pairs import generate_key, key_to_text
from hanse.kit.clock import Clock, from_text
from hanse.kit.randomness import Randomness
from hanse.resources.security.key_pairs.model import CertifiedKey, KeyPair

LOG = structlog.stdlib.get_logger("hanse.keys")
AUTHOR = Author("system")
# Whoever verifies must have had the time to fetch the next key, also when the server was off when it was due.
PUBLISHED_FIRST = timedelta(days=1)


class RotationStep(StrEnum):
    """What is to be done with a pair."""

    CREATE = "create"
    ACTIVATE = "activate"
    FORGET = "forget"


def step_due(pair: KeyPair, now: datetime) -> RotationStep | None:
    """Return what is due for a pair, if anything."""
    if pair.previous is not None and now > _end_of(pair.previous):
        return RotationStep.FORGET
    created, activated = planned(pair)
    if pair.pending is not None:
        published = from_chain(pair.pending.certificates)[0].not_valid_before_utc
        in_time = now >= published + PUBLISHED_FIRST or now > _end_of(pair)
        return RotationStep.ACTIVATE if activated is not None and now >= activated and in_time else None
    return RotationStep.CREATE if created is not None and now >= created else None


def planned(pair: KeyPair) -> tuple[datetime | None, datetime | None]:
    """Return when the next pair is to be made and when it is to take over; neither without settings."""
    settings = pair.rotation_settings
    if settings is None or settings.creation_buffer_days is None or settings.activation_buffer_days is None:
        return None, None
    end = _end_of(pair)
    return end - timedelta(days=settings.creation_buffer_days), end - timedelta(days=settings.activation_buffer_days)


def _end_of(part: CertifiedKey) -> datetime:
    if isinstance(part, KeyPair):
        return from_text(part.expires or "")
    return from_chain(part.certificates)[0].not_valid_after_utc


def rotate_due(configuration: Configuration, family: Resource[KeyPair]) -> None:
    """Do what is due for every pair of a family. A failure is logged and does not delay the others."""
    clock = configuration.ports.get(Clock)
    with configuration.reading() as view:
        conditions = [
            (MemberCondition("rotationSettings", is_present=True),),
            (MemberCondition("previous", is_present=True),),
        ]
        pages = [view.list(family, ListQuery(conditions=each)) for each in conditions]
    for id_ in dict.fromkeys(item.id for page in pages for item in page.items):
        try:
            for step in _steps(configuration, family, id_, clock):
                LOG.info("key pair renewed", step=step, kind=family.kind, id=id_)
        except Exception:
            LOG.exception("key pair not renewed", kind=family.kind, id=id_)


def _steps(configuration: Configuration, family: Resource[KeyPair], id_: str, clock: Clock) -> Iterator[RotationStep]:
    # A pair has three steps at the most at one time; more would be one that leads nowhere.
    for _ in RotationStep:
        with configuration.reading() as view:
            found = view.find(family, id_)
            pair = None if found is None else view.model(family, id_)
        step = None if pair is None else step_due(pair, clock.now())
        LOG.debug("key pair checked for renewal", kind=family.kind, id=id_, due=step)
        if pair is None or step is None:
            return
        made = next_pair(pair, clock, configuration.ports.get(Randomness)) if step is RotationStep.CREATE else None
        with configuration.changing(AUTHOR) as change:
            if change.find(family, id_) != found:
                return  # Somebody else was faster; the next look sees what is left.
            change.replace(family, id_, _after(change, family, pair, step, made))
        yield step


def next_pair(pair: KeyPair, clock: Clock, randomness: Randomness) -> CertifiedKey:
    """Return a pair for the same subject and names as a pair's, made as its settings say."""
    settings = pair.rotation_settings
    if settings is None:
        raise TypeError("a pair without settings is not renewed")
    leaf = from_chain(pair.certificates[:1])[0]
    key = generate_key(settings.key_algorithm or "", settings.key_size or 0)
    validity, signature = Validity(clock.now(), settings.valid_days or 0), settings.signature_algorithm or ""
    certificate = self_signed(key, leaf.subject, alternative_names_of(leaf), validity, signature, randomness)
    return CertifiedKey(certificates=to_chain([certificate]), private_key=key_to_text(key))


def _after(
    change: Change, family: Resource[KeyPair], pair: KeyPair, step: RotationStep, made: CertifiedKey | None
) -> KeyPair:
    if step is RotationStep.CREATE:
        return pair.model_copy(update={"pending": made})
    if step is RotationStep.FORGET:
        return pair.model_copy(update={"previous": None})
    pending = pair.pending
    if pending is None:
        raise TypeError("there is no pair to activate")
    # What is sealed opens in its own place only, so both keys are sealed anew where they go.
    stored = change.get(family, pair.id or "")
    was = CertifiedKey(certificates=pair.certificates, private_key=change.secret(family, stored, "privateKey"))
    update = {
        "certificates": pending.certificates,
        "private_key": change.secret(family, stored, "pending", "privateKey"),
        "encrypted_private_key": None,
        "previous": was,
        "pending": None,
    }
    return pair.model_copy(update=update)
