import threading
from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import extract_parameters
from argon2.exceptions import VerifyMismatchError

from hanse.crypto import passwords as module
from hanse.crypto.passwords import PasswordDigests
from hanse.kit.errors import Unavailable
from tests.support.concurrency import succeed_at_once
from tests.support.quick_digests import REAL, digests_with
from tests.support.randomness import SeededRandomness


@pytest.fixture(scope="module", autouse=True)
def digests_are_real() -> Iterator[None]:
    with digests_with(REAL):
        yield


@pytest.fixture(scope="module")
def passwords() -> PasswordDigests:
    return PasswordDigests(SeededRandomness())


def test_a_digest_contains_its_parameters(passwords: PasswordDigests) -> None:
    assert passwords.digest("Lübeck").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_equal_passwords_have_different_digests(passwords: PasswordDigests) -> None:
    assert passwords.digest("Lübeck") != passwords.digest("Lübeck")


def test_only_the_password_matches(passwords: PasswordDigests) -> None:
    digest = passwords.digest("Lübeck")
    assert passwords.matches("Lübeck", digest)
    assert not passwords.matches("lübeck", digest)
    assert not passwords.matches("", digest)


def test_passwords_are_normalized_across_keyboards(passwords: PasswordDigests) -> None:
    assert passwords.matches("Lu\u0308beck", passwords.digest("L\u00fcbeck"))


def test_no_password_matches_an_unknown_account(passwords: PasswordDigests) -> None:
    assert not passwords.matches("Lübeck", None)


def test_an_unknown_account_costs_as_much_as_a_known_one(passwords: PasswordDigests) -> None:
    decoy = passwords._decoy
    # Argon2 does the same work for the same parameters. The decoy is well-formed, so that Argon2 computes it.
    assert extract_parameters(decoy) == extract_parameters(passwords.digest("Lübeck"))
    with pytest.raises(VerifyMismatchError):
        passwords._hasher.verify(decoy, "Lübeck")


@pytest.mark.parametrize("digest", ["", "plain", "$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA", "$2b$12$abc"])
def test_no_password_matches_a_damaged_digest(passwords: PasswordDigests, digest: str) -> None:
    assert not passwords.matches("plain", digest)


def test_waiting_too_long_for_a_hash_is_an_error(passwords: PasswordDigests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE_SECONDS", 0.01)
    busy = PasswordDigests(SeededRandomness(), at_once=1)
    with busy._turn(), pytest.raises(Unavailable):
        busy.matches("Lübeck", None)
    assert not busy.matches("Lübeck", None)


def test_the_number_of_concurrent_hashes_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    limited, running, peak, lock = PasswordDigests(SeededRandomness(), at_once=2), 0, 0, threading.Lock()
    verify = type(limited._hasher).verify

    def watched(self: object, digest: str, password: str) -> bool:
        nonlocal running, peak
        with lock:
            running += 1
            peak = max(peak, running)
        try:
            return bool(verify(self, digest, password))  # type: ignore[arg-type]  # the patched method gets the hasher as `self`.
        finally:
            with lock:
                running -= 1

    monkeypatch.setattr(type(limited._hasher), "verify", watched)
    succeed_at_once(*[partial(limited.matches, "Lübeck", None)] * 8)
    assert peak == 2
