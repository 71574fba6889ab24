"""Behavior if no policy leads to an adapter, and if policies change while a user is on a page."""

from hanse.engine.signin.contracts import Origin, SignInFailed
from hanse.engine.signin.policies.outcomes import BROKEN, DENIED, Authenticated, ChooseAdapter
from hanse.engine.signin.policies.position import PolicyPosition
from tests.engine.signin.policies.policy_nodes import BY_FORM, ends, rules, selected
from tests.engine.signin.policies.policy_walks import FAILS, PAGE, Walk, passes, plan, wanted
from tests.support.mappings import text
from tests.support.policies import basic, contract, done, policy, source


def test_default_adapters_are_tried_in_order() -> None:
    walk = Walk(
        plan(policy("P", selected()), default_adapters=("form", "gone", "other")),
        {"form": [FAILS], "other": [passes()]},
    )
    assert isinstance(walk.go(), Authenticated)
    assert walk.called == ["form", "other"]
    assert Walk(plan(policy("P", selected()), default_adapters=("form",)), {"form": [FAILS]}).go() == DENIED


def test_the_sign_in_fails_if_a_policy_is_required() -> None:
    walk = Walk(
        plan(policy("P", selected()), default_adapters=("form",), fail_if_no_selection=True), {"form": [passes()]}
    )
    outcome = walk.go()
    assert isinstance(outcome, SignInFailed)
    assert walk.called == []


def test_users_choose_among_the_adapters_that_authenticate() -> None:
    walk = Walk(plan(), {"other": [passes(username="amy")]}, unusable=frozenset({"form"}))
    assert walk.go() == ChooseAdapter((("other", "Other"), ("third", "Third")))
    assert isinstance(walk.go({"pf.adapterId": "form"}), ChooseAdapter)
    assert walk.go({"pf.adapterId": "other"}) == Authenticated(Origin("ADAPTER", "other"), {"username": "amy"})


def test_with_a_session_the_user_need_not_choose() -> None:
    walk = Walk(plan(), {}, sessions={"other": passes("other", username="amy")})
    assert walk.go() == Authenticated(Origin("ADAPTER", "other"), {"username": "amy"})


def test_only_adapters_that_the_application_may_use_are_offered() -> None:
    walk = Walk(plan(), {"third": [passes()]}, wanted=wanted(adapters=("third",)))
    assert walk.go() == Authenticated(Origin("ADAPTER", "third"), {"username": "joe"})


def test_an_identified_but_unauthenticated_user_is_not_signed_in() -> None:
    claims = {"form": [passes(proves=False)]}
    only = frozenset({"form", "other", "third"})
    assert Walk(plan(), claims, identifying=only).go() == BROKEN
    for end in (done(), ends("CONTINUE", "Success"), contract("apc")):
        walk = Walk(plan(policy("P", source("form", done("Fail"), end))), claims, identifying=only)
        assert walk.go() == BROKEN


# Changes of the configuration while a user is on a page


def test_a_position_in_a_changed_policy_restarts_the_policy() -> None:
    walk = Walk(plan(policy("P", source())), {"form": [PAGE, PAGE, passes()]})
    walk.go()
    walk.position.frames[0].digest = "older"
    assert walk.go({"pf.ok": "clicked"}) == PAGE
    assert walk.position.restarts == 1
    assert walk.go({"pf.ok": "clicked"}) == BY_FORM


def test_a_position_in_a_deleted_policy_restarts_the_policy() -> None:
    walk = Walk(plan(policy("P", source())), {"form": [PAGE], "other": [passes()]})
    walk.go()
    walk.plan = plan(policy("Q", source("other")))
    assert isinstance(walk.go({"pf.ok": "clicked"}), Authenticated)
    assert walk.position != PolicyPosition()


def test_a_result_without_a_branch_does_not_sign_the_user_in() -> None:
    root = {**source("form", rules=rules(basic("vip"))), "children": [done("Fail"), done()]}
    assert Walk(plan(policy("P", root)), {"form": [passes()]}).go() == BROKEN


def test_a_connection_is_a_source_of_its_own_although_an_adapter_has_the_same_id() -> None:
    root = source("partner")
    root["action"]["authenticationSource"]["type"] = "IDP_CONNECTION"
    walk = Walk(plan(policy("P", root)), {"connection:partner": [passes()], "partner": []})
    ended = walk.go()
    assert isinstance(ended, Authenticated)
    assert (ended.origin.type, ended.origin.id) == ("IDP_CONNECTION", "partner")


def test_a_contract_without_authentication_signs_nobody_in() -> None:
    root = selected(contract("apc", "Yes", subject=text("joe")))
    walk = Walk(plan(policy("P", root)), {}, wanted=wanted(parameters={"way": ("Yes",)}))
    assert walk.go() == BROKEN
