"""Rows of the role table (`test_roles`) for the operations that resources of one kind have in common.

The rows are written here by hand, independently of the product, so that its operations can be compared with them.
"""

from tests.flows.server import API
from tests.flows.valid_call import Key

Lines = dict[Key, frozenset[str]]


def document(path: str, *, sees: frozenset[str], changes: frozenset[str]) -> Lines:
    """Return the rows of a singleton."""
    return {("GET", path): sees, ("PUT", path): changes, **_internal(path, sees)}


def collection(
    path: str,
    *,
    sees: frozenset[str],
    changes: frozenset[str],
    creates: frozenset[str] | None = None,
    key: str = "id",
) -> Lines:
    """Return the rows of a collection without the deletion, which has to come after all other calls."""
    return {
        ("GET", path): sees,
        ("POST", path): changes if creates is None else creates,
        **document(f"{path}/{{{key}}}", sees=sees, changes=changes),
    }


def _internal(path: str, sees: frozenset[str]) -> Lines:
    below = path.removeprefix(API)
    return {("GET", f"{API}/internal/{what}{below}"): sees for what in ("history", "usedBy")}
