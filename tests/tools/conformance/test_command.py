"""The command that runs plans."""

from typer.testing import CliRunner

from tools.conformance.__main__ import app
from tools.conformance.plans import PLANS


def test_an_unknown_plan_is_refused_before_anything_is_configured() -> None:
    ended = CliRunner().invoke(app, ["basic", "basik", "--password", "x", "--admin", "https://hanse.invalid"])
    assert ended.exit_code == 2
    assert "There is no plan basik." in ended.output


def test_every_plan_is_named_in_the_help() -> None:
    # Lines may break within a name.
    shown = "".join(CliRunner().invoke(app, ["--help"]).output.split())
    assert [name for name in PLANS if name not in shown] == []
