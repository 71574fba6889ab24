"""Request bodies of plug-in instances."""

from typing import Any

Body = dict[str, Any]
SIMPLE_VALIDATOR = "org.sourceid.saml20.domain.SimpleUsernamePasswordCredentialValidator"


def fields(**values: str) -> list[Body]:
    """Return fields; underscores in their names stand for spaces."""
    return [{"name": name.replace("_", " "), "value": value} for name, value in values.items()]


def instance(
    number: int | str, name: str, type_: str, given: list[Body] | None = None, **tables: list[list[Body]]
) -> Body:
    """Return the body of an instance; underscores in the names of tables stand for spaces."""
    made = [{"name": key.replace("_", " "), "rows": [{"fields": row} for row in rows]} for key, rows in tables.items()]
    return {
        "id": f"{name.lower()}-{number}",
        "name": f"{name} {number}",
        "pluginDescriptorRef": {"id": type_},
        "configuration": {"fields": given or [], "tables": made},
    }


def user(name: str, password: str, **more: str) -> list[Body]:
    """Return a row of the validator's table of users."""
    return fields(Username=name, Password=password, Confirm_Password=password, **more)


def validator(number: int | str = 0, *users: list[Body]) -> Body:
    """Return the body of a simple password credential validator."""
    return instance(number, "Validator", SIMPLE_VALIDATOR, Users=list(users) or [user("joe", "Schiffer12")])


LDAP_VALIDATOR = "org.sourceid.saml20.domain.LDAPUsernamePasswordCredentialValidator"
ADAPTER = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter"
CIDR = "com.pingidentity.pf.selectors.cidr.CIDRAdapterSelector"


def adapter(number: int | str = 0, **more: Any) -> Body:
    """Return the body of an HTML form adapter that uses the validator `validator-used`."""
    rows = [[{"name": "Password Credential Validator Instance", "value": "validator-used"}]]
    contract = {"coreAttributes": [{"name": "policy.action"}, {"name": "username", "pseudonym": True}]}
    made = instance(number, "Adapter", ADAPTER, Credential_Validators=rows)
    return {**made, "attributeContract": contract, **more}


def selector(number: int | str = 0, *networks: str) -> Body:
    """Return the body of a CIDR authentication selector."""
    rows = [[{"name": "Network Range (CIDR notation)", "value": text}] for text in networks or ("192.0.2.0/24",)]
    return instance(number, "Selector", CIDR, Networks=rows)


SMTP = "com.pingidentity.email.SmtpNotificationPlugin"


def publisher(number: int | str = 0, port: int = 2525, **more: str) -> Body:
    """Return the body of an SMTP notification publisher that uses a mail server on this machine."""
    usual = {"From_Address": "hanse@example.com", "Email_Server": "localhost", "SMTP_Port": str(port)}
    return instance(number, "Publisher", SMTP, fields(**{**usual, **more}))


RESPONSE_TYPES = "com.pingidentity.pf.client.registration.ResponseTypesConstraintsPlugin"
REGISTRATION_EXPRESSIONS = "hanse.registration-expressions"


def registration_policy(number: int | str = 0, *refused: str) -> Body:
    """Return the body of a client registration policy that removes response types."""
    boxes = [{"name": each, "value": "false"} for each in refused or ("token",)]
    return instance(number, "Policy", RESPONSE_TYPES, boxes)


def expression_policy(number: int | str, condition: str, message: str = "Refused.", **values: str) -> Body:
    """Return the body of a client registration policy with a condition, and expressions for members."""
    rows = [fields(Condition=condition, Message=message)]
    changes = [[*fields(Expression=text), {"name": "Member", "value": name}] for name, text in values.items()]
    return instance(number, "Expressions", REGISTRATION_EXPRESSIONS, Refusals=rows, Values=changes)
