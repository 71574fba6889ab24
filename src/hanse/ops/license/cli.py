"""`hanse license`: create a signing key, issue licenses with it, and show license files.

These commands run wherever licenses are created, which need not be a server: they use no configuration.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from importlib.metadata import version as installed_version
from typing import Any, Final

import typer
from pydantic import ValidationError

from hanse.crypto.ed25519 import (
    MAX_KEY_FILE_BYTES,
    KeyRefused,
    key_id,
    new_private_key,
    private_pem,
    public_pem,
    read_private_key,
)
from hanse.kit.clock import SystemClock, shown
from hanse.kit.errors import ValidationFailed
from hanse.kit.randomness import SystemRandomness, new_id
from hanse.ops.license import options
from hanse.ops.license.claims import MAX_LICENSE_BYTES, PRODUCT, Feature, License, Tier, explained
from hanse.ops.license.files import LicenseFileRefused, read_at_most, refuse_existing, write_new
from hanse.ops.license.issuing import issue_license
from hanse.ops.license.parsing import as_options, enforcement, parse_day, parse_feature, parse_group
from hanse.ops.license.trust import TrustAnchorRefused, load_trust_anchors
from hanse.ops.license.verification import read_license, read_unverified
from hanse.ops.license.views import to_claims, to_lines

DEFAULT_DAYS: Final = 365

app = typer.Typer(
    name="license",
    help="Make and inspect licenses: text files of claims, signed with a key of your own.",
    epilog="Make the key once with 'keygen', configure its public half as a trust anchor of your servers, and issue"
    " licenses with 'issue'. Keep the private key away from the servers.",
    no_args_is_help=True,
)


@app.command()
def keygen(out: options.NewKeyFile, public: options.PublicKeyFile = None) -> None:
    """Create a signing key: a private file for 'issue', and a public file for the servers' trust anchors."""
    key = new_private_key(SystemRandomness())
    public_file = public or out.with_name(f"{out.stem}.pub.pem")
    with _refusals_reported():
        # Both are checked first, so that no private key is left without its public file.
        refuse_existing(out, public_file)
        write_new(out, private_pem(key), secret=True)
        write_new(public_file, public_pem(key))
    typer.echo(f"Private key: {out} (keep it safe; whoever has it can issue licenses)")
    typer.echo(f"Public key:  {public_file} (configure it as a license trust anchor)")
    typer.echo(f"Key ID:      {key_id(key)}")


@app.command(
    epilog='Example: hanse license issue --key signing.pem --out license.txt --organization "Example Ltd"'
    " --max-connections 50 --node-limit 4 --expires 2027-12-31"
)
def issue(
    key: options.KeyFile,
    out: options.NewFile,
    organization: options.Organization,
    name: options.Name = None,
    identifier: options.Identifier = None,
    start: options.From = None,
    expires: options.Expires = None,
    days: options.Days = DEFAULT_DAYS,
    perpetual: options.Perpetual = False,
    grace: options.Grace = 0,
    shut_down: options.ShutDown = True,
    notify: options.Notify = True,
    max_connections: options.MaxConnections = None,
    node_limit: options.NodeLimit = None,
    group: options.Groups = None,
    oauth: options.OAuth = True,
    ws_trust: options.WsTrust = True,
    provisioning: options.Provisioning = True,
    product: options.Product = PRODUCT,
    version: options.Version = None,
    same_minor: options.SameMinor = False,
    tier: options.TierOption = None,
    issued_by: options.IssuedBy = None,
    deployment_method: options.DeploymentMethod = None,
    feature: options.Features = None,
    bridge_mode: options.BridgeMode = False,
) -> None:
    """Issue a license: write a file with these claims, signed with the key."""
    with _refusals_reported():
        begins = _day("--from", start) if start else SystemClock().now()
        license_ = _license(
            id=identifier or new_id(SystemRandomness()),
            name=name or organization,
            organization=organization,
            product=product,
            version=version or ".".join(installed_version("hanse").split(".")[:2]),
            tier=tier or (Tier.PERPETUAL if perpetual else Tier.SUBSCRIPTION),
            enforcement_type=enforcement(shut_down=shut_down, notify=notify, same_minor=same_minor).digit,
            issue_date=begins,
            expiration_date=None if perpetual else _end(begins, expires, days),
            grace_period=grace,
            max_connections=max_connections,
            node_limit=node_limit,
            oauth_enabled=oauth,
            ws_trust_enabled=ws_trust,
            provisioning_enabled=provisioning,
            bridge_mode=bridge_mode,
            features=_features(issued_by, deployment_method, feature or []),
            license_groups=tuple(parse_group(text) for text in group or []),
        )
        signer = read_private_key(read_at_most(key, MAX_KEY_FILE_BYTES))
        write_new(out, issue_license(license_, signer))
    until = "never expires" if license_.expiration_date is None else f"expires on {shown(license_.expiration_date)}"
    typer.echo(f"{out}: license {license_.id} for {license_.organization}, {until}; signed by key {key_id(signer)}")


@app.command()
def show(file: options.LicenseFile, trust: options.Anchors = None, as_json: options.AsJson = False) -> None:
    """Show the content of a license file, and with --trust whether its signature is valid."""
    with _refusals_reported():
        data = read_at_most(file, MAX_LICENSE_BYTES)
        license_ = read_license(data, trust_anchors=load_trust_anchors(trust)) if trust else read_unverified(data)
    if as_json:
        typer.echo(json.dumps(to_claims(license_), indent=2, ensure_ascii=False))
    else:
        for label, value in to_lines(license_, SystemClock().now()):
            typer.echo(f"{label + ':':22}{value}")
    if trust:
        typer.echo("The signature is valid.", err=True)
    else:
        typer.echo(
            "The signature was not verified; specify the signer's public key with --trust to verify it.", err=True
        )


def _license(**claims: Any) -> License:
    """Return a license; raises ValueError, whose text names options of the command line instead of claims."""
    try:
        return License(**claims)
    except ValidationError as error:
        raise ValueError("\n".join(f"{as_options(text)}." for text in explained(error))) from error


def _day(option: str, text: str) -> datetime:
    try:
        return parse_day(text)
    except ValueError as error:
        raise ValueError(f"{option}: {error}") from error


def _end(begins: datetime, expires: str | None, days: int) -> datetime:
    if expires:
        return _day("--expires", expires)
    try:
        return begins + timedelta(days=days)
    except OverflowError as error:
        raise ValueError(f"--days: {days} days are too many; use --perpetual for a license without an end.") from error


def _features(issued_by: str | None, deployment_method: str | None, others: list[str]) -> tuple[Feature, ...]:
    known = {"issuedby": issued_by, "deploymentmethod": deployment_method}
    named = [Feature(name=name, value=value) for name, value in known.items() if value]
    return (*named, *(parse_feature(text) for text in others))


@contextmanager
def _refusals_reported() -> Iterator[None]:
    """Print expected failures as messages and exit with status 1."""
    try:
        yield
    except ValidationFailed as error:
        _fail([finding.message for finding in error.errors])
    except ValidationError as error:
        _fail(explained(error))
    except (LicenseFileRefused, KeyRefused, TrustAnchorRefused, ValueError) as error:
        _fail(str(error).splitlines())


def _fail(messages: list[str]) -> None:
    for message in messages:
        typer.echo(f"Error: {message}", err=True)
    raise typer.Exit(1)
