"""Protection against guessing passwords, on the real server."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from hanse.crypto.passwords import PasswordDigests
from tests.engine.signin.site import PASSWORDS, SignInSite, error_of, form_of, returned

STAYS_ON_PAGE = {"Fail Authentication on Account Lockout": "false"}


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One entry for each password check, which is True if the account exists."""
    found: list[bool] = []
    matches = PasswordDigests.matches

    def recorded(self: PasswordDigests, password: str, digest: str | None) -> bool:
        found.append(digest is not None)
        return matches(self, password, digest)

    monkeypatch.setattr(PasswordDigests, "matches", recorded)
    return found


def at_once(site: SignInSite, forms: list[dict[str, str]]) -> list[Any]:
    """Send each form from its own browser, all at the same moment."""
    pages = []
    for form in forms:
        visitor = site.browser()
        action, hidden = form_of(visitor.authorize())
        pages.append((visitor, action, {**hidden, **form, "pf.ok": "clicked"}))

    async def sent() -> list[Any]:
        return await asyncio.gather(
            *(
                site.engine.send("POST", action, form=form, cookies=visitor.browser.cookies)
                for visitor, action, form in pages
            )
        )

    return [visitor.follow(answer) for (visitor, _, _), answer in zip(pages, asyncio.run(sent()), strict=True)]


def test_of_fifty_simultaneous_attempts_only_the_configured_number_is_checked(
    site: SignInSite, checked: list[bool]
) -> None:
    site.add_adapter(0, **STAYS_ON_PAGE, **{"Challenge Retries": "3"})
    guesses = [{"pf.username": "joe", "pf.pass": f"guess-{number}"} for number in range(50)]
    answers = Counter(error_of(page) for page in at_once(site, guesses))
    assert len(checked) == 3
    assert answers["The username or password is not correct."] == 2
    # The correct password is not checked either.
    joe = site.browser()
    assert "too many" in error_of(joe.sign_in(joe.authorize()))
    assert len(checked) == 3
    site.engine.clock.advance(seconds=61)
    assert returned(joe.sign_in(joe.authorize()))["code"]


def test_simultaneous_correct_passwords_do_not_block_each_other(site: SignInSite) -> None:
    site.add_adapter(0, **STAYS_ON_PAGE, **{"Challenge Retries": "1"})
    right = {"pf.username": "joe", "pf.pass": PASSWORDS["joe"]}
    assert all(returned(answer)["code"] for answer in at_once(site, [right] * 8))


def test_a_password_is_hashed_for_unknown_users_as_well(site: SignInSite, checked: list[bool]) -> None:
    site.add_adapter(0)
    texts = []
    for username in ("joe", "nobody"):
        visitor = site.browser()
        page = visitor.sign_in(visitor.authorize(), username, "wrong")
        texts.append(
            page.text.replace(username, "name")
            .replace(form_of(page)[0], "")
            .replace(form_of(page)[1]["flow_token"], "")
        )
    assert checked == [True, False]
    # The pages do not differ either.
    assert texts[0] == texts[1]


def test_failures_are_recorded_across_sign_ins_and_browsers(site: SignInSite, checked: list[bool]) -> None:
    site.add_adapter(0, **STAYS_ON_PAGE, **{"Challenge Retries": "2"})
    for expected in ("not correct", "too many", "too many"):
        visitor = site.browser()
        assert expected in error_of(visitor.sign_in(visitor.authorize(), "joe", "wrong"))
    assert len(checked) == 2


def test_each_adapter_has_its_own_failure_counters(site: SignInSite) -> None:
    site.add_adapter(0, **STAYS_ON_PAGE, **{"Challenge Retries": "1"})
    site.add_adapter(1, **STAYS_ON_PAGE, **{"Challenge Retries": "1"})
    joe = site.browser()
    page = joe.send(joe.authorize(), **{"pf.adapterId": "adapter-0"})
    assert "too many" in error_of(joe.sign_in(page, password="wrong"))
    page = joe.send(joe.authorize(), **{"pf.adapterId": "adapter-1"})
    assert returned(joe.sign_in(page))["code"]
