"""Keys that identify the users of sessions in the store."""

from hashlib import sha256

from hanse.engine.snapshot.configuration_parts import GLOBAL_SESSION_POLICY
from hanse.engine.snapshot.model import Snapshot


def stored_user_key(snapshot: Snapshot, user_key: str) -> str:
    """Return a user key in its stored form: as a hash if the global session policy demands that."""
    if not snapshot.part(GLOBAL_SESSION_POLICY).hash_unique_user_key_attribute:
        return user_key
    return sha256(user_key.encode()).hexdigest()
