"""Changes of a client's secret: the time of the change, and how long the previous secret remains valid."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from hanse import handles
from hanse.config.declare.resource import SINGLETON_ID
from hanse.config.declare.rules import Proposal
from hanse.config.declare.validation import to_body
from hanse.config.declare.view import View
from hanse.config.list_query import StoredDocument
from hanse.config.secrets.keyring import BrokenSeal
from hanse.kit.clock import Clock, to_text
from hanse.kit.errors import FieldError
from hanse.kit.texts.messages import message
from hanse.resources.applications.clients.authentication import WITH_SECRET
from hanse.resources.applications.clients.choices import ServerOrOwn
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.parts import MOST_SECONDARY, ClientAuth, SecondarySecret
from hanse.resources.applications.clients.secret_length import least_secret_octets


def with_secrets(proposal: Proposal[Client]) -> Client:
    """Return a client as it is stored.

    A secret that its method no longer uses is removed; a replaced one is retained.
    """
    old, auth = proposal.old, proposal.new.client_auth
    if auth.secondary_secrets is None:
        # A body without the list leaves the previous secrets unchanged; an empty list removes them.
        stored = old.client_auth.secondary_secrets if old is not None else None
        auth = auth.model_copy(update={"secondary_secrets": stored or []})
    new = proposal.new.model_copy(update={"client_auth": auth})
    if auth.type not in WITH_SECRET:
        # A secret that was sent in clear text stays, so that the rules can refuse it.
        bare = auth.model_copy(update={"encrypted_secret": None, "secondary_secrets": []})
        return new.model_copy(update={"client_auth": bare, "client_secret_changed_time": None})
    kept = old.client_auth.encrypted_secret if old is not None else None
    before = None if kept is None else opened_secret(proposal.view, auth_of(kept))
    now = opened_secret(proposal.view, auth) if auth.secret or auth.encrypted_secret else before
    if now == before:
        return new if auth.secret is None else _unchanged(new, kept)
    moment = proposal.ports.get(Clock).now()
    if proposal.new.client_auth.secondary_secrets is not None:
        # A list that is sent replaces the stored one completely.
        auth = auth.model_copy(update={"secondary_secrets": _still_good(auth, to_text(moment))})
        return new.model_copy(update={"client_auth": auth, "client_secret_changed_time": to_text(moment)})
    minutes = _retention(proposal) if before is not None else 0
    # If previous secrets are not retained any more, older ones are removed as well.
    secondary = _still_good(auth, to_text(moment)) if minutes else []
    if minutes and before is not None:
        expiry = to_text(moment + timedelta(minutes=minutes))
        secondary = [SecondarySecret(secret=before, expiry_time=expiry), *secondary][:MOST_SECONDARY]
    auth = auth.model_copy(update={"secondary_secrets": secondary})
    return new.model_copy(update={"client_auth": auth, "client_secret_changed_time": to_text(moment)})


def short_secret_errors(proposal: Proposal[Client]) -> Iterator[FieldError]:
    """Refuse a secret that is shorter than its algorithm requires, where the server settings say so."""
    needed = least_secret_octets(proposal.new)
    if not needed or not _settings(proposal.view)["refuseShortClientSecrets"]:
        return
    auth = proposal.new.client_auth
    if not auth.secret and not auth.encrypted_secret and proposal.old is not None:
        auth = proposal.old.client_auth
    secret = opened_secret(proposal.view, auth)
    if secret is not None and len(secret.encode()) < needed:
        text = message(
            "A client secret used with {algorithm} must have at least {octets} bytes (RFC 7518, section 3.2).",
            algorithm=f"HS{needed * 8}",
            octets=needed,
        )
        yield FieldError(text, "clientAuth.secret", "secret_too_short")


def auth_of(sealed: str) -> ClientAuth:
    """Return authentication settings that contain only a sealed secret."""
    return ClientAuth(encrypted_secret=sealed, secondary_secrets=[])


def _unchanged(new: Client, kept: str | None) -> Client:
    # The stored secret was sent again. Encrypting it anew would look like a change.
    auth = new.client_auth.model_copy(update={"secret": None, "encrypted_secret": kept})
    return new.model_copy(update={"client_auth": auth})


def opened_secret(view: View, auth: ClientAuth) -> str | None:
    """Return a secret in clear text; None for a sealed one that cannot be decrypted, which the save itself refuses."""
    if auth.secret:
        return auth.secret
    try:
        return view.secret(
            handles.CLIENTS, StoredDocument("", {"clientAuth": to_body(auth)}, 0), "clientAuth", "secret"
        )
    except BrokenSeal:
        return None


def _retention(proposal: Proposal[Client]) -> int:
    """Return the number of minutes for which the previous secret remains valid."""
    new = proposal.new
    if new.client_secret_retention_period_type is ServerOrOwn.OVERRIDE_SERVER_DEFAULT:
        return new.client_secret_retention_period or 0
    minutes: int = _settings(proposal.view)["clientSecretRetentionPeriod"]
    return minutes


def _settings(view: View) -> Mapping[str, Any]:
    return view.get(handles.AUTHORIZATION_SERVER, SINGLETON_ID).body


def _still_good(auth: ClientAuth, now: str) -> list[SecondarySecret]:
    return [each for each in auth.secondary_secrets or () if each.expiry_time > now]
