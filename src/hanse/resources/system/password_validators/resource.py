"""The resource declaration of password credential validators, and the function that calls one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

import structlog
from pydantic import Field

from hanse import handles
from hanse.config.configuration import Configuration
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText
from hanse.config.declare.plugin_fields import Field as PluginField
from hanse.config.declare.resource import UsageCategory
from hanse.config.declare.rules import Proposal
from hanse.config.declare.types import Name
from hanse.config.declare.ui.actions import ItemAction
from hanse.config.declare.ui.declaration import ItemFacts, ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import DATA_AND_CREDENTIAL_STORES, ConsolePage, Tile, TileIcon
from hanse.config.plugins.contracts import (
    check_contract,
    core_attributes_field,
    extended_attributes_field,
    settle_contract,
)
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import PluginKind, plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.kit.errors import FieldError
from hanse.plugins.contracts.validators import KIND, Attributes, PasswordValidator, ValidatorServices
from hanse.plugins.validators.directory.fields import STORE
from hanse.plugins.validators.directory.plugin import LDAP
from hanse.plugins.validators.local_identities.plugin import LOCAL_IDENTITIES
from hanse.plugins.validators.radius.plugin import RADIUS
from hanse.plugins.validators.simple.plugin import SIMPLE

LOG = structlog.stdlib.get_logger("hanse.password-validators")
# Path of the test below a validator's path; `admin.trials` has the operation.
SIGN_IN_TEST = "/testSignIn"
VALIDATOR_PLUGINS: PluginSet[PasswordValidator] = PluginSet(KIND, (SIMPLE, LDAP, RADIUS, LOCAL_IDENTITIES))


class PasswordCredentialValidatorAttribute(ConfigModel):
    """An attribute that a validator provides."""

    name: Annotated[Name, Field(title="Attribute")]


Attribute = PasswordCredentialValidatorAttribute


class PasswordCredentialValidatorAttributeContract(ConfigModel):
    """The attributes that a validator provides about a user."""

    core_attributes: Annotated[list[Attribute] | None, core_attributes_field()] = None
    extended_attributes: Annotated[
        list[Attribute],
        extended_attributes_field("Attributes that the validator returns in addition to the core attributes."),
    ]


class PasswordCredentialValidator(PluginInstance):
    """A password credential validator: an instance of a plug-in that checks passwords."""

    attribute_contract: Annotated[
        PasswordCredentialValidatorAttributeContract | None, Field(title="Attribute contract")
    ] = None


class PasswordCredentialValidatorDescriptor(PluginDescriptor):
    """A plug-in for validators."""


def _check_store(proposal: Proposal[PasswordCredentialValidator]) -> Iterator[FieldError]:
    """Check that the data store is a directory. The type of a data store never changes."""
    for index, field in enumerate(proposal.new.configuration.fields):
        if field.name != STORE or not field.value or not proposal.view.knows(handles.DATA_STORES):
            continue
        stored = proposal.view.find(handles.DATA_STORES, field.value)
        if stored is not None and stored.body["type"] != "LDAP":
            message = "Choose a data store of the type LDAP."
            yield FieldError(message, f"configuration.fields[{index}].value", "invalid_data_store")


def _tested_attributes(result: Any) -> Mapping[str, str]:
    """Return the attributes of a test result as texts by their names."""
    return {each.name: ", ".join(each.values) for each in result.attributes}


UI = Ui(
    page=ConsolePage(
        id="passwordCredentialValidators",
        label="Password Credential Validators",
        heading=DATA_AND_CREDENTIAL_STORES,
        slug="password-credential-validators",
        position=20,
        keywords=("PCV", "LDAP", "RADIUS", "login", "credentials"),
        tile=Tile(TileIcon.LOCK, "Sources that verify usernames and passwords.", position=20),
    ),
    guide="password-validators",
    items=ItemList(
        singular="Password Credential Validator",
        plural="Password Credential Validators",
        columns=INSTANCE_COLUMNS,
        empty="A validator verifies usernames and passwords. Sign-in forms and the password grant use it.",
    ),
    form=ItemForm(),
    item=ItemFacts(
        actions=(
            ItemAction(
                id="testSignIn",
                name="Test Sign-In",
                description="Checks a username and a password with this validator and shows the attributes of the user."
                " Nothing is saved, and the user is not signed in. A wrong password counts as a failed attempt where"
                " the directory counts them.",
                path=SIGN_IN_TEST,
                parameters=(
                    PluginField(name="username", label="Username", description="", required=True, maximum_length=256),
                    PluginField(
                        name="password",
                        label="Password",
                        description="",
                        required=True,
                        encrypted=True,
                        maximum_length=256,
                    ),
                ),
                body=dict,
                shows=_tested_attributes,
            ),
        )
    ),
)

VALIDATOR_KIND: PluginKind[PasswordValidator] = plugin_kind(
    handle=handles.PASSWORD_VALIDATORS,
    model=PasswordCredentialValidator,
    plugins=VALIDATOR_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Password Credential Validator", description="Plug-ins that verify usernames and passwords."
    ),
    descriptor=PasswordCredentialValidatorDescriptor,
    ui=UI,
    inherits=("attribute_contract",),
    fill=settle_contract(VALIDATOR_PLUGINS),
    rules=(check_contract(VALIDATOR_PLUGINS), _check_store),
    usage=UsageCategory.PASSWORD_CREDENTIAL_VALIDATOR,
)
VALIDATORS = VALIDATOR_KIND.resource


def validate(
    configuration: Configuration, id_: str, username: str, password: str, services: ValidatorServices
) -> Attributes | None:
    """Return the user's attributes if the password is correct. Raises NotFound and Unavailable."""
    with configuration.reading() as view:
        validator = VALIDATOR_KIND.made(view, id_)
        contract = getattr(VALIDATOR_KIND.resolved(view, id_), "attribute_contract", None)
    extended = tuple(each.name for each in contract.extended_attributes) if contract is not None else ()
    found = validator.validate(username, password, replace(services, attributes=extended))
    # Neither the user name nor the reason is logged, because people type passwords into the wrong field.
    LOG.debug("password checked", validator=id_, right=found is not None)
    return found
