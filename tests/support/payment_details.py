"""Authorization details of payments, after the example in RFC 9396, section 2, and the processor for this type."""

import json
from typing import Any

Body = dict[str, Any]

PAYMENT: Body = {
    "type": "payment_initiation",
    "actions": ["initiate", "status"],
    "locations": ["https://example.com/payments"],
    "instructedAmount": {"currency": "EUR", "amount": "123.50"},
    "creditorName": "Merchant A",
}
SCHEMA: Body = {
    "type": "object",
    "properties": {
        "type": {"const": "payment_initiation"},
        "actions": {"type": "array", "items": {"enum": ["initiate", "status", "cancel"]}, "minItems": 1},
        "locations": {"type": "array", "items": {"type": "string", "format": "uri"}},
        "instructedAmount": {"$ref": "#/$defs/amount"},
        "creditorName": {"type": "string", "maxLength": 70},
        "limit": {"type": "number"},
    },
    "required": ["type", "instructedAmount"],
    "additionalProperties": False,
    "$defs": {
        "amount": {
            "type": "object",
            "properties": {
                "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
                "amount": {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?$"},
            },
            "required": ["currency", "amount"],
        }
    },
}
TEMPLATE = "Pay {instructedAmount.amount} {instructedAmount.currency} to {creditorName}"


def processor(number: int = 0, schema: Any = None, template: str = TEMPLATE, **comparisons: str) -> Body:
    """Return the body of an authorization detail processor; `comparisons` are comparison rules by member."""
    rows = [
        {"fields": [{"name": "Member", "value": member}, {"name": "Comparison", "value": rule}]}
        for member, rule in comparisons.items()
    ]
    return {
        "id": f"payments-{number}",
        "name": f"Payments {number}",
        "pluginDescriptorRef": {"id": "hanse.json-schema"},
        "configuration": {
            "fields": [
                {"name": "Schema", "value": schema if isinstance(schema, str) else json.dumps(schema or SCHEMA)},
                {"name": "Description Template", "value": template},
            ],
            "tables": [{"name": "Comparisons", "rows": rows}] if rows else [],
        },
    }
