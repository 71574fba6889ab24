"""The adapter that asks for an identifier. The policy decides how the user is authenticated."""

from collections.abc import Mapping
from typing import Final

from hanse.config.declare.plugin_fields import FALSE, Field, FieldType, Form
from hanse.config.plugins.numbers import NumberCheck
from hanse.config.plugins.plugin import Plugin, Settings
from hanse.plugins.adapters.identifier_first.api import IdentifierFirstApi
from hanse.plugins.adapters.identifier_first.names import ANOTHER, CHOSEN, DOMAIN, LONGEST, REMOVED, SUBJECT
from hanse.plugins.adapters.identifier_first.remembered_identifiers import (
    COOKIE,
    read_identifiers,
    with_identifier,
    written,
)
from hanse.plugins.contracts.adapters import KIND, AdapterRequest, AdapterResult, Cookie, Failure, ShowPage, Success

TEMPLATE: Final = "identifier.first.template.html"
_DAY: Final = 86_400


class IdentifierFirstAdapter:
    """Asks for an identifier; the interface is `contracts.adapters.Adapter`."""

    identifies_only = True
    api = IdentifierFirstApi()

    def __init__(self, settings: Settings) -> None:
        self._cookie_seconds = int(settings.text("Identifier Cookie Lifetime")) * _DAY
        self._most_remembered = int(settings.text("Maximum Identifiers Count"))
        self._can_be_cancelled = settings.flag("Allow Cancelling Identifier Selection")
        self._template = settings.text("Identifier Selection Template")

    def begin(self, request: AdapterRequest) -> AdapterResult:
        """Ask for an identifier, or have the user choose one that the browser remembers."""
        if request.user_id_fixed and (found := self.identify(request.user_id)) is not None:
            return Success(attributes=found)
        return self._page(request, self._remembered(request), has_input=bool(request.user_id), entered=request.user_id)

    def resume(self, request: AdapterRequest) -> AdapterResult:
        """Continue with the user's input or choice."""
        form, remembered = request.form or {}, self._remembered(request)
        if form.get("pf.cancel") and self._can_be_cancelled:
            return Failure(code="cancelled")
        if removed := form.get(REMOVED):
            left = tuple(each for each in remembered if each != removed)
            return self._page(request, left, cookies=self._cookie(left))
        chosen = form.get(CHOSEN, "")
        entered = chosen if chosen in remembered else form.get(SUBJECT, "")
        if form.get(ANOTHER) and not entered:
            return self._page(request, remembered, has_input=True)
        found = self.identify(entered)
        if found is None:
            error = "identifier.wrong" if entered else "identifier.missing"
            return self._page(request, remembered, has_input=True, entered=entered, error=error)
        kept = with_identifier(remembered, found[SUBJECT], self._most_remembered)
        return Success(attributes=found, cookies=self._cookie(kept) if self._cookie_seconds else ())

    def identify(self, identifier: str) -> Mapping[str, str] | None:
        """Return the claimed identifier and the domain after the last @, which policies use; None without one.

        Domains are case-insensitive (RFC 5321, section 2.4).
        """
        subject = identifier.strip()
        if not subject or len(subject) > LONGEST or not subject.isprintable():
            return None
        name, at, domain = subject.rpartition("@")
        return {SUBJECT: subject, DOMAIN: domain.lower() if at and name else ""}

    def _page(
        self,
        request: AdapterRequest,
        remembered: tuple[str, ...],
        *,
        has_input: bool = False,
        entered: str = "",
        error: str = "",
        cookies: tuple[Cookie, ...] = (),
    ) -> ShowPage:
        values = {
            "identifiers": [] if has_input else list(remembered),
            "identifier": entered or (request.user_id if has_input and request.form is None else ""),
            "cancel_offered": self._can_be_cancelled,
            "error": error,
        }
        return ShowPage(template=self._template, values=values, fallback=TEMPLATE, cookies=cookies)

    def _remembered(self, request: AdapterRequest) -> tuple[str, ...]:
        if not self._cookie_seconds:
            return ()
        found = read_identifiers(request.cookies.get(COOKIE, ""), self._most_remembered)
        return tuple(each for each in found if self.identify(each) is not None)

    def _cookie(self, identifiers: tuple[str, ...]) -> tuple[Cookie, ...]:
        return (Cookie(COOKIE, written(identifiers), self._cookie_seconds if identifiers else 0),)


IDENTIFIER_FIRST = Plugin(
    kind=KIND,
    id="com.pingidentity.adapters.identifierfirst.idp.IdentifierFirstAdapter",
    name="Identifier First Adapter",
    keywords=("username first", "home realm discovery"),
    make=IdentifierFirstAdapter,
    attribute_contract=(DOMAIN, SUBJECT),
    supports_extended_contract=True,
    pseudonym=SUBJECT,
    form=Form(
        description="Asks for an identifier. The policy then chooses how the user signs in.",
        fields=(
            Field(
                name="Identifier Cookie Lifetime",
                description="Days for which the browser remembers identifiers. 0 turns this off.",
                default="30",
                required=True,
                check=NumberCheck(0, 3650),
            ),
            Field(
                name="Allow Cancelling Identifier Selection",
                description="Show a button that cancels the sign-in.",
                type=FieldType.CHECK_BOX,
                default=FALSE,
            ),
            Field(
                name="Maximum Identifiers Count",
                description="Maximum number of identifiers that the browser remembers.",
                default="5",
                required=True,
                advanced=True,
                check=NumberCheck(1, 100),
            ),
            Field(
                name="Identifier Selection Template",
                description="Template of the page that asks for the identifier.",
                default="identifier.first.template.html",
                required=True,
                advanced=True,
                maximum_length=256,
            ),
            Field(
                name="Enable Risk Provider",
                description="Evaluate the risk of a sign-in before the user authenticates.",
                type=FieldType.CHECK_BOX,
                default=FALSE,
                advanced=True,
                lacks="risk providers",
            ),
            Field(
                name="Risk Provider",
                description="Risk provider that evaluates sign-ins.",
                advanced=True,
                lacks="risk providers",
            ),
        ),
    ),
)
