"""The resource declaration of client registration policies."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import ResourceText
from hanse.config.declare.resource import UsageCategory
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.navigation import APPLICATION_OAUTH, ConsolePage
from hanse.config.plugins.descriptors import PluginDescriptor
from hanse.config.plugins.kind import plugin_kind
from hanse.config.plugins.model import INSTANCE_COLUMNS, PluginInstance
from hanse.config.plugins.plugin import PluginSet
from hanse.plugins.client_registration.response_types.plugin import RESPONSE_TYPES_CONSTRAINT
from hanse.plugins.client_registration.scripted.plugin import EXPRESSIONS
from hanse.plugins.contracts.client_registration import KIND, RegistrationPolicy

POLICY_PLUGINS: PluginSet[RegistrationPolicy] = PluginSet(KIND, (RESPONSE_TYPES_CONSTRAINT, EXPRESSIONS))


class ClientRegistrationPolicy(PluginInstance):
    """A client registration policy: an instance of a plug-in that checks registrations of clients."""


class ClientRegistrationPolicyDescriptor(PluginDescriptor):
    """A plug-in for client registration policies."""


UI = Ui(
    page=ConsolePage(
        id="clientRegistrationPolicies",
        label="Client Registration Policies",
        heading=APPLICATION_OAUTH,
        slug="client-registration-policies",
        position=60,
        keywords=("DCR", "RFC 7591", "dynamic client registration"),
    ),
    guide="client-registration",
    items=ItemList(
        singular="Client Registration Policy",
        plural="Client Registration Policies",
        columns=INSTANCE_COLUMNS,
        empty="A policy checks the metadata of clients that register themselves. Client Settings determine the policies"
        " that apply.",
    ),
    form=ItemForm(),
)

REGISTRATION_POLICY_KIND = plugin_kind(
    handle=handles.CLIENT_REGISTRATION_POLICIES,
    model=ClientRegistrationPolicy,
    plugins=POLICY_PLUGINS,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Client Registration Policies",
        singular="Client Registration Policy",
        description="Plug-ins that check and change the metadata of clients that register themselves.",
    ),
    ui=UI,
    descriptor=ClientRegistrationPolicyDescriptor,
    usage=UsageCategory.DYNAMIC_CLIENT_REGISTRATION_PLUGIN,
)
REGISTRATION_POLICIES = REGISTRATION_POLICY_KIND.resource
