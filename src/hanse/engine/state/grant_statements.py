"""The SQL of authorization codes, grants and refresh tokens."""

from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from hanse.engine.state.statements import Statement

_GRANT: Final = """id, user_key, client_id, issuer, grant_type, scopes, issued, updated, expires, idle_seconds,
    session_id, local_user, body"""
_GRANT_OF_TOKEN: Final = ", ".join(f"g.{name.strip()}" for name in _GRANT.split(","))

# Codes

PUT_CODE: Final = Statement("INSERT INTO state_code (key, expires, body) VALUES (:key, :expires, :body)")
PEEK_CODE: Final = Statement("SELECT body, grant_id FROM state_code WHERE key = :key AND expires > :now")
DISCARD_CODE: Final = Statement("DELETE FROM state_code WHERE key = :key AND grant_id IS NULL")
# The body is not needed any more; only the mark of the used code is kept.
REDEEM_CODE: Final = Statement(
    """UPDATE state_code SET grant_id = :grant_id, mark = :mark, body = :none,
       expires = CASE WHEN expires > :remembered THEN expires ELSE :remembered END
       WHERE key = :key AND grant_id IS NULL AND expires > :now RETURNING 1"""
)
_FOR_CODE: Final = "EXISTS (SELECT 1 FROM state_code WHERE key = :code AND mark = :mark)"
REDEEM_PENDING: Final = Statement(
    """UPDATE state_pending SET status = 'REDEEMED', mark = :mark, body = :none
       WHERE key = :key AND status = 'APPROVED' AND ends > :now RETURNING 1"""
)
_FOR_PENDING: Final = "EXISTS (SELECT 1 FROM state_pending WHERE key = :code AND mark = :mark)"

# Grants

_STORE_GRANT: Final = """INSERT INTO state_grant (id, user_key, client_id, issuer, grant_type, scopes, issued, updated,
    expires, idle_seconds, ends, session_id, local_user, body)
    SELECT :id, :user_key, :client_id, :issuer, :grant_type, :scopes, :issued, :updated,
    :expires, :idle_seconds, :ends, :session_id, :local_user, :body WHERE {condition}
    ON CONFLICT (id) DO UPDATE SET scopes = excluded.scopes, updated = excluded.updated, expires = excluded.expires,
    idle_seconds = excluded.idle_seconds, ends = excluded.ends, session_id = excluded.session_id,
    local_user = excluded.local_user, body = excluded.body"""
PUT_GRANT: Final = Statement(_STORE_GRANT.format(condition="1 = 1"))
GET_GRANT: Final = Statement(f"SELECT {_GRANT} FROM state_grant WHERE id = :id AND ends > :now")
FIND_GRANTS: Final = Statement(
    f"""SELECT {_GRANT} FROM state_grant WHERE user_key = :user_key AND client_id = :client_id AND ends > :now
        ORDER BY issued DESC, id LIMIT :most"""
)
_USE: Final = """UPDATE state_grant SET updated = :now,
    ends = CASE WHEN expires < :now + idle_seconds THEN expires ELSE :now + idle_seconds END"""
USE_GRANT: Final = Statement(f"{_USE} WHERE id = :id AND ends > :now")
UPDATE_GRANT: Final = Statement(
    """UPDATE state_grant SET scopes = :scopes, expires = :expires, idle_seconds = :idle_seconds, body = :body,
       ends = CASE WHEN :expires < updated + :idle_seconds THEN :expires ELSE updated + :idle_seconds END
       WHERE id = :id RETURNING 1"""
)
# Refresh tokens are deleted with their grant.
DELETE_GRANT: Final = Statement("DELETE FROM state_grant WHERE id = :id RETURNING ends")
DELETE_REFERENCE_TOKENS: Final = Statement("DELETE FROM state_reference_token WHERE grant_id = :id AND grant_id <> ''")

# Refresh tokens

_STORE: Final = """INSERT INTO state_refresh_token (key, grant_id, generation, issued, binding)
    SELECT :key, :grant_id, :generation, :issued, :binding WHERE {condition}"""
PUT_REFRESH_TOKEN: Final = Statement(_STORE.format(condition="1 = 1"))
_STORE_FAMILY: Final = """INSERT INTO state_refresh_family (key, grant_id) SELECT :family, :grant_id
    WHERE {condition} ON CONFLICT (key) DO NOTHING"""
PUT_FAMILY: Final = Statement(_STORE_FAMILY.format(condition="1 = 1"))


def _storing(condition: str) -> tuple[Statement, Statement, Statement]:
    grant, token, family = (
        Statement(each.format(condition=condition)) for each in (_STORE_GRANT, _STORE, _STORE_FAMILY)
    )
    return grant, token, family


# Store the grant, its refresh token and the token's family, if this request used up the code or pending authorization.
STORE_FOR_CODE: Final = _storing(_FOR_CODE)
STORE_FOR_PENDING: Final = _storing(_FOR_PENDING)
BY_FAMILY: Final = Statement(
    f"""SELECT {_GRANT_OF_TOKEN} FROM state_refresh_family f JOIN state_grant g ON g.id = f.grant_id
        WHERE f.key = :family AND g.ends > :now"""
)
_IS_VALID: Final = "EXISTS (SELECT 1 FROM state_grant WHERE id = :grant_id AND ends > :now)"
ADD_REFRESH_TOKEN: Final = Statement(_STORE.format(condition=_IS_VALID) + " RETURNING 1")
BY_REFRESH_TOKEN: Final = Statement(
    f"""SELECT {_GRANT_OF_TOKEN}, t.generation, t.issued, t.replaced, t.binding
        FROM state_refresh_token t JOIN state_grant g ON g.id = t.grant_id WHERE t.key = :key AND g.ends > :now"""
)
# A rotation: lock the grant and record its use, replace the old token, store the new one if this caller replaced it.
USE_GRANT_OF_TOKEN: Final = Statement(
    f"""{_USE} WHERE id = :grant_id AND ends > :now AND EXISTS
        (SELECT 1 FROM state_refresh_token WHERE key = :old AND grant_id = :grant_id AND replaced IS NULL)"""
)
REPLACE_TOKEN: Final = Statement(
    f"""UPDATE state_refresh_token SET replaced = :now, replaced_by = :key
        WHERE key = :old AND grant_id = :grant_id AND replaced IS NULL AND {_IS_VALID} RETURNING 1"""
)
PUT_REPLACEMENT: Final = Statement(
    _STORE.format(condition="EXISTS (SELECT 1 FROM state_refresh_token WHERE key = :old AND replaced_by = :key)")
)


@cache
def page(given: AbstractSet[str]) -> Statement:
    """Return the statement for one page of rows with the given columns."""
    return Statement(
        f"""SELECT {_GRANT} FROM state_grant WHERE {_conditions(given)}id > :after AND ends > :now
            ORDER BY id LIMIT :most"""
    )


@cache
def revoke_all(given: AbstractSet[str]) -> tuple[Statement, Statement]:
    """Return the statements that delete reference tokens and then grants, for the given columns."""
    # The order of the rows is the order in which they are locked.
    chosen = f"SELECT id FROM state_grant WHERE {_conditions(given)}1 = 1 ORDER BY id LIMIT :most"
    return (
        Statement(f"DELETE FROM state_reference_token WHERE grant_id <> '' AND grant_id IN ({chosen})"),
        Statement(f"DELETE FROM state_grant WHERE id IN ({chosen}) RETURNING ends"),
    )


def _conditions(given: AbstractSet[str]) -> str:
    # The index of local users has no rows of other users.
    conditions = [f"{name} = :{name}" for name in sorted(given)] + ["local_user <> ''"] * ("local_user" in given)
    return "".join(f"{each} AND " for each in conditions)
