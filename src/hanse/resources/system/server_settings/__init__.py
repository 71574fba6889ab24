"""Server settings: who runs this server, its base URL and identifiers, its roles, mail and notifications.

One document at `/serverSettings`, whose parts follow the contract: `model` describes them, `notifications` those that
concern messages to administrators, `resource` declares the area.
"""
