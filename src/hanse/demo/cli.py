"""`hanse demo`: sets up a working configuration with a sample application, runs it, and removes it again."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import httpx2
import typer

from hanse import handles
from hanse.demo import record as records
from hanse.demo.application.serve import serve_application, trust_of
from hanse.demo.process import answers, stop
from hanse.demo.record import PORT
from hanse.demo.setup import AdminApi, DemoFailed, create, create_users, remove
from hanse.kit.randomness import SystemRandomness

API = "/pf-admin-api/v1"
SECONDS = 60.0
app = typer.Typer(
    help="Set up a working sign-in with a sample application.",
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
)
Data = Annotated[Path, typer.Option("--data", envvar="HANSE_DATA", help="The server's data folder.")]
Username = Annotated[str, typer.Option(help="The administrator who creates the configuration.")]
FromInput = Annotated[bool, typer.Option("--password-stdin", help="Read the password from standard input.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask before anything is changed.")]
_DATA = Path("data")


@app.callback()
def demo(
    context: typer.Context,
    *,
    data: Data = _DATA,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the sample application.")] = PORT,
    username: Username = "Administrator",
    password_stdin: FromInput = False,
    yes: Yes = False,
) -> None:
    """Create the demo's configuration on a running server and run the sample application until Ctrl+C."""
    if context.invoked_subcommand is not None:
        return
    known = records.load(data)
    with _api(data, username, password_stdin=password_stdin) as api:
        record = known or records.new_record(_issuer(api), port, SystemRandomness())
        typer.echo("The following is created on the server, unless it exists already:")
        for each in record.plan.creations:
            typer.echo(f"  {each.title} ({each.id})")
        if not yes:
            typer.confirm("Go on?", abort=True)
        record = _attempt(lambda: create(api, record, typer.echo))
        records.save(data, record)
        _attempt(lambda: create_users(api, record, typer.echo))
    application(data=data)


@app.command("application")
def application(*, data: Data = _DATA) -> None:
    """Run the sample application of a demo that is set up."""
    record = records.load(data)
    if record is None:
        raise _failure(f"There is no demo in {data}. Set it up with `hanse demo`.")
    if answers(record):
        raise _failure(f"Port {record.port} is in use. Is the demo application running already?")
    typer.echo(f"The demo application is at {record.url}. Sign in as one of these users:")
    for name, password in record.passwords.items():
        typer.echo(f"  {name:<8}{password}")
    typer.echo("Stop it with Ctrl+C. Remove the demo with `hanse demo remove`.")
    serve_application(record, data / "tls" / "server.crt", SystemRandomness())


@app.command("remove")
def remove_demo(
    *, data: Data = _DATA, username: Username = "Administrator", password_stdin: FromInput = False, yes: Yes = False
) -> None:
    """Delete what the demo created, and reset the settings that it changed."""
    record = records.load(data)
    if record is None:
        raise _failure(f"There is no demo in {data}.")
    if not yes:
        typer.confirm(f"Delete {len(record.created)} objects that the demo created, and all demo users?", abort=True)
    with _api(data, username, password_stdin=password_stdin) as api:
        _attempt(lambda: remove(api, api, record, typer.echo))
    stop(record)
    records.forget(data)


class _Http:
    """The admin API of the server that runs on a data folder."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client

    def __enter__(self) -> AdminApi:
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Make one call."""
        try:
            answer = self._client.request(method, f"{API}{path}", json=body)
        except httpx2.HTTPError as error:
            raise DemoFailed(f"The server does not answer: {error}") from error
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.status_code, answer.json() if is_json else None


def _api(data: Path, username: str, *, password_stdin: bool) -> _Http:
    try:
        address = json.loads((data / "listening.json").read_text(encoding="utf-8"))["admin"]
    except (OSError, ValueError, KeyError):
        raise _failure(f"No server is running on {data}. Start it with `make run` or `hanse serve`.") from None
    password = (
        sys.stdin.readline().rstrip("\n")
        if password_stdin
        else typer.prompt(f"Password of {username}", hide_input=True)
    )
    return _Http(
        httpx2.Client(
            base_url=address,
            auth=(username, password),
            headers={"X-XSRF-Header": "hanse-demo"},
            verify=trust_of(data / "tls" / "server.crt"),
            timeout=SECONDS,
        )
    )


def _issuer(api: AdminApi) -> str:
    status, settings = _attempt(lambda: api("GET", handles.SERVER_SETTINGS.path))
    if status != httpx2.codes.OK:
        raise _failure((settings or {}).get("message", f"The server answered with status {status}."))
    issuer: str = ((settings.get("federationInfo") or {}).get("baseUrl") or "").rstrip("/")
    if not issuer:
        raise _failure("The server has no base URL yet. Finish the set-up in the console first.")
    return issuer


def _attempt(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except DemoFailed as error:
        raise _failure(str(error)) from None


def _failure(message: str) -> typer.Exit:
    typer.echo(f"hanse: {message}", err=True)
    return typer.Exit(1)
