"""Rules for the names in certificates that a partner may sign with."""

from collections.abc import Iterator, Sequence

from hanse.kit.errors import FieldError
from hanse.resources.certificate_names import certificate_name_errors
from hanse.resources.federation.connections.credentials import ISSUER_DN, SUBJECT_DN, ConnectionCredentials
from hanse.resources.federation.connections.endpoints import Binding


def signer_name_errors(credentials: ConnectionCredentials) -> Iterator[FieldError]:
    """Find texts that are not distinguished names, and an issuer without a subject."""
    yield from certificate_name_errors(
        (SUBJECT_DN, credentials.verification_subject_dn), (ISSUER_DN, credentials.verification_issuer_dn)
    )


def redirect_errors(credentials: ConnectionCredentials, incoming: Sequence[Binding], path: str) -> Iterator[FieldError]:
    """Find the Redirect binding for signed messages, if only names could verify them. `path` is that of the bindings.

    A signature of this binding is a parameter of the query, without a certificate (SAML bindings, section 3.4.4.1).
    """
    if Binding.REDIRECT in incoming and credentials.verification_subject_dn and not credentials.verifying:
        text = (
            "Messages of the Redirect binding contain no certificate, so that the subject DN does not apply to them."
            " Add a certificate of the partner, or remove the binding."
        )
        yield FieldError(text, path, "not_supported")
