"""Lines of the table of who may call what (`test_roles`) that are alike for every resource of a shape.

They are written down here and not read from the product: what it makes of a resource is compared with them.
"""

from tests.flows.server import API
from tests.flows.valid_call import Key

Lines = dict[Key, frozenset[str]]


def document(path: str, *, sees: frozenset[str], changes: frozenset[str]) -> Lines:
    """Return the lines of something that there is once."""
    return {("GET", path): sees, ("PUT", path): changes, **_internal(path, sees)}


def collection(
    path: str,
    *,
    sees: frozenset[str],
    changes: frozenset[str],
    creates: frozenset[str] | None = None,
    key: str = "id",
) -> Lines:
    """Return the lines of what there can be many of, but for the deletion: that comes once nothing needs it."""
    return {
        ("GET", path): sees,
        ("POST", path): changes if creates is None else creates,
        **document(f"{path}/{{{key}}}", sees=sees, changes=changes),
    }


def _internal(path: str, sees: frozenset[str]) -> Lines:
    below = path.removeprefix(API)
    return {("GET", f"{API}/internal/{what}{below}"): sees for what in ("history", "usedBy")}
