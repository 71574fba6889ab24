"""`python -m tools.conformance`: configures the server under test and runs plans of the conformance suite."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from hanse.kit.clock import SystemClock
from tools.conformance import rotation
from tools.conformance.admin_api import AdminApi
from tools.conformance.approvals import user_device
from tools.conformance.clients import TestClients
from tools.conformance.configuration import USER, configure, configure_ciba
from tools.conformance.plans import PLANS, Parties, Plan
from tools.conformance.report import HEADER, PlanReport, exit_code, module_row, totals
from tools.conformance.server_certificate import present_rsa_certificate
from tools.conformance.suite import Suite

_LOCAL: Final = "https://localhost"
_PASSWORD: Final = typer.Option(envvar="HANSE_CONFORMANCE_PASSWORD", help="Password of the first administrator.")
app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(
    plans: Annotated[list[str], typer.Argument(help=f"Plans to run: {', '.join(PLANS)}.")],
    password: Annotated[str, _PASSWORD],
    admin: Annotated[str, typer.Option(help="Address of the console of the server under test.")] = f"{_LOCAL}:9999",
    engine: Annotated[str, typer.Option(help="Address of its engine, which is the issuer.")] = f"{_LOCAL}:9031",
    suite: Annotated[str, typer.Option(help="Address of the suite.")] = f"{_LOCAL}:8443",
    mutual_tls: Annotated[
        str | None, typer.Option(help="Address at which the engine requests client certificates.")
    ] = None,
    trusted: Annotated[
        Path | None, typer.Option(help="CA of the suite's certificate (PEM), trusted from now on.")
    ] = None,
    alias: Annotated[
        str, typer.Option(help="Name of the suite's addresses; runs at the same time need two.")
    ] = "hanse",
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Leave visits to a person, to whom the suite shows the addresses.")
    ] = False,
    only: Annotated[str, typer.Option(help="Run the modules whose name contains this.")] = "",
) -> None:
    """Configure a server through its admin API, run the plans, and print their results as tables, with times in UTC.

    A new server is set up with an administrator who has the given password. Ends with 1 if a module fails or warns, or
    if a plan runs no module.
    """
    if unknown := sorted(set(plans) - set(PLANS)):
        raise typer.BadParameter(f"There is no plan {', '.join(unknown)}.")
    parties, api, tester = (
        Parties(engine, suite, secrets.token_urlsafe(24), mutual_tls, alias, by_hand=by_hand),
        AdminApi(admin, password),
        Suite(suite),
    )
    api.complete_the_setup()
    if trusted is not None:
        api.trust(trusted.read_bytes())
    if by_hand:
        typer.echo(f"Sign in as {USER} with the password {parties.password}")
    raise typer.Exit(exit_code(_reports(plans, parties, api, tester, only)))


def _reports(plans: list[str], parties: Parties, api: AdminApi, tester: Suite, only: str) -> list[PlanReport]:
    """Run the plans and print their tables."""
    clients, clock = TestClients(parties.callback), SystemClock()
    reports: list[PlanReport] = []
    rows: list[str] = []
    rotations = {rotation.MODULE: rotation.KeyRotation(api)}
    with user_device(parties.password) as (device, approval):
        parties = replace(parties, approval=approval)
        for each in plans:
            plan = PLANS[each]
            _prepare(api, parties, plan, clients, device.mail_port)
            reports.append(report := PlanReport(each, clock.now()))
            typer.echo(f"\n## {each}: {plan.name}\n\n{HEADER}")
            for result in tester.results(
                plan.name, plan.variant, parties.configuration(plan, clients), rotations, only
            ):
                typer.echo(module_row(result))
                report.results.append(result)
            rows.append(report.row(clock.now()))
    typer.echo(f"\n## Totals\n\n{totals(rows)}")
    return reports


def _prepare(api: AdminApi, parties: Parties, plan: Plan, clients: TestClients, mail_port: int) -> None:
    """Configure the server under test for a plan."""
    configure(api, parties.engine, parties.password, clients.registered(plan.logout_mode, plan.key_settings))
    if plan.is_ciba:
        configure_ciba(api, mail_port)
        present_rsa_certificate(api)


if __name__ == "__main__":
    app()
