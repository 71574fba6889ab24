"""Authentication contexts: how users have signed in (SAML core, section 3.3.2.2.1)."""

from typing import Final

from hanse.engine.saml.idp.refusals import ContextNotMet, RequestUnsupported
from hanse.engine.signin.contracts import SignedIn
from hanse.saml.requests import RequestedAuthnContext
from hanse.saml.xml_names import CONTEXT_PROTECTED_TRANSPORT, CONTEXT_UNSPECIFIED

# RFC 8176: the user has entered a password. This server is reached over TLS only.
_PASSWORD: Final = "pwd"  # noqa: S105 - the name of a method.


def requested_contexts(context: RequestedAuthnContext | None) -> tuple[str, ...]:
    """Return the requested classes, one of which the user must have used. Raises RequestUnsupported.

    Classes have no order here, so a comparison other than `exact` is met by the classes themselves only.
    """
    if context is None:
        return ()
    if context.decl_refs:
        raise RequestUnsupported("Declarations of authentication contexts are not supported.")
    if context.comparison == "better":
        raise ContextNotMet("No class is known to be better than another.")
    return context.class_refs


def context_of(result: SignedIn, requested: tuple[str, ...]) -> str:
    """Return the class of the user's authentication context. Raises ContextNotMet."""
    usual = result.acr or (CONTEXT_PROTECTED_TRANSPORT if _PASSWORD in result.amr else CONTEXT_UNSPECIFIED)
    if requested and CONTEXT_UNSPECIFIED not in requested and usual not in requested:
        raise ContextNotMet("The user has not signed in by a requested method.")
    return usual
