"""Labels of list rows whose certificate has expired or expires soon."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from hanse.admin.frames.pages.expiry_labels import ExpiryLabel, expiry_label
from hanse.kit.clock import to_text
from hanse.kit.texts.locale_choice import LOCALE
from hanse.resources.all_resources import RESOURCES
from hanse.resources.security.trusted_cas import TRUSTED_CAS

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def certificate_until(end: datetime, **more: Any) -> dict[str, Any]:
    return {"expires": to_text(end), "subjectDN": "CN=Example", **more}


@pytest.mark.parametrize(
    ("left", "label"),
    [
        (timedelta(days=30) + SECOND, None),
        (timedelta(days=30), ExpiryLabel("Expires in 30 days", "ending")),
        (timedelta(days=12, hours=23), ExpiryLabel("Expires in 12 days", "ending")),
        (timedelta(days=1), ExpiryLabel("Expires in 1 day", "ending")),
        (timedelta(hours=23), ExpiryLabel("Expires within a day", "ending")),
        # RFC 5280, section 4.1.2.5: a certificate is valid until its end, which is included.
        (timedelta(), ExpiryLabel("Expires within a day", "ending")),
        (-SECOND, ExpiryLabel("Expired", "bad")),
    ],
)
def test_the_label_has_the_days_that_are_left(left: timedelta, label: ExpiryLabel | None) -> None:
    assert expiry_label(TRUSTED_CAS, certificate_until(NOW + left), NOW) == label


def test_a_key_pair_that_is_rotated_expires_without_a_warning() -> None:
    [signing] = [each for each in RESOURCES if each.path == "/keyPairs/signing"]
    rotated = {"rotationSettings": {"creationBufferDays": 10}}
    soon, past = NOW + timedelta(days=3), NOW - timedelta(days=3)
    assert expiry_label(signing, certificate_until(soon), NOW) is not None
    assert expiry_label(signing, certificate_until(soon, **rotated), NOW) is None
    # A rotation that failed is not hidden.
    assert expiry_label(signing, certificate_until(past, **rotated), NOW) == ExpiryLabel("Expired", "bad")


@pytest.mark.parametrize(
    ("language", "texts"),
    [("de", ["Läuft in 1 Tag ab", "Läuft in 12 Tagen ab"]), ("es", ["Caduca en 1 día", "Caduca en 12 días"])],
)
def test_the_label_is_translated(language: str, texts: list[str]) -> None:
    token = LOCALE.set(language)
    try:
        found = [expiry_label(TRUSTED_CAS, certificate_until(NOW + timedelta(days=days)), NOW) for days in (1, 12)]
    finally:
        LOCALE.reset(token)
    assert [each and each.text for each in found] == texts
