"""Runs of the policy runner with scripted adapters."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from hanse.config.declare.validation import parse
from hanse.engine.attributes import AttributeFulfillment
from hanse.engine.services import Services
from hanse.engine.signin.contracts import SignInRequest
from hanse.engine.signin.policies.local_identities import DryRunLocalIdentities
from hanse.engine.signin.policies.outcomes import Outcome
from hanse.engine.signin.policies.policy_plan import POLICY_PLAN, PlanTree, PolicyPlan, flatten
from hanse.engine.signin.policies.policy_request import PolicyRequest, UserId
from hanse.engine.signin.policies.policy_runner import PolicyRunner
from hanse.engine.signin.policies.position import PassedAdapter, PolicyPosition, TreePosition
from hanse.engine.snapshot.configuration_parts import ADAPTERS, SELECTORS
from hanse.engine.snapshot.model import Snapshot
from hanse.plugins.contracts.adapters import Failure, Redirect, ShowPage
from hanse.plugins.contracts.selectors import SelectorRequest, SelectorResult
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES
from tests.engine.signin.calls import call
from tests.support.clock import ManualClock

Body = dict[str, Any]
FAILS = Failure(code="wrong")
PAGE = ShowPage(template="page.html", values={})


def passes(adapter: str = "", *, proves: bool = True, **attributes: str) -> PassedAdapter:
    """Return the result of an adapter that authenticated the user, or with `proves=False` only identified the user."""
    found = attributes or {"username": "joe"}
    key = found.get("username", "")
    return PassedAdapter(
        adapter=adapter, attributes=dict(found), user_key=key, auth_time=1.0, amr=["pwd"], proves=proves
    )


def encoded(body: Body) -> bytes:
    return json.dumps(body).encode()


def tree(body: Body) -> PlanTree:
    model = parse(POLICIES.model, encoded(body))
    return PlanTree(body["id"], body["name"], "digest", flatten(model.root_node), model.handle_failures_locally)


def fragment(id_: str, root: Body, **more: Any) -> Body:
    return {"id": id_, "name": id_, "rootNode": root, **more}


def fragment_tree(body: Body) -> PlanTree:
    model = parse(FRAGMENT_RESOURCE.model, encoded(body))
    return PlanTree(body["id"], body["name"], "digest", flatten(model.root_node))


def plan(*policies: Body, fragments: Sequence[Body] = (), **more: Any) -> PolicyPlan:
    return PolicyPlan(tuple(map(tree, policies)), {each["id"]: fragment_tree(each) for each in fragments}, **more)


class ParameterSelector:
    """A selector whose result is the request parameter `way`."""

    def results(self, _values: Sequence[str]) -> Sequence[str]:
        return ("Yes", "No")

    def select(self, facts: SelectorRequest, _values: Sequence[str]) -> SelectorResult:
        return SelectorResult(next(iter(facts.parameters.get("way", ())), None), {"chosen": "by selector"})


@dataclass
class Walk:
    """The sign-in of one user by a policy plan.

    `answers` has the results of each adapter in the order of its calls. The last result is repeated.
    """

    plan: PolicyPlan
    answers: Mapping[str, Sequence[PassedAdapter | Failure | ShowPage | Redirect]]
    position: PolicyPosition = field(default_factory=PolicyPosition)
    sessions: Mapping[str, PassedAdapter] = field(default_factory=dict)
    wanted: SignInRequest = field(default_factory=lambda: SignInRequest(purpose="test", body=b""))
    # The called adapters in their order, and the user that each one received.
    called: list[str] = field(default_factory=list)
    users: list[UserId] = field(default_factory=list)
    # Adapters without a plug-in, and adapters that identify users without authenticating them.
    unusable: frozenset[str] = frozenset()
    identifying: frozenset[str] = frozenset()

    def go(self, form: Mapping[str, str] | None = None) -> Outcome:
        clock = ManualClock()
        services = cast("Services", SimpleNamespace(clock=clock))
        names = ("form", "other", "third", *self.answers)
        adapters = {
            id_: SimpleNamespace(
                settings=SimpleNamespace(name=id_.title()),
                plugin=None if id_ in self.unusable else SimpleNamespace(identifies_only=id_ in self.identifying),
            )
            for id_ in dict.fromkeys(names)
        }
        selector = SimpleNamespace(settings=SimpleNamespace(attribute_contract=None), plugin=ParameterSelector())
        parts = {POLICY_PLAN.name: self.plan, ADAPTERS.name: adapters, SELECTORS.name: {"selector": selector}}
        policy_request = PolicyRequest(
            request=call(snapshot=Snapshot(parts=parts)),
            wanted=self.wanted,
            position=self.position,
            form=form,
            session=lambda id_: None if self.position.ignore_sessions else self.sessions.get(id_),
        )
        return asyncio.run(
            PolicyRunner(self, AttributeFulfillment(services), DryRunLocalIdentities(), clock).run(policy_request)
        )

    async def call(
        self, _turn: PolicyRequest, adapter: str, user: UserId, _known: TreePosition
    ) -> ShowPage | Redirect | PassedAdapter | Failure:
        times = self.called.count(adapter)
        self.called.append(adapter)
        self.users.append(user)
        given = self.answers.get(adapter, ())
        answer = given[min(times, len(given) - 1)] if given else FAILS
        if isinstance(answer, PassedAdapter):
            answer.adapter = adapter
        return answer


def wanted(**more: Any) -> SignInRequest:
    return SignInRequest(purpose="test", body=b"", **more)
