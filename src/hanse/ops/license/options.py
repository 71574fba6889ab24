"""The options of `hanse license`, with their help texts."""

from pathlib import Path
from typing import Annotated

import typer

from hanse.ops.license.claims import Tier

_TERM = "Validity"
_LIMITS = "Limits"
_FEATURES = "What"
_DETAILS = "Details"

KeyFile = Annotated[
    Path,
    typer.Option("--key", help="The private signing key, made by 'hanse license keygen'.", metavar="FILE"),
]
NewFile = Annotated[
    Path,
    typer.Option("--out", help="The license file to write; an existing one is never overwritten.", metavar="FILE"),
]
NewKeyFile = Annotated[
    Path,
    typer.Option("--out", help="The private key file to write (PEM, readable by its owner only).", metavar="FILE"),
]
PublicKeyFile = Annotated[
    Path | None,
    typer.Option(
        "--public", help="The public key file to write (PEM); the default is FILE with '.pub.pem'.", metavar="FILE"
    ),
]
LicenseFile = Annotated[Path, typer.Argument(help="The license file.", metavar="FILE", show_default=False)]
Anchors = Annotated[
    list[Path] | None,
    typer.Option(
        "--trust",
        help="Check the signature with the public keys in this file or folder; may be repeated.",
        metavar="PATH",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON, with the names that the admin API uses.")]

Organization = Annotated[str, typer.Option(help="The organization the license is for.")]
Name = Annotated[str | None, typer.Option(help="Name of the licensee; the default is the organization.")]
Identifier = Annotated[str | None, typer.Option("--id", help="The license's id; the default is a random one.")]
Product = Annotated[str, typer.Option(help="The product the license is for.", rich_help_panel=_DETAILS)]
Version = Annotated[
    str | None,
    typer.Option(
        help="The product version, such as 1 or 1.4; the major part must match. The default is this version.",
        rich_help_panel=_DETAILS,
    ),
]
TierOption = Annotated[
    Tier | None,
    typer.Option(
        "--tier",
        help="How the license was obtained; the default is SUBSCRIPTION, and PERPETUAL with --perpetual.",
        rich_help_panel=_DETAILS,
    ),
]
IssuedBy = Annotated[str | None, typer.Option(help="Shown as 'Issued By' in the console.", rich_help_panel=_DETAILS)]
DeploymentMethod = Annotated[
    str | None, typer.Option(help="Shown as 'Deployment Method' in the console.", rich_help_panel=_DETAILS)
]
Features = Annotated[
    list[str] | None,
    typer.Option(
        "--feature",
        help="One more line for the console's license screen; may be repeated.",
        metavar="NAME=VALUE",
        rich_help_panel=_DETAILS,
    ),
]
BridgeMode = Annotated[
    bool,
    typer.Option("--bridge-mode", help="Limit the license to use as a bridge.", rich_help_panel=_DETAILS),
]
SameMinor = Annotated[
    bool,
    typer.Option("--same-minor", help="The minor part of the version must match too.", rich_help_panel=_DETAILS),
]

From = Annotated[
    str | None,
    typer.Option("--from", help="Start of the validity; the default is now.", metavar="DATE", rich_help_panel=_TERM),
]
Expires = Annotated[
    str | None,
    typer.Option(help="End of the validity; overrides --days.", metavar="DATE", rich_help_panel=_TERM),
]
Days = Annotated[int, typer.Option(help="Validity in days.", min=1, max=36_500, metavar="N", rich_help_panel=_TERM)]
Perpetual = Annotated[bool, typer.Option("--perpetual", help="The license never expires.", rich_help_panel=_TERM)]
Grace = Annotated[
    int,
    typer.Option(
        "--grace-period",
        help="Days after expiry for which users are still served.",
        min=0,
        metavar="DAYS",
        rich_help_panel=_TERM,
    ),
]
ShutDown = Annotated[
    bool,
    typer.Option(
        "--shut-down/--keep-serving",
        help="Stop serving users after expiry.",
        rich_help_panel=_TERM,
    ),
]
Notify = Annotated[
    bool,
    typer.Option("--notify/--no-notify", help="Warn administrators before the license expires.", rich_help_panel=_TERM),
]

MaxConnections = Annotated[
    int | None,
    typer.Option(help="Maximum number of connections; unlimited if left out.", metavar="N", rich_help_panel=_LIMITS),
]
NodeLimit = Annotated[
    int | None,
    typer.Option(help="Maximum number of cluster nodes; unlimited if left out.", metavar="N", rich_help_panel=_LIMITS),
]
Groups = Annotated[
    list[str] | None,
    typer.Option(
        "--group",
        help="Connection group; connections are then licensed by group. May be repeated.",
        metavar="NAME:CONNECTIONS:START[:END]",
        rich_help_panel=_LIMITS,
    ),
]

OAuth = Annotated[bool, typer.Option("--oauth/--no-oauth", help="OAuth and OpenID Connect.", rich_help_panel=_FEATURES)]
WsTrust = Annotated[bool, typer.Option("--ws-trust/--no-ws-trust", help="The WS-Trust STS.", rich_help_panel=_FEATURES)]
Provisioning = Annotated[
    bool,
    typer.Option("--provisioning/--no-provisioning", help="SaaS provisioning.", rich_help_panel=_FEATURES),
]
