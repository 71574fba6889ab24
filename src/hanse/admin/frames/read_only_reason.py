"""The reason why an administrator can view a page but not change it, in the words of the console's own pages."""

from hanse.cluster.console_roles import PASSIVE_TEXT
from hanse.config.declare.access import Area, Intent, Principal, is_allowed, writers_of
from hanse.kit.texts.locale_choice import LOCALE
from hanse.kit.texts.translation import localized, say


def read_only_reason(principal: Principal, area: Area) -> str:
    """Return the reason in the language of the request: an auditor, a missing role, or a passive console."""
    if principal.auditor:
        return say("As an auditor, you can view this page but cannot change it.")
    if is_allowed(principal, area, Intent.WRITE):
        return localized(PASSIVE_TEXT)
    names = sorted(localized(each.label) for each in writers_of(area))
    # Roles are nouns within the sentence, which only German writes with a capital letter.
    roles = " / ".join(each if LOCALE.get() == "de" else each.lower() for each in names)
    return say("Your account can view this page but not change it. Changes require the role {roles}.", roles=roles)
