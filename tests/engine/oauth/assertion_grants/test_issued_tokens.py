"""The tokens that clients receive for assertions: attributes, scopes, clients and bindings."""

import pytest

from hanse.engine.trace.masking import MASK
from hanse.kit.sign_in_traces import StepKind, TracedStep
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.applications.clients import OAUTH_CLIENTS
from hanse.resources.authentication.sign_in_traces.settings import SIGN_IN_TRACE_SETTINGS
from tests.engine.oauth.assertion_grants.assertion_site import TOKEN_ENDPOINT, AssertionSite
from tests.engine.oauth.token.deployment import central_manager, refused, service
from tests.support.dpop import ProvingKey
from tests.support.idp_connections import idp_connection, manager_mapping
from tests.support.mappings import from_source, text


def mapped(*mappings: dict[str, object]) -> dict[str, object]:
    """Return the grant settings of a connection with these mappings."""
    return {**idp_connection()["idpOAuthGrantAttributeMapping"], "accessTokenManagerMappings": list(mappings)}


class TestAttributes:
    def test_the_mapping_of_the_connection_fulfills_the_token(self, site: AssertionSite) -> None:
        answer = site.accepted(site.assertion(), scope="read")
        claims = site.claims(answer["access_token"])
        assert (claims["sub"], claims["mail"], claims["client_id"]) == ("joe", "joe@example.com", "portal")
        assert answer["scope"] == "read"
        assert answer["token_type"] == "Bearer"
        assert answer.keys() == {"access_token", "token_type", "expires_in", "scope"}

    def test_claims_outside_the_contract_are_not_available(self, site: AssertionSite) -> None:
        fulfilled = {"sub": from_source("ASSERTION", "TOKEN_SUBJECT"), "mail": text("${mail}${role}")}
        contract = {"extendedAttributes": [{"name": "mail"}, {"name": "role"}]}
        grant = mapped(manager_mapping(attributeContractFulfillment=fulfilled))
        site.connect(idpOAuthGrantAttributeMapping={**grant, "idpOAuthAttributeContract": contract})
        token = site.accepted(site.assertion(role="x", other="y"))["access_token"]
        assert site.claims(token)["mail"] == "joe@example.comx"

    def test_issuance_criteria_refuse(self, site: AssertionSite) -> None:
        criteria = {
            "conditionalCriteria": [
                {
                    "source": {"type": "ASSERTION"},
                    "attributeName": "mail",
                    "condition": "EQUALS",
                    "value": "ann@example.com",
                    "errorResult": "Only Ann.",
                }
            ]
        }
        site.connect(idpOAuthGrantAttributeMapping=mapped(manager_mapping(issuanceCriteria=criteria)))
        assert refused(site.present(site.assertion()), 400, "access_denied") == "Only Ann."
        site.accepted(site.assertion(mail="ann@example.com"))

    def test_a_manager_without_a_mapping_issues_nothing(self, site: AssertionSite) -> None:
        site.deployment.add(MANAGERS, central_manager(1))
        answer = site.present(site.assertion(), access_token_manager_id="manager-1")
        refused(answer, 400, "unauthorized_client")
        site.connect(idpOAuthGrantAttributeMapping=mapped(manager_mapping(), manager_mapping("manager-1")))
        site.accepted(site.assertion(), access_token_manager_id="manager-1")

    def test_there_is_neither_an_id_token_nor_a_refresh_token(self, site: AssertionSite) -> None:
        client = service("portal", "EXTENSION", "REFRESH_TOKEN")
        site.deployment.change(OAUTH_CLIENTS, "portal", client)
        answer = site.accepted(site.assertion(), scope="openid")
        assert "id_token" not in answer
        assert "refresh_token" not in answer


class TestClients:
    def test_a_client_needs_the_extension_grant(self, site: AssertionSite) -> None:
        other = site.deployment.add_service("other")
        refused(site.present(site.assertion(), {"Authorization": other}), 400, "unauthorized_client")

    def test_a_wrong_secret_is_refused(self, site: AssertionSite) -> None:
        answer = site.present(site.assertion(), {"Authorization": "Basic cG9ydGFsOndyb25n"})
        refused(answer, 401, "invalid_client")

    def test_a_public_client_names_itself(self, site: AssertionSite) -> None:
        client = service("native", "EXTENSION", clientAuth={"type": "NONE"})
        site.deployment.add(OAUTH_CLIENTS, client)
        answer = site.present(site.assertion(), {}, client_id="native")
        assert site.claims(answer.json()["access_token"])["client_id"] == "native"

    @pytest.mark.parametrize("is_allowed", [True, False])
    def test_unidentified_clients_need_the_setting(self, site: AssertionSite, *, is_allowed: bool) -> None:
        site.deployment.settings(allowUnidentifiedClientExtensionGrants=is_allowed)
        answer = site.present(site.assertion(), {})
        assert answer.status_code == (200 if is_allowed else 401), answer.text

    def test_a_scope_that_the_client_may_not_have_is_refused(self, site: AssertionSite) -> None:
        client = service("portal", "EXTENSION", restrictScopes=True, restrictedScopes=["read"])
        site.deployment.change(OAUTH_CLIENTS, "portal", client)
        refused(site.present(site.assertion(), scope="write"), 400, "invalid_scope")
        assert site.accepted(site.assertion(), scope="read")["scope"] == "read"


class TestBinding:
    def test_a_token_is_bound_to_the_key_of_the_proof(self, site: AssertionSite) -> None:
        key = ProvingKey()
        proof = key.proof("POST", TOKEN_ENDPOINT, site.deployment.engine.now())
        answer = site.present(site.assertion(), {"Authorization": site.authorization, "DPoP": proof})
        assert answer.json()["token_type"] == "DPoP"
        assert site.claims(answer.json()["access_token"])["cnf"] == {"jkt": key.thumbprint}

    def test_a_client_that_requires_dpop_gets_no_bearer_token(self, site: AssertionSite) -> None:
        site.deployment.change(OAUTH_CLIENTS, "portal", service("portal", "EXTENSION", requireDpop=True))
        refused(site.present(site.assertion()), 400, "invalid_dpop_proof")


class TestTraces:
    def traced(self, site: AssertionSite) -> TracedStep:
        """Present an assertion, and return the step of its trace with the attributes."""
        queue = site.deployment.engine.services.traces
        queue.take()
        site.accepted(site.assertion())
        (part,) = queue.take()
        (step,) = [each for each in part.steps if each.kind is StepKind.ACCESS_TOKEN]
        return step

    def test_attributes_that_the_connection_masks_have_no_values(self, site: AssertionSite) -> None:
        site.deployment.add(SIGN_IN_TRACE_SETTINGS, {"recordTokenRequests": True})
        step = self.traced(site)
        assert (step.before["mail"], step.after["mail"]) == ("joe@example.com", "joe@example.com")
        contract = {"extendedAttributes": [{"name": "mail", "masked": True}]}
        grant = mapped(manager_mapping())
        site.connect(idpOAuthGrantAttributeMapping={**grant, "idpOAuthAttributeContract": contract})
        step = self.traced(site)
        assert (step.before["mail"], step.after["mail"]) == (MASK, MASK)
        assert step.after["sub"] == "joe"
