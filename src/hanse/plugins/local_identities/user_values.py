"""The names, the address and its verification, which the values of a user's fields contain."""

from collections.abc import Mapping
from dataclasses import replace

from hanse.kit.local_users import LocalUser, UserValue
from hanse.plugins.local_identities.field_values import FALSE, TRUE
from hanse.plugins.local_identities.profile import LocalProfile


def with_values(
    profile: LocalProfile, user: LocalUser, values: Mapping[str, UserValue], *, verified: bool
) -> LocalUser:
    """Return a user with other values, and the names and the address that they contain."""
    kept = dict(values)
    if profile.verification is not None:
        kept[profile.verification.status_field] = TRUE if verified else FALSE
    names = tuple(dict.fromkeys(text_of(kept.get(each)) for each in profile.unique_fields))
    username = text_of(kept.get(profile.username_field)) or next(filter(None, names), user.username)
    return replace(
        user,
        username=username,
        names=tuple(each for each in names if each and each != username),
        email=text_of(kept.get(profile.email_field)),
        email_verified=verified,
        attributes=kept,
    )


def text_of(value: UserValue | None) -> str:
    """Return a value that is one text; empty for others."""
    return value if isinstance(value, str) else ""
