"""The HTML form adapter by the authentication API."""

import pytest

from hanse.kit.errors import HanseError
from hanse.resources.authentication.authentication_api import API_APPLICATIONS, API_SETTINGS
from hanse.resources.authentication.policies.resource import POLICIES
from tests.engine.signin.api.application import CREDENTIALS, URL, Application, add_application
from tests.engine.signin.site import SignInSite, form_of, returned, title_of
from tests.support.configurations import delete, replace
from tests.support.mappings import from_source, text
from tests.support.policies import contract, done, policy, source


def test_an_application_signs_a_user_in_with_a_password(application: Application) -> None:
    state = application.start()
    assert (state["id"], state["status"]) == (application.flow, "USERNAME_PASSWORD_REQUIRED")
    assert state["pluginTypeId"] == "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter"
    assert state["showRememberMyUsername"] is False
    flow = f"https://sso.example.com:9031/pf-ws/authn/flows/{application.flow}"
    assert state["_links"]["self"]["href"] == state["_links"]["checkUsernamePassword"]["href"] == flow
    after = application.act("checkUsernamePassword", **CREDENTIALS)
    assert application.read() == after
    found = returned(application.resume(after))
    assert (found["state"], "code" in found) == ("s-1", True)


def test_the_session_begins_when_the_browser_returns(application: Application) -> None:
    application.start()
    after = application.act("checkUsernamePassword", **CREDENTIALS)
    assert not [name for name in application.visitor.browser.cookies if "session" in name]
    application.resume(after)
    again = application.visitor.browser.get(f"/as/{application.flow}/resume/as/authorization.ping")
    assert "location" not in again.headers or returned(again)


def test_a_wrong_password_is_an_error_and_the_state_stays(application: Application) -> None:
    application.start()
    detail = application.refused("checkUsernamePassword", username="joe", password="wrong")
    assert detail["code"] == "CREDENTIAL_VALIDATION_FAILED"
    assert detail["userMessage"] == "The username or password is not correct."
    unknown = application.refused("checkUsernamePassword", username="nobody", password="wrong")
    assert unknown == detail
    assert application.read()["status"] == "USERNAME_PASSWORD_REQUIRED"
    assert returned(application.resume(application.act("checkUsernamePassword", **CREDENTIALS)))["code"]


def test_texts_for_users_are_in_their_language(application: Application) -> None:
    application.headers["Accept-Language"] = "de"
    application.start()
    detail = application.refused("checkUsernamePassword", username="joe", password="wrong")
    assert detail["userMessage"].startswith("Der Benutzername")


def test_guesses_are_limited_together_with_those_on_the_page(site: SignInSite, application: Application) -> None:
    application.start()
    for password in ("1", "2"):
        application.refused("checkUsernamePassword", username="joe", password=password)
    # The third failure locks the user out, which ends the sign-in unless the adapter's settings say otherwise.
    locked = application.act("checkUsernamePassword", username="joe", password="3")
    assert returned(application.resume(locked))["error"] == "access_denied"
    site.engine.save(API_SETTINGS, {"apiEnabled": False})
    page = site.browser()
    assert returned(page.sign_in(page.authorize()))["error"] == "access_denied"


def test_a_sign_in_that_is_cancelled_returns_an_error_to_the_client(application: Application) -> None:
    application.start()
    answer = application.resume(application.act("cancelAuthentication"))
    assert returned(answer)["error"] == "access_denied"


def test_a_policy_names_its_application(site: SignInSite, application: Application) -> None:
    other = add_application(site, 1)
    ended = contract("apc-0", subject=from_source("ADAPTER", "username", "adapter-0"), mail=text("none"))
    tree = policy("With application", source("adapter-0", done("Fail"), ended))
    id_ = site.add_policy({**tree, "authenticationApiApplicationRef": {"id": other}})
    sent = application.visitor.authorize()
    assert sent.headers["location"].startswith("https://login-1.example.com/?flowId=")
    with pytest.raises(HanseError):
        delete(site.engine.core.configuration, API_APPLICATIONS, other)
    # A policy without an application shows the pages of this server, whatever the default application is.
    replace(site.engine.core.configuration, POLICIES, id_, tree)
    site.engine.caught_up()
    assert title_of(site.browser().authorize()) == "Sign in"


@pytest.mark.parametrize("settings", [{"apiEnabled": False}, {"apiEnabled": True, "defaultApplicationRef": None}])
def test_users_see_pages_without_an_application(
    site: SignInSite, application: Application, settings: dict[str, object]
) -> None:
    site.engine.save(API_SETTINGS, {name: value for name, value in settings.items() if value is not None})
    page = application.visitor.authorize()
    assert title_of(page) == "Sign in"
    assert returned(application.visitor.sign_in(page))["code"]


def test_a_reload_of_the_address_of_the_flow_leads_to_the_application(application: Application) -> None:
    application.start()
    again = application.visitor.browser.get(f"/as/{application.flow}/resume/as/authorization.ping")
    assert again.headers["location"] == f"{URL}?flowId={application.flow}"


def test_several_flows_of_a_browser_are_independent(application: Application) -> None:
    first = Application(application.visitor)
    first.start(state="first")
    application.start(state="second")
    application.refused("checkUsernamePassword", username="joe", password="wrong")
    assert returned(first.resume(first.act("checkUsernamePassword", **CREDENTIALS)))["state"] == "first"
    assert returned(application.resume(application.act("checkUsernamePassword", **CREDENTIALS)))["state"] == "second"


def test_the_request_context_and_descriptions_are_returned_if_the_settings_say_so(
    site: SignInSite, application: Application
) -> None:
    assert not {"requestContext", "_actions"} & application.start().keys()
    enabled = {"apiEnabled": True, "defaultApplicationRef": {"id": "sign-in-0"}}
    site.engine.save(API_SETTINGS, {**enabled, "includeRequestContext": True, "enableApiDescriptions": True})
    state = application.read()
    assert state["requestContext"]["clientId"] == "web"
    assert state["requestContext"]["scopes"] == ["openid"]
    schema = state["_actions"]["checkUsernamePassword"]["schema"]
    assert schema["required"] == ["username", "password"]
    assert set(schema["properties"]) == {"username", "password", "rememberMyUsername", "thisIsMyDevice"}


def test_a_page_of_this_server_may_lead_to_the_application(site: SignInSite, application: Application) -> None:
    site.add_adapter(1)
    page = application.visitor.authorize()
    # The user chooses the adapter on a page of this server. Chrome applies `form-action` to redirects after its form.
    policy_of_page = page.headers["content-security-policy"]
    assert "form-action 'self' https://web.example.com https://login.example.com;" in policy_of_page
    action, hidden = form_of(page)
    answer = application.visitor.browser.post(action, {**hidden, "pf.adapterId": "adapter-0"})
    state = application.arrive(application.visitor.browser.get(answer.headers["location"]).headers["location"])
    assert state["status"] == "USERNAME_PASSWORD_REQUIRED"
    site.engine.save(API_SETTINGS, {"apiEnabled": False})
    assert "login.example.com" not in site.browser().authorize().headers["content-security-policy"]


def test_the_metadata_names_the_redirectless_mode_while_the_api_is_enabled(
    site: SignInSite, application: Application
) -> None:
    for is_enabled in (True, False):
        site.engine.save(API_SETTINGS, {"apiEnabled": is_enabled})
        metadata = application.visitor.browser.get("/.well-known/openid-configuration").json()
        assert ("pi.flow" in metadata["response_modes_supported"]) is is_enabled
