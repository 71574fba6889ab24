"""The reason why an administrator can view a page but not change it."""

import pytest

from hanse.admin.frames.read_only_reason import read_only_reason
from hanse.config.declare.access import Area, Principal, Role
from hanse.kit.texts.locale_choice import LOCALE

READER = "Your account can view this page but not change it. Changes require the role {role}."


def principal(*roles: Role, auditor: bool = False) -> Principal:
    return Principal("somebody", frozenset(roles), auditor=auditor)


def test_auditors_read_that_they_are_auditors_whatever_their_roles() -> None:
    text = "As an auditor, you can view this page but cannot change it."
    assert read_only_reason(principal(Role.ADMINISTRATOR, auditor=True), Area.CONFIGURATION) == text


@pytest.mark.parametrize(
    ("area", "role"),
    [
        (Area.KEYS, "crypto administrator"),
        (Area.ACCOUNTS, "user administrator"),
        (Area.LICENSE, "administrator / user administrator"),
    ],
)
def test_others_read_which_role_they_lack(area: Area, role: str) -> None:
    lacking = principal(Role.EXPRESSION_ADMINISTRATOR)
    assert read_only_reason(lacking, area) == READER.format(role=role)


def test_german_writes_the_role_with_a_capital_letter() -> None:
    token = LOCALE.set("de")
    try:
        text = read_only_reason(principal(Role.ADMINISTRATOR), Area.KEYS)
    finally:
        LOCALE.reset(token)
    assert text.startswith("Mit Ihrem Konto können Sie diese Seite ansehen, aber nicht ändern.")
    assert "Rolle K" in text


def test_those_who_may_change_the_page_elsewhere_read_that_this_console_is_passive() -> None:
    text = read_only_reason(principal(Role.ADMINISTRATOR), Area.CONFIGURATION)
    assert text.startswith("This console is passive and read-only.")
