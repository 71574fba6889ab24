"""The services that the server offers to IdP adapters."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from hanse.crypto.key_pairs import PublicKey
from hanse.crypto.passwords import PasswordDigests
from hanse.crypto.xml.anchored_trust import AnchoredTrust, SignerNames
from hanse.data_stores.settings import HttpSettings
from hanse.kit.randomness import Randomness
from hanse.plugins.contracts.data_stores import HttpSender
from hanse.plugins.contracts.second_factors import SecondFactors
from hanse.plugins.contracts.users import AttributeValue, CredentialResult, UserRecord
from hanse.plugins.local_identities.accounts import LocalAccounts


class AdapterServices(Protocol):
    """The server's services for adapters. All methods raise `kit.errors.Unavailable` if they are not possible now."""

    # Digests of secrets that are too short for a plain hash.
    digests: PasswordDigests
    # The second factors of the adapter's users.
    second_factors: SecondFactors
    # The server's source of unpredictable octets.
    randomness: Randomness

    def check_password(self, validator: str, username: str, password: str) -> CredentialResult:
        """Return the result of a password credential validator, given by its id, for a password."""
        ...

    def can_change_passwords(self, validator: str) -> bool:
        """Return whether a validator can change and reset passwords, find users and unlock accounts."""
        ...

    def change_password(self, validator: str, username: str, old: str, new: str) -> str | None:
        """Change a password; return None, or the objection to the new one for the user."""
        ...

    def reset_password(self, validator: str, username: str, new: str) -> str | None:
        """Set a password without the old one; return None, or the objection to the new one."""
        ...

    def find_user(self, validator: str, username: str) -> UserRecord | None:
        """Return a validator's record of the user with this name."""
        ...

    def find_users_by_email(self, validator: str, email: str) -> Sequence[UserRecord]:
        """Return the users with this address."""
        ...

    def unlock(self, validator: str, username: str) -> bool:
        """Unlock an account; return whether there was one to unlock."""
        ...

    def local_accounts(self, validator: str) -> LocalAccounts | None:
        """Return the accounts of the adapter's local identity profile if the validator's users are its users."""
        ...

    def send_email(self, publisher: str, to: str, template: str, values: Mapping[str, str]) -> bool:
        """Queue a message to a user through a notification publisher (empty: the default); False without one.

        `template` is the key of the message's texts, or a file of the template folder.
        """
        ...

    def failures(self, key: str) -> tuple[int, float]:
        """Return the number of failures of a key, and for how many more seconds it is locked."""
        ...

    def count_failure(self, key: str, *, limit: int, lock_seconds: float) -> tuple[int, float]:
        """Count one failure and return what `failures` returns."""
        ...

    def clear_failures(self, key: str) -> None:
        """Forget failures."""
        ...

    def one_at_a_time(self, key: str) -> AbstractContextManager[bool]:
        """Wait until nobody else of this process has entered for a key; False if too many wait already."""
        ...

    def put_one_time(self, key: str, value: str, seconds: float) -> None:
        """Store a value for `take_one_time`, for example for a link or a code in an e-mail."""
        ...

    def take_one_time(self, key: str) -> str | None:
        """Return a value once."""
        ...

    def store_artifact(self, partner: str, server: str, message: bytes, seconds: float) -> str:
        """Store a SAML message for an identity provider, and return the artifact that the browser takes there.

        `partner` and `server` are the entity IDs of the identity provider and of this server.
        """
        ...

    def claim(self, key: str, seconds: float) -> bool:
        """Remember a value for some seconds; False if it was remembered already, such as a used one-time code."""
        ...

    def random_text(self, length: int, alphabet: str) -> str:
        """Return an unpredictable text."""
        ...

    def end_sessions(self, attributes: Mapping[str, AttributeValue], local_user: str = "") -> None:
        """End the sessions of a user, for example after a change of password; the user is given as in `Success`."""
        ...

    def http(self, settings: HttpSettings) -> HttpSender:
        """Return the client for a service. It only reaches public hosts, and networks that the operator allows."""
        ...

    def keys_at(self, url: str, algorithm: str, key_id: str | None) -> Sequence[PublicKey]:
        """Return the keys at an address that may have signed a token with this header.

        The key set is cached, and fetched again if it lacks a key with this ID.
        """
        ...

    def anchored_trust(self, names: SignerNames) -> AnchoredTrust:
        """Return the trust in certificates of XML signatures that the trusted CAs have issued for these names."""
        ...

    def user_of_ticket(self, realm: str, token: bytes) -> tuple[str, str]:
        """Return the realm and the user of the Kerberos ticket in a token, for a realm that is given by its id.

        Raises `kerberos_tickets.TicketRefused` for any other token, and Unavailable if tickets cannot be verified.
        """
        ...

    def sign(self, algorithm: str, claims: Mapping[str, Any], media_type: str = "JWT") -> str:
        """Return claims as a JWT that is signed with a key of the issuer. Raises Unavailable if it has no such key.

        `media_type` is the header parameter `typ`.
        """
        ...
