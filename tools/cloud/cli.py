"""`python -m tools.cloud`: runs the reference cloud service and manages its credentials and environments.

The commands work on the data folder, so they take effect on a running service at once.
"""

from pathlib import Path
from typing import Annotated

import typer

from hanse.kit.clock import SystemClock, to_text
from hanse.kit.randomness import SystemRandomness
from tools.cloud.credentials import issue_credential
from tools.cloud.records import Environment, EnvironmentType, Gateway, new_uuid
from tools.cloud.serve import Listener, open_state, run
from tools.cloud.state import CloudState, NameTakenError, NotInitializedError, TooManyCredentialsError

app = typer.Typer(
    rich_markup_mode=None,
    help="A small cloud identity service for Hanse to connect to: development, tests, and closed networks.",
    no_args_is_help=True,
)
credential_app = typer.Typer(help="Issue, list and revoke gateway credentials.", no_args_is_help=True)
environment_app = typer.Typer(
    help="Add environments, list them, and show them to the connection or hide them.", no_args_is_help=True
)
app.add_typer(credential_app, name="credential")
app.add_typer(environment_app, name="environment")

Data = Annotated[
    Path, typer.Option("--data", envvar="HANSE_CLOUD_DATA", help="The folder that holds the service's data.")
]
_DATA = Path("hanse-cloud")


@app.command()
def serve(
    *,
    data: Data = _DATA,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 9998,
    region: Annotated[str, typer.Option(help="The region that credentials name; first start only.")] = "NA",
    organization: Annotated[
        str, typer.Option(help="The organization's name; first start only.")
    ] = "Example Organization",
    certificate: Annotated[Path | None, typer.Option(exists=True, help="TLS certificate chain, PEM.")] = None,
    key: Annotated[Path | None, typer.Option(exists=True, help="The certificate's private key, PEM.")] = None,
) -> None:
    """Run the service. The first start creates an organization and prints a credential for Hanse.

    Start Hanse with the address of the region, and paste the credential into its console:

    HANSE_CLOUD_REGIONS=NA=http://127.0.0.1:9998 hanse serve
    """
    listener = Listener(host, port, certificate, key)
    if problem := listener.problem():
        raise typer.BadParameter(problem)
    clock, randomness = SystemClock(), SystemRandomness()
    state, token = open_state(
        data, organization, region.upper(), listener.public_url, clock=clock, randomness=randomness
    )
    named = state.organization
    typer.echo(f"{named.name} (region {named.region}) is served at {listener.public_url}", err=True)
    if token:
        typer.echo("This is its first credential. It is shown once:", err=True)
        typer.echo(token)
    run(state, listener, clock=clock, randomness=randomness)


@credential_app.command("issue")
def issue(data: Data = _DATA) -> None:
    """Issue a credential and print it. It is shown once; a connection has at most five."""
    state, gateway = _open(data)
    try:
        credential, token = issue_credential(state, gateway, SystemClock(), SystemRandomness())
    except TooManyCredentialsError:
        raise _failure("The connection has five credentials already. Revoke one first.") from None
    typer.echo(f"Credential {credential.id}:", err=True)
    typer.echo(token)


@credential_app.command("list")
def list_credentials(data: Data = _DATA) -> None:
    """List the valid credentials: ID, creation time, time of last use."""
    state, gateway = _open(data)
    for found in state.credentials(gateway.id):
        used = to_text(found.last_used_at) if found.last_used_at else "never"
        typer.echo(f"{found.id}  {to_text(found.created_at)}  {used}")


@credential_app.command("revoke")
def revoke(credential_id: Annotated[str, typer.Argument(help="The credential's id.")], data: Data = _DATA) -> None:
    """Revoke a credential. A running service refuses it from its next request on."""
    state, _ = _open(data)
    if not state.revoke(credential_id):
        raise _failure(f"There is no credential {credential_id}.")


@environment_app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="The environment's name.")],
    kind: Annotated[
        EnvironmentType, typer.Option("--type", help="The type of the environment.")
    ] = EnvironmentType.SANDBOX,
    *,
    roles: Annotated[bool, typer.Option(help="Give the connection its roles there.")] = True,
    data: Data = _DATA,
) -> None:
    """Add an environment and print its id."""
    state, gateway = _open(data)
    environment = Environment(new_uuid(SystemRandomness()), name, kind, SystemClock().now())
    try:
        state.add_environment(environment, gateway_id=gateway.id if roles else None)
    except NameTakenError:
        raise _failure(f"There is an environment {name} already.") from None
    typer.echo(environment.id)


@environment_app.command("list")
def list_environments(data: Data = _DATA) -> None:
    """List the environments: ID, type, visibility for the connection, name."""
    state, gateway = _open(data)
    for found in state.environments():
        sees = "visible" if state.roles(gateway.id, found.id) else "hidden"
        typer.echo(f"{found.id}  {found.type:<10}  {sees:<7}  {found.name}")


@environment_app.command("show")
def show(environment_id: Annotated[str, typer.Argument(help="The environment's id.")], data: Data = _DATA) -> None:
    """Give the connection its roles in an environment, which makes it visible to the connection."""
    state, gateway = _open(data)
    state.grant(gateway.id, _existing_id(state, environment_id))


@environment_app.command("hide")
def hide(environment_id: Annotated[str, typer.Argument(help="The environment's id.")], data: Data = _DATA) -> None:
    """Remove the connection's roles in an environment, which hides it from the connection."""
    state, gateway = _open(data)
    state.withdraw(gateway.id, _existing_id(state, environment_id))


def _open(data: Path) -> tuple[CloudState, Gateway]:
    try:
        state = CloudState(data)
    except NotInitializedError:
        raise _failure(f"There is no cloud service in {data} yet. First run `python -m tools.cloud serve`.") from None
    return state, state.gateways()[0]


def _existing_id(state: CloudState, environment_id: str) -> str:
    if state.environment(environment_id) is None:
        raise _failure(f"There is no environment {environment_id}.")
    return environment_id


def _failure(message: str) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(1)
