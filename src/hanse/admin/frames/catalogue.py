"""Which areas have frame forms, and what little a form says beyond the declaration of its resource."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hanse.admin.frames import oauth, oauth_settings, tokens
from hanse.admin.frames.accounts import NEW_ACCOUNT, RESET_PASSWORD, USERNAME
from hanse.admin.frames.certificates import EXPORT, EXPORT_CERTIFICATE, IMPORT, IMPORT_PAIR, REQUEST
from hanse.admin.frames.mapping import OWN, Mapped
from hanse.admin.frames.presenting import Presentation
from hanse.admin.frames.stores import DATA_STORE_VARIANTS, TEST_CONNECTION
from hanse.admin.frames.variants import Adding, Ask, Tweaks, Variant, tweaked
from hanse.admin.frames.widgets import Kind, Widget, form_of
from hanse.admin.session.navigation import TREE
from hanse.admin.session.nodes import Node
from hanse.config.fields import ConfigModel
from hanse.config.plugins.kind import PluginKind
from hanse.config.resource import Resource
from hanse.resources.applications.access_token_mappings import ACCESS_TOKEN_MAPPINGS
from hanse.resources.applications.access_tokens.managers import MANAGER_KIND
from hanse.resources.applications.clients import CLIENT_SETTINGS, OAUTH_CLIENTS
from hanse.resources.applications.oidc_policies.policies import OIDC_POLICIES
from hanse.resources.authentication.adapters.resource import ADAPTER_KIND
from hanse.resources.authentication.grant_mappings import CONTRACT_GRANT_MAPPINGS
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.authentication.selectors.resource import SELECTOR_KIND
from hanse.resources.authentication.sessions import APPLICATION_SESSIONS, AUTHENTICATION_SESSIONS, SESSION_SETTINGS
from hanse.resources.security.key_pairs.ssl_server import SSL_SERVER_KEY_PAIRS, SSL_SERVER_SETTINGS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from hanse.resources.security.trusted_cas import TRUSTED_CAS
from hanse.resources.system.administrative_accounts.resource import ADMINISTRATIVE_ACCOUNTS
from hanse.resources.system.authorization_server import SETTINGS as AUTHORIZATION_SERVER
from hanse.resources.system.data_stores import DATA_STORES
from hanse.resources.system.extended_properties import EXTENDED_PROPERTIES
from hanse.resources.system.notification_publishers.resource import PUBLISHER_KIND
from hanse.resources.system.password_validators.resource import VALIDATOR_KIND

# Of a list's item: what its plug-in is called.
PLUGIN = "_plugin"


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The pages of one node of the navigation: a form, or a list and the forms of its items."""

    node: str
    resource: Resource[Any]
    # One item, as in "Add policy contract".
    singular: str = ""
    # What lists show beside the name.
    columns: tuple[str, ...] = ()
    # What forms do not ask for; it stays as it is.
    left_out: frozenset[str] = frozenset()
    # Where the items are instances of plug-ins: which, as forms are then made of what plug-ins declare.
    kind: PluginKind[Any] | None = None
    # In which sections its fields stand, and which depend on others.
    presentation: Presentation = field(default_factory=Presentation)
    # What there is to know of its attribute mapping, where it has one.
    mapped: Mapped | None = None
    # What people call an item that has no name of its own.
    naming: Callable[[Mapping[str, Any]], str] | None = None
    # The page of the documentation that its help link leads to.
    help: str = "forms"
    # Where items are of several types, each with a form of its own, and the member that says of which.
    variants: tuple[Variant, ...] = ()
    variant_member: str = "type"
    # What is different from what the model says, and what is asked for new items only.
    tweaks: Tweaks = field(default_factory=dict)
    only_new: Tweaks = field(default_factory=dict)
    # How an item comes to be, where that is not by sending it.
    adding: Adding | None = None
    # What an item can be asked to do, where no plug-in says so.
    asks: tuple[Ask, ...] = ()
    # The member that is a tree of nodes, if there is one (`policies`).
    tree: str = ""
    # What a list without items says: what would be here, and why one would want it.
    empty: str = ""

    @cached_property
    def title(self) -> str:
        """What the navigation calls it."""
        return _labels()[self.node]

    @property
    def name_member(self) -> str:
        """The member that items are known by to people."""
        return self.resource.sort_by or self.resource.id_field

    @cached_property
    def widgets(self) -> tuple[Widget, ...]:
        """The form."""
        if self.adding is not None:
            return self.adding.widgets
        left_out = self.left_out | self._mapping
        if not self.resource.is_singleton and not self._asks_for_id:
            left_out |= {self.resource.id_field}
        model: type[ConfigModel] = self.resource.model
        # A model that leads back to itself is no form of fields.
        form = tweaked(form_of(model, left_out | {self.tree}), {**self.tweaks, **self.only_new})
        if self.tree:
            form = (*form, Widget(name=self.tree, kind=Kind.TREE, label=self.singular))
        shown = self.presentation.applied(form)
        # An id is fixed once the document is there, whatever the model says of it.
        return tuple(replace(each, fixed=True) if each.name == self.resource.id_field else each for each in shown)

    @cached_property
    def widgets_of_stored(self) -> tuple[Widget, ...]:
        """The form of an item that is there already."""
        if self.adding is not None:
            # What comes in another way than by being sent is looked at, and not changed.
            return tuple(replace(each, kind=Kind.FACT) for each in form_of(self.resource.shown_model, self.left_out))
        return tuple(widget for widget in self.widgets if widget.name not in self.only_new)

    def ask(self, id_: str) -> Ask | None:
        """Return what an item can be asked to do by this name."""
        return next((each for each in self.asks if each.id == id_), None)

    def variant(self, id_: str) -> Variant | None:
        """Return the type of items by this name."""
        return next((each for each in self.variants if each.id == id_), None)

    @property
    def types(self) -> Mapping[str, tuple[str, str]]:
        """The types that there are to choose from, with what each is called and what it is for."""
        if self.kind is not None:
            return {each.id: (each.name, each.form.description) for each in self.kind.plugins}
        return {each.id: (each.name, each.description) for each in self.variants}

    @cached_property
    def list_widgets(self) -> tuple[Widget, ...]:
        """What lists show beside the name; of instances first of what they are."""
        model: type[ConfigModel] = self.resource.shown_model
        by_name = {widget.name: widget for widget in form_of(model, self._unlisted)}
        found = tuple(by_name[name] for name in self.columns)
        return found if self.kind is None else (Widget(name=PLUGIN, kind=Kind.FACT, label="Type"), *found)

    def listed(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an item's body as lists show it."""
        if self.kind is None:
            return body
        id_ = body["pluginDescriptorRef"]["id"]
        plugin = self.kind.plugins.get(id_)
        return {**body, PLUGIN: f"{id_} (not installed)" if plugin is None else plugin.name}

    def called(self, id_: str, body: Mapping[str, Any]) -> str:
        """Return what people call an item."""
        return self.naming(body) if self.naming is not None else str(body.get(self.name_member) or id_)

    @property
    def _mapping(self) -> frozenset[str]:
        """What the form of a mapping shows by itself."""
        if self.mapped is None:
            return frozenset()
        held = frozenset({self.mapped.holder}) if self.mapped.holder else OWN
        return held | frozenset(self.mapped.maps)

    @property
    def _unlisted(self) -> frozenset[str]:
        names = {info.alias or name for name, info in self.resource.shown_model.model_fields.items()}
        return frozenset(names - set(self.columns))

    @property
    def _asks_for_id(self) -> bool:
        """Whether an id is for people to choose, because the server makes none."""
        model: type[ConfigModel] = self.resource.model
        names = {info.alias or name: info for name, info in model.model_fields.items()}
        return names[self.resource.id_field].is_required()


def instances(node: str, kind: PluginKind[Any], singular: str, empty: str, **more: Any) -> Frame:
    """Return the pages of the instances of a kind of plug-ins."""
    columns = ("id", "parentRef", "lastModified")
    return Frame(node=node, resource=kind.resource, kind=kind, singular=singular, empty=empty, columns=columns, **more)


FRAMES: tuple[Frame, ...] = (
    instances(
        "idpAdapters",
        ADAPTER_KIND,
        "IdP Adapter",
        empty="An adapter asks users who they are: by a form for a password, or for an identifier by which a policy"
        " goes on. Policies refer to adapters.",
        left_out=frozenset({"attributeMapping"}),
    ),
    instances(
        "selectors",
        SELECTOR_KIND,
        "Selector",
        empty="A selector chooses by the facts of a request which way of a policy is taken: by its network, a"
        " parameter, scopes or the client.",
    ),
    Frame(
        node="policyContracts",
        resource=POLICY_CONTRACTS,
        singular="Policy Contract",
        columns=("extendedAttributes", "lastModified"),
        left_out=frozenset({"coreAttributes"}),
        empty="A contract names the attributes that a policy hands on once a user is authenticated. Applications and "
        "partners that ask for a user get what the contract says, whichever way the user signed in.",
    ),
    Frame(
        node="policies",
        resource=POLICIES,
        singular="Policy",
        columns=("enabled", "description"),
        left_out=frozenset({"position"}),
        tree="rootNode",
        empty="A policy says which adapters a user passes, in which order, and what the application is told of the "
        "user then. Policies are tried from the first to the last until one of them ends.",
    ),
    Frame(
        node="fragments",
        resource=FRAGMENT_RESOURCE,
        singular="Fragment",
        columns=("inputs", "outputs", "description"),
        tree="rootNode",
        empty="A fragment is a part of a policy that several policies go through, such as a second factor. It is "
        "changed in one place for all of them.",
    ),
    Frame(
        node="oauthClients",
        resource=OAUTH_CLIENTS,
        singular="Client",
        columns=("clientId", "grantTypes", "enabled", "modificationDate"),
        left_out=frozenset({"extendedParameters"}),
        presentation=oauth.CLIENT,
        help="clients",
        empty="A client is an application that asks this server for tokens. What it may ask for, and how it proves who "
        "it is, is said here.",
    ),
    Frame(node="clientSettings", resource=CLIENT_SETTINGS, presentation=oauth_settings.CLIENT_SETTINGS, help="clients"),
    Frame(
        node="authorizationServerSettings",
        resource=AUTHORIZATION_SERVER,
        presentation=oauth_settings.AUTHORIZATION_SERVER,
        help="authorization-server",
    ),
    Frame(
        node="dataStores",
        resource=DATA_STORES,
        singular="Data Store",
        columns=("type", "lastModified"),
        variants=DATA_STORE_VARIANTS,
        asks=(TEST_CONNECTION,),
        empty="A data store is a directory or a database of your organisation. Attributes of users come from it, and"
        " passwords are checked at it.",
    ),
    Frame(
        node="administrativeAccounts",
        resource=ADMINISTRATIVE_ACCOUNTS,
        singular="Administrative Account",
        columns=("active", "auditor", "roles", "department"),
        tweaks=USERNAME,
        only_new=NEW_ACCOUNT,
        asks=(RESET_PASSWORD,),
        empty="Accounts administer this server, each with the roles that it needs; auditors see everything.",
    ),
    Frame(
        node="trustedCas",
        resource=TRUSTED_CAS,
        singular="Trusted CA",
        columns=("issuerDN", "expires", "status"),
        left_out=frozenset({"cryptoProvider"}),
        adding=IMPORT,
        asks=(EXPORT,),
        empty="The certificates of authorities that the operating system does not know, such as your organisation's"
        " own: directories whose certificates they have issued are then trusted.",
    ),
    Frame(
        node="sslServerCertificates",
        resource=SSL_SERVER_KEY_PAIRS,
        singular="SSL Server Certificate",
        columns=("issuerDN", "expires", "status"),
        left_out=frozenset({"cryptoProvider", "rotationSettings"}),
        adding=IMPORT_PAIR,
        asks=(EXPORT_CERTIFICATE, REQUEST),
        empty="Certificates that browsers and applications are shown in place of the one that this server has made for"
        " itself.",
    ),
    Frame(node="sslServerSettings", resource=SSL_SERVER_SETTINGS),
    Frame(node="sessions", resource=AUTHENTICATION_SESSIONS),
    Frame(node="applicationSessions", resource=APPLICATION_SESSIONS),
    Frame(node="sessionSettings", resource=SESSION_SETTINGS),
    instances(
        "accessTokenManagement",
        MANAGER_KIND,
        "Access Token Manager",
        empty="A manager makes access tokens: signed ones that say everything themselves, or references that only this"
        " server understands. It says what they carry and how long they count.",
    ),
    Frame(
        node="accessTokenMappings",
        resource=ACCESS_TOKEN_MAPPINGS,
        singular="Access Token Mapping",
        columns=("accessTokenManagerRef",),
        mapped=tokens.ACCESS_TOKEN_MAPPING,
        naming=tokens.context_of,
        empty="A mapping says where the attributes of access tokens come from: from the user's source, from the grant,"
        " or from the client. Each way in which a grant can come about has its own.",
    ),
    Frame(
        node="openIdConnectPolicyManagement",
        resource=OIDC_POLICIES,
        singular="Policy",
        columns=("accessTokenManagerRef", "lastModified"),
        mapped=tokens.OIDC_POLICY,
        presentation=tokens.OIDC_PRESENTATION,
        empty="A policy says what ID tokens and the UserInfo endpoint tell of a person, and from where it comes.",
    ),
    Frame(
        node="policyContractGrantMapping",
        resource=CONTRACT_GRANT_MAPPINGS,
        singular="Grant Mapping",
        mapped=tokens.GRANT_MAPPING,
        naming=tokens.contract_of,
        empty="A mapping says whose a persistent grant is, for users that a policy contract tells of.",
    ),
    Frame(node="redirectValidation", resource=REDIRECT_VALIDATION),
    Frame(node="extendedProperties", resource=EXTENDED_PROPERTIES),
    instances(
        "passwordCredentialValidators",
        VALIDATOR_KIND,
        "Password Credential Validator",
        empty="A validator answers whether a user name and a password belong together. Log-in forms and clients that"
        " send passwords refer to one.",
    ),
    instances(
        "notificationPublishers",
        PUBLISHER_KIND,
        "Notification Publisher",
        empty="A publisher sends messages: to administrators of what is about to happen, to users of their accounts.",
    ),
)


def _labels() -> dict[str, str]:
    found: dict[str, str] = {}

    def look(node: Node) -> None:
        found[node.id] = node.label
        for child in node.children:
            look(child)

    for node in TREE:
        look(node)
    return found
