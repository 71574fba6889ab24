"""The names of the adapter's attributes and of the inputs of its page."""

SUBJECT, DOMAIN = "subject", "domain"
LONGEST = 1024
# Field names of existing templates and automated tests.
CHOSEN, REMOVED, ANOTHER = "identifier.selection", "clear.previous.selected.subject", "add.identifier"
