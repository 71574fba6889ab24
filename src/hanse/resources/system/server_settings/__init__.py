"""Server settings: contact data, base URL and identifiers, roles, mail and notifications.

One document at `/serverSettings`, whose parts follow the API contract: `model` describes them, `notifications` those
about messages to administrators, `resource` declares the area.
"""
