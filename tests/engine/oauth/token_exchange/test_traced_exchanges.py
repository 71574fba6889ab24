"""Token exchange in traces: attributes that token processors declare as masked have no values."""

from typing import Any

from hanse.engine.trace.masking import MASK
from hanse.kit.sign_in_traces import StepKind, TracedStep
from hanse.resources.applications.token_exchange.processors import PROCESSORS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from tests.engine.oauth.token_exchange.exchange_site import ExchangeSite
from tests.support.token_exchange import ACCESS_TOKEN, jwt_processor


def traced(site: ExchangeSite, subject: str, **form: Any) -> TracedStep:
    """Exchange a token, and return the step of its trace with the attributes."""
    queue = site.deployment.engine.services.traces
    site.deployment.add(SIGN_IN_TRACE_SETTINGS, {"recordTokenRequests": True})
    queue.take()
    site.exchanged(subject, **form)
    (part,) = queue.take()
    (step,) = [each for each in part.steps if each.kind is StepKind.ACCESS_TOKEN]
    return step


def test_the_attributes_of_the_policy_and_of_the_token_are_recorded(site: ExchangeSite) -> None:
    step = traced(site, site.partner_token())
    assert (step.before["subject"], step.before["USER_KEY"]) == ("joe", "joe")
    assert step.after == {"sub": "joe", "mail": "gateway"}


def test_attributes_that_the_processor_masks_have_no_values_even_under_another_name(site: ExchangeSite) -> None:
    body = jwt_processor(0, "mail", "amr")
    body["attributeContract"]["coreAttributes"] = [{"name": "sub", "masked": True}]
    site.deployment.change(PROCESSORS, "processor-0", body)
    step = traced(site, site.partner_token())
    assert (step.before["subject"], step.before["USER_KEY"]) == (MASK, MASK)
    assert step.after == {"sub": MASK, "mail": "gateway"}


def test_no_value_of_an_access_token_of_this_server_is_recorded(site: ExchangeSite) -> None:
    # It was issued after a sign-in whose masks the token does not have.
    site.deployment.add_service("caller")
    step = traced(site, site.own_token(), subject_token_type=ACCESS_TOKEN)
    assert step.after.keys() == {"sub", "mail"}
    assert set(step.after.values()) == {""}
