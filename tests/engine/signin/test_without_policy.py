"""Sign-in without policies: the adapters are used directly."""

from pathlib import Path

from hanse.resources.authentication.adapters.resource import ADAPTERS
from tests.engine.server import engine_server
from tests.engine.signin.site import SignInSite, error_of, opened_site, returned, title_of
from tests.support.clock import ManualClock
from tests.support.instances import adapter


def test_the_only_adapter_requests_a_password_and_the_application_gets_a_code(site: SignInSite) -> None:
    site.add_adapter(0)
    joe = site.browser()
    page = joe.authorize()
    assert (page.status_code, title_of(page)) == (200, "Sign in")
    again = joe.sign_in(page, password="wrong")
    assert error_of(again) == "The username or password is not correct."
    given = returned(joe.sign_in(again))
    assert given["state"] == "s-1"
    assert given["code"]


def test_users_choose_between_several_adapters(site: SignInSite) -> None:
    site.add_adapter(0)
    site.add_adapter(1)
    joe = site.browser()
    page = joe.authorize()
    assert title_of(page) == "How do you want to sign in?"
    for wrong in ({}, {"pf.adapterId": "adapter-9"}):
        page = joe.send(page, **wrong)
        assert title_of(page) == "How do you want to sign in?"
    page = joe.send(page, **{"pf.adapterId": "adapter-1"})
    assert title_of(page) == "Sign in"
    assert returned(joe.sign_in(page))["code"]


def test_cancelling_returns_to_the_application(site: SignInSite) -> None:
    site.add_adapter(0)
    joe = site.browser()
    given = returned(joe.send(joe.authorize(), "pf.cancel"))
    assert (given["error"], given["state"]) == ("access_denied", "s-1")


def test_without_an_adapter_sign_in_fails(site: SignInSite) -> None:
    assert returned(site.browser().authorize())["error"] == "server_error"


def test_an_adapter_without_a_grant_mapping_is_not_offered(site: SignInSite) -> None:
    site.add(ADAPTERS, adapter(7))
    site.add_adapter(0)
    joe = site.browser()
    assert title_of(joe.authorize()) == "Sign in"


def test_custom_pages_of_the_configured_folder_are_shown(database_url: str, tmp_path: Path, clock: ManualClock) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    own = "{% extends 'layout.html' %}{% block title %}Our own page{% endblock %}"
    (folder / "html.form.login.template.html").write_text(own)
    with engine_server(database_url, tmp_path, clock, templates=folder) as engine:
        site = opened_site(engine)
        site.add_adapter(0)
        assert title_of(site.browser().authorize()) == "Our own page"
