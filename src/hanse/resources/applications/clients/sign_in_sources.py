"""The way in which users of this server sign in, if it is unambiguous: initial values of a new mapping."""

from collections.abc import Iterator, Mapping

from hanse import handles
from hanse.config.declare.view import View
from hanse.config.list_query import ListQuery, MemberCondition
from hanse.resources.applications.access_token_mappings import ContextType

ENABLED = MemberCondition("enabled", value=True)
# If there are more policies than this, they are not read, and disabled ones are not distinguished from others.
_MOST_POLICIES = 100
Values = Mapping[str, str]


def reached_contracts(view: View) -> frozenset[str]:
    """Return the policy contracts with which enabled policies end; those of all policies if none is enabled.

    Contracts of fragments are not among them: a fragment returns its attributes to the policy.
    """
    policies = view.list(handles.POLICIES, ListQuery(number_per_page=_MOST_POLICIES, conditions=(ENABLED,)))
    if not policies.items or policies.next_key is not None:
        return view.targets((handles.POLICIES,), handles.POLICY_CONTRACTS)
    return frozenset(id_ for each in policies.items for id_ in _contracts(each.body.get("rootNode")))


def _contracts(root: object) -> Iterator[str]:
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, dict):
            if contract := node["action"].get("authenticationPolicyContractRef"):
                yield contract["id"]
            nodes.extend(node.get("children") or ())


def user_context(view: View) -> Values:
    """Return the context of an access token mapping for users who sign in; empty if there are several ways."""
    contract = only(reached_contracts(view))
    if contract:
        return _context(ContextType.AUTHENTICATION_POLICY_CONTRACT, contract)
    adapter = only(view.targets((handles.ADAPTER_GRANT_MAPPINGS,), handles.ADAPTERS))
    return _context(ContextType.IDP_ADAPTER, adapter) if adapter else {}


def password_context(view: View) -> Values:
    """Return the context of an access token mapping for users whose passwords the client sends."""
    mapped = view.targets((handles.CREDENTIALS_GRANT_MAPPINGS,), handles.PASSWORD_VALIDATORS)
    return _context(ContextType.PCV, only(mapped) or only_validator(view))


def only_validator(view: View) -> str:
    """Return the ID of the password credential validator; empty if there are several or none."""
    found = view.list(handles.PASSWORD_VALIDATORS, ListQuery(number_per_page=2)).items
    return found[0].id if len(found) == 1 else ""


def only(ids: frozenset[str]) -> str:
    """Return the ID if there is exactly one; otherwise an empty text."""
    return next(iter(ids)) if len(ids) == 1 else ""


def _context(type_: ContextType, id_: str) -> Values:
    return {"context.type": type_.value, **({"context.contextRef": id_} if id_ else {})}
