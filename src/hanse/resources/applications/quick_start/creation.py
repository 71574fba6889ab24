"""Creates an application in one transaction."""

from dataclasses import replace
from typing import Final

from hanse import handles
from hanse.config.change.change import Change
from hanse.config.declare.validation import parse_stored
from hanse.kit.errors import FieldError, ValidationFailed
from hanse.kit.randomness import Randomness, new_token
from hanse.kit.texts.messages import message
from hanse.kit.texts.translation import localized
from hanse.resources.applications.clients.model import Client
from hanse.resources.applications.clients.prerequisites import missing_for_client
from hanse.resources.applications.quick_start.client_body import application_errors, client_body, unsafe_settings
from hanse.resources.applications.quick_start.library_settings import issuer_of, settings_for
from hanse.resources.applications.quick_start.model import ApplicationResult, CreatedItem, MissingItem, NewApplication
from hanse.resources.applications.quick_start.surroundings import Surroundings

# Settings of the client whose errors belong to another field of the input.
_FIELDS: Final = {"jwksSettings.jwks": "jwks", "jwksSettings": "jwks"}


def create_application(change: Change, application: NewApplication, randomness: Randomness) -> ApplicationResult:
    """Create an application and what it needs. Raises ValidationFailed with the fields of the input."""
    issuer = issuer_of(change)
    if errors := list(application_errors(application)):
        raise ValidationFailed(errors)
    secret = new_token(randomness)
    surroundings = Surroundings(change)
    body = client_body(application, secret)
    if errors := list(unsafe_settings(change, body)):
        raise ValidationFailed([_placed(each) for each in errors])
    body |= surroundings.prepare(application.kind, application.redirect_uris)
    try:
        stored = surroundings.create(handles.CLIENTS, message("Client {name}", name=application.name), body)
    except ValidationFailed as error:
        raise ValidationFailed([_placed(each) for each in error.errors], error.message) from error
    client = parse_stored(Client, stored.body)
    has_secret = "secret" in body["clientAuth"]
    return ApplicationResult(
        created=[CreatedItem(title=localized(title), path=path) for title, path in surroundings.created],
        missing=_missing(change, stored.body),
        settings=settings_for(issuer, client),
        client_secret=secret if has_secret else None,
    )


def _placed(error: FieldError) -> FieldError:
    path = error.field_path or ""
    return replace(error, field_path=_FIELDS.get(path, path) or None)


def _missing(change: Change, body: dict[str, object]) -> list[MissingItem]:
    found = []
    for each in missing_for_client(change, body):
        declared = None if each.resource is None else change.registry.by_path(each.resource.path)
        page = "" if declared is None or declared.ui is None else declared.ui.page.path
        found.append(MissingItem(message=localized(each.text), path=page))
    return found
