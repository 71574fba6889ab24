"""Services of the server for an adapter under test: in memory, for one sign-in at a time."""

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from enum import Enum
from typing import Any

from hanse.crypto.key_pairs import PublicKey
from hanse.crypto.passwords import PasswordDigests
from hanse.crypto.xml.anchored_trust import AnchoredTrust, SignerNames
from hanse.data_stores.settings import HttpAnswer, HttpRequest, HttpSettings, SourceUnreachable
from hanse.kit.errors import Unavailable
from hanse.kit.randomness import Randomness, SystemRandomness
from hanse.plugins.conformance import token_keys
from hanse.plugins.conformance.example import NOW
from hanse.plugins.contracts.access_tokens import SignerProfile
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.contracts.second_factors import FactorKind, SecondFactor, SecondFactors
from hanse.plugins.contracts.users import AttributeValue, CredentialResult, UserRecord
from hanse.plugins.kerberos_tickets import TicketRefused
from hanse.plugins.local_identities.accounts import LocalAccounts
from hanse.saml.artifacts import Artifact


class PasswordAnswers(Enum):
    """The validators' answer to every password."""

    RIGHT = "right"
    WRONG = "wrong"
    EXPIRED = "expired"
    LOCKED = "locked"
    DISABLED = "disabled"
    UNAVAILABLE = "unavailable"


class LocalSecondFactors:
    """Second factors in memory; the interface is `contracts.second_factors.SecondFactors`."""

    def __init__(self) -> None:
        self._factors: dict[str, SecondFactor] = {}

    def of_user(self, user_key: str) -> Sequence[SecondFactor]:
        """Return the second factors of a user."""
        return [each for each in self._factors.values() if each.user_key == user_key]

    def find(self, lookup: bytes) -> SecondFactor | None:
        """Return the second factor with this digest."""
        return next((each for each in self._factors.values() if each.lookup == lookup), None)

    def add(
        self,
        user_key: str,
        kind: FactorKind,
        name: str,
        secret: bytes,
        *,
        is_first: bool = False,
        counter: int = 0,
        lookup: bytes = b"",
    ) -> bool:
        """Store a second factor."""
        if lookup and self.find(lookup) is not None:
            return False
        if is_first and any(each.kind is kind for each in self.of_user(user_key)):
            return False
        id_ = str(len(self._factors))
        self._factors[id_] = SecondFactor(
            id=id_,
            adapter="example",
            user_key=user_key,
            kind=kind,
            name=name,
            created=NOW.timestamp(),
            counter=counter,
            lookup=lookup,
            secret=secret,
        )
        return True

    def record_use(self, factor: SecondFactor, counter: int, *, must_increase: bool) -> bool:
        """Record a use."""
        found = self._factors.get(factor.id)
        if found is None or (must_increase and counter <= found.counter):
            return False
        self._factors[factor.id] = replace(found, counter=counter, used=NOW.timestamp())
        return True

    def remove(self, factor: SecondFactor) -> bool:
        """Delete a second factor."""
        return self._factors.pop(factor.id, None) is not None

    def replace_recovery_codes(self, user_key: str, codes: Sequence[tuple[str, bytes]]) -> None:
        """Replace a user's recovery codes."""
        for each in self.of_user(user_key):
            if each.kind is FactorKind.RECOVERY_CODE:
                self.remove(each)
        for name, secret in codes:
            self.add(user_key, FactorKind.RECOVERY_CODE, name, secret)


class NoNetwork:
    """A client that reaches no server; the interface is `contracts.data_stores.HttpSender`."""

    def send(self, request: HttpRequest) -> HttpAnswer:
        """Raise SourceUnreachable."""
        raise SourceUnreachable(f"{request.url} cannot be reached during the checks.")


class LocalServices:
    """The services; the interface is `contracts.adapters.AdapterServices`."""

    # Shared, because it has a lock, which cannot be copied with the state of a sign-in.
    digests = PasswordDigests(SystemRandomness())
    randomness: Randomness = SystemRandomness()

    def __init__(self, passwords: PasswordAnswers) -> None:
        self.passwords = passwords
        self.second_factors: SecondFactors = LocalSecondFactors()
        self._failures: dict[str, int] = {}
        self._values: dict[str, str] = {}
        self._claimed: set[str] = set()
        # The messages that were sent: the recipient, the template and its values.
        self.sent: list[tuple[str, str, dict[str, str]]] = []

    def check_password(self, validator: str, username: str, password: str) -> CredentialResult:
        """Return the validators' answer; an empty name or password is never correct."""
        if self.passwords is PasswordAnswers.UNAVAILABLE:
            raise Unavailable(f"The validator '{validator}' is not available.")
        if not username or not password or self.passwords is PasswordAnswers.WRONG:
            return CredentialResult(valid=False)
        return CredentialResult(
            valid=self.passwords in (PasswordAnswers.RIGHT, PasswordAnswers.EXPIRED),
            attributes={"username": username} if self.passwords is PasswordAnswers.RIGHT else {},
            expired=self.passwords is PasswordAnswers.EXPIRED,
            locked=self.passwords is PasswordAnswers.LOCKED,
            disabled=self.passwords is PasswordAnswers.DISABLED,
        )

    def can_change_passwords(self, _validator: str) -> bool:
        """Return True."""
        return True

    def change_password(self, _validator: str, _username: str, _old: str, new: str) -> str | None:
        """Change nothing; a short password is refused."""
        return None if len(new) > 1 else "The password is too short."

    def reset_password(self, _validator: str, _username: str, new: str) -> str | None:
        """Set nothing; a short password is refused."""
        return None if len(new) > 1 else "The password is too short."

    def find_user(self, _validator: str, username: str) -> UserRecord | None:
        """Return a user of this name unless nobody is known."""
        if self.passwords is PasswordAnswers.UNAVAILABLE:
            raise Unavailable("The directory cannot be reached.")
        is_known = bool(username) and self.passwords is not PasswordAnswers.WRONG
        return UserRecord(username, email="joe@example.com") if is_known else None

    def find_users_by_email(self, _validator: str, email: str) -> Sequence[UserRecord]:
        """Return a user with this address unless nobody is known."""
        if self.passwords is PasswordAnswers.UNAVAILABLE:
            raise Unavailable("The directory cannot be reached.")
        is_known = bool(email) and self.passwords is not PasswordAnswers.WRONG
        return [UserRecord("joe", email=email, email_verified=True)] if is_known else []

    def unlock(self, _validator: str, _username: str) -> bool:
        """Return True."""
        return True

    def local_accounts(self, _validator: str) -> LocalAccounts | None:
        """Return None: no validator has users whom the server stores."""
        return None

    def send_email(self, _publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Store a message."""
        self.sent.append((to, template, dict(values)))
        return True

    def failures(self, key: str) -> tuple[int, float]:
        """Return the failures of a key."""
        return self._failures.get(key, 0), 0.0

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        """Count a failure."""
        self._failures[key] = self._failures.get(key, 0) + 1
        return self._failures[key], lock_seconds if self._failures[key] >= limit else 0.0

    def clear_failures(self, key: str) -> None:
        """Forget the failures of a key."""
        self._failures.pop(key, None)

    def one_at_a_time(self, _key: str) -> AbstractContextManager[bool]:
        """Let everybody in."""
        return nullcontext(enter_result=True)

    def store_artifact(self, partner: str, server: str, message: bytes, _seconds: float) -> str:
        """Return an artifact; its message is not kept."""
        return str(Artifact.new(server, 0, self.randomness)) if partner and message else ""

    def put_one_time(self, key: str, value: str, _seconds: float) -> None:
        """Store a value."""
        self._values[key] = value

    def take_one_time(self, key: str) -> str | None:
        """Return a value once."""
        return self._values.pop(key, None)

    def claim(self, key: str, _seconds: float) -> bool:
        """Remember a value; False if it was remembered already."""
        is_new = key not in self._claimed
        self._claimed.add(key)
        return is_new

    def random_text(self, length: int, alphabet: str) -> str:
        """Return an unpredictable text."""
        drawn = SystemRandomness().token_bytes(2 * length)
        # Not quite evenly distributed, which no check tests.
        return "".join(alphabet[int.from_bytes(drawn[2 * at : 2 * at + 2]) % len(alphabet)] for at in range(length))

    def end_sessions(self, _attributes: Mapping[str, AttributeValue], _local_user: str = "") -> None:
        """Do nothing: there are none."""

    def http(self, _settings: HttpSettings) -> HttpSender:
        """Return a client that reaches no server."""
        return NoNetwork()

    def keys_at(self, _url: str, _algorithm: str, _key_id: str | None) -> Sequence[PublicKey]:
        """Return no keys."""
        return ()

    def anchored_trust(self, names: SignerNames) -> AnchoredTrust:
        """Return a trust without authorities, which accepts nobody."""
        return AnchoredTrust(names, (), NOW, bool)

    def user_of_ticket(self, realm: str, token: bytes) -> tuple[str, str]:
        """Refuse every ticket."""
        raise TicketRefused(f"No ticket of {realm} has {len(token)} bytes.")

    def sign(self, algorithm: str, claims: Mapping[str, Any], media_type: str = "JWT") -> str:
        """Return claims as a JWT that is signed with an example key."""
        key = token_keys.services().central_key(algorithm)
        return key.signer(SignerProfile(algorithm, media_type, key.key_id)).sign(json.dumps(claims).encode())
