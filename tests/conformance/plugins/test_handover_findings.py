"""Violations of the contract of SP adapters are found."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from hanse.config.declare.plugin_fields import Form
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.conformance import Example, check_plugin
from hanse.plugins.contracts.sp_adapters import KIND, ApplicationPost, HandedOverUser
from hanse.plugins.contracts.token_signing import TokenSigningServices

ADDRESS = "https://app.example.com/sso"
SERIALS = count()


class Adapter:
    """Posts a serial number."""

    subject_attribute = "sub"
    receives_logouts = True

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def hand_over(self, _user: HandedOverUser, _services: TokenSigningServices) -> ApplicationPost:
        """Return a form that differs from all others."""
        return ApplicationPost(ADDRESS, {"token": str(next(SERIALS))})

    def log_out(self, _subject: str, _session_id: str, _services: TokenSigningServices) -> ApplicationPost:
        """Return a form that differs from all others."""
        return ApplicationPost(ADDRESS, {"logout_token": str(next(SERIALS))})


def _raising(*_arguments: Any) -> Any:
    raise LookupError("defect")


def _findings(make: type[Any]) -> list[str]:
    plugin = Plugin(kind=KIND, id="toy", name="Toy", make=make, form=Form(), attribute_contract=("sub",))
    return check_plugin(plugin, Example())


def test_a_good_plug_in_has_no_findings() -> None:
    assert _findings(Adapter) == []


@pytest.mark.parametrize(
    ("method", "finding"),
    [
        (_raising, "raises LookupError"),
        (lambda *_a: None, "does not return an ApplicationPost"),
        (lambda *_a: ApplicationPost("http://app.example.com/", {"t": "1"}), "not protected by TLS"),
        (lambda *_a: ApplicationPost(f"{ADDRESS}?user=joe", {"t": "1"}), "puts data into the address"),
        (lambda *_a: ApplicationPost(ADDRESS, {}), "a form without a field"),
    ],
)
@pytest.mark.parametrize("name", ["hand_over", "log_out"])
def test_a_defect_is_found(name: str, method: Callable[..., Any], finding: str) -> None:
    made = type("Defective", (Adapter,), {name: method})
    assert any(each.startswith(name) and finding in each for each in _findings(made))


def test_a_form_that_can_be_sent_again_is_found() -> None:
    same = type("Same", (Adapter,), {"hand_over": lambda *_a: ApplicationPost(ADDRESS, {"token": "1"})})
    assert any("the same form twice" in each for each in _findings(same))
