"""Automatic rotation of self-signed key pairs: the next pair is created, published, and activated in time.

Every step is a transaction of its own that checks again whether it is due, so that any number of nodes can try and any
of them can stop. Keys are generated before the transaction begins, so that no other writer has to wait.
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
# Verifiers need time to fetch the next key, even if the server was off when the rotation was due.
PUBLISHED_FIRST = timedelta(days=1)


class RotationStep(StrEnum):
    """Next step in the rotation of a key pair."""

    CREATE = "create"
    ACTIVATE = "activate"
    FORGET = "forget"


def step_due(pair: KeyPair, now: datetime) -> RotationStep | None:
    """Return the step that is due for a pair, or None."""
    if pair.previous is not None and now > _end_of(pair.previous):
        return RotationStep.FORGET
    created, activated = planned(pair)
    if pair.pending is not None:
        published = from_chain(pair.pending.certificates)[0].not_valid_before_utc
        in_time = now >= published + PUBLISHED_FIRST or now > _end_of(pair)
        return RotationStep.ACTIVATE if activated is not None and now >= activated and in_time else None
    return RotationStep.CREATE if created is not None and now >= created else None


def planned(pair: KeyPair) -> tuple[datetime | None, datetime | None]:
    """Return when the next pair is created and when it is activated; None for both without rotation settings."""
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
    """Perform the steps that are due for every pair of a family. A failure is logged and does not delay the others."""
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
    # A pair has at most three steps at one time. More would mean an endless loop.
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
                return  # Another node was faster; the next run does what remains.
            change.replace(family, id_, _after(change, family, pair, step, made))
        yield step


def next_pair(pair: KeyPair, clock: Clock, randomness: Randomness) -> CertifiedKey:
    """Return a new pair with the subject and names of another pair, created according to its settings."""
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
    # Sealed text can be decrypted only in its own place, so both keys are sealed again where they are moved.
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
