"""Valid calls for certificate groups, and the certificates that they need."""

from typing import Final

from hanse.resources.security.certificate_groups import CERTIFICATE_GROUPS
from tests.flows.server import API, FlowServer
from tests.flows.store_calls import ca_file
from tests.flows.valid_call import GoodCall, Key

# The second certificate is left when the first one was deleted.
DELETED, KEPT = "group-ca", "other-group-ca"
# The paths of other groups. A certificate has the name of its group as ID, because a call has one value for all
# parameters of its path.
OTHERS: Final = f"{API}/certificates/groups/{{groupName}}"


def add_group_certificates(server: FlowServer) -> None:
    """Create the certificates that the calls need, unless they exist."""
    for group in CERTIFICATE_GROUPS:
        for id_ in (DELETED, KEPT):
            made = server.basic("Administrator").post(f"{API}{group.path}/import", {"id": id_, **ca_file(id_)})
            assert made.status_code in (201, 422), made.text
    for name in (DELETED, KEPT):
        path = f"{OTHERS.format(groupName=name)}/import"
        made = server.basic("Administrator").post(path, {"id": name, **ca_file(name)})
        assert made.status_code in (201, 422), made.text


def _calls(path: str) -> dict[Key, GoodCall]:
    return {
        ("GET", f"{API}{path}"): GoodCall(),
        ("POST", f"{API}{path}/import"): GoodCall(201, body=lambda serial, _c: ca_file(f"group {serial}")),
        ("GET", f"{API}{path}/{{id}}"): GoodCall(target=KEPT),
        ("GET", f"{API}{path}/{{id}}/file"): GoodCall(target=KEPT),
        ("GET", f"{API}/internal/history{path}/{{id}}"): GoodCall(target=KEPT),
        ("GET", f"{API}/internal/usedBy{path}/{{id}}"): GoodCall(target=KEPT),
        ("DELETE", f"{API}{path}/{{id}}"): GoodCall(204, target=DELETED),
    }


CERTIFICATE_GROUP_CALLS: dict[Key, GoodCall] = {
    **{key: call for group in CERTIFICATE_GROUPS for key, call in _calls(group.path).items()},
    ("GET", OTHERS): GoodCall(target=KEPT),
    ("POST", f"{OTHERS}/import"): GoodCall(201, body=lambda serial, _c: ca_file(f"other {serial}")),
    ("GET", f"{OTHERS}/{{id}}"): GoodCall(target=KEPT),
    ("DELETE", f"{OTHERS}/{{id}}"): GoodCall(204, target=DELETED),
}


def certificate_group_roles(*, sees: frozenset[str], manages: frozenset[str]) -> dict[Key, frozenset[str]]:
    """Return the roles that may make each call."""
    return {key: sees if key[0] == "GET" else manages for key in CERTIFICATE_GROUP_CALLS}
