"""Signing in where no policy is enabled: the adapters themselves ask."""

from tests.engine.signin.site import SignInSite, error_of, returned, title_of


def test_the_only_adapter_asks_for_a_password_and_the_application_gets_a_code(site: SignInSite) -> None:
    site.add_adapter(0)
    joe = site.browser()
    page = joe.authorize()
    assert (page.status_code, title_of(page)) == (200, "Sign in")
    again = joe.sign_in(page, password="wrong")
    assert error_of(again) == "The username or password is not correct."
    given = returned(joe.sign_in(again))
    assert given["state"] == "s-1"
    assert given["code"]


def test_users_choose_where_there_are_several_adapters(site: SignInSite) -> None:
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


def test_who_cancels_goes_back_to_the_application(site: SignInSite) -> None:
    site.add_adapter(0)
    joe = site.browser()
    given = returned(joe.send(joe.authorize(), "pf.cancel"))
    assert (given["error"], given["state"]) == ("access_denied", "s-1")


def test_without_an_adapter_nobody_signs_in(site: SignInSite) -> None:
    assert returned(site.browser().authorize())["error"] == "server_error"
