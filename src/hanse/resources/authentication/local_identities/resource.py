"""The resource declaration of local identity profiles."""

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.options import AnswerOptions, ListOptions, Presentation, ResourceText
from hanse.config.declare.resource import Resource
from hanse.config.declare.rules import DeletionRules, SaveRules
from hanse.config.declare.ui.declaration import ItemForm, ItemList, Ui
from hanse.config.declare.ui.layout import CHOSEN, AppliesWhen, FormLayout, Section
from hanse.config.declare.ui.navigation import AUTHENTICATION_POLICIES, ConsolePage, Tile, TileIcon
from hanse.resources.authentication.local_identities import answers, rules
from hanse.resources.authentication.local_identities.data_store_rules import check_data_store
from hanse.resources.authentication.local_identities.model import LocalIdentityProfile

_VERIFICATION = "emailVerificationConfig"
_DATA_STORE = "dataStoreConfig"
_IN_DIRECTORY = AppliesWhen(f"{_DATA_STORE}.dataStoreRef", CHOSEN)
_ENABLED = AppliesWhen(f"{_VERIFICATION}.emailVerificationEnabled")
_BY_CODE = AppliesWhen(f"{_VERIFICATION}.emailVerificationType", ("OTP",))
_BY_LINK = AppliesWhen(f"{_VERIFICATION}.emailVerificationType", ("OTL",))

UI = Ui(
    page=ConsolePage(
        id="localIdentityProfiles",
        label="Local Identity Profiles",
        heading=AUTHENTICATION_POLICIES,
        slug="local-identity-profiles",
        position=65,
        keywords=("registration", "sign up", "self-service", "users", "customer identity", "CIAM"),
        tile=Tile(
            TileIcon.PROFILE,
            "Users whom this server or a directory stores, and the pages on which they register.",
            position=70,
        ),
    ),
    guide="local-identity-profiles",
    items=ItemList(
        singular="Local Identity Profile",
        plural="Local Identity Profiles",
        columns=("registrationEnabled", "profileEnabled"),
        empty="A profile defines users whom this server or a directory stores: their data, their passwords, and the"
        " pages on which they register and change their data.",
    ),
    form=ItemForm(
        layout=FormLayout(
            sections=(
                Section("Users", ("name", "apcId", "fieldConfig", "passwordConfig")),
                Section("Registration", ("registrationEnabled", "registrationConfig")),
                Section("Profile page", ("profileEnabled", "profileConfig")),
                Section("E-mail verification", (_VERIFICATION,)),
                Section(
                    "User storage",
                    (_DATA_STORE,),
                    help="This server stores users unless you choose a directory.",
                ),
            ),
            left_out=frozenset(
                {
                    "authSources",
                    "authSourceUpdatePolicy",
                    f"{_DATA_STORE}.type",
                    "registrationConfig.captchaEnabled",
                    "registrationConfig.captchaProviderRef",
                    "registrationConfig.thisIsMyDeviceEnabled",
                    "registrationConfig.registrationWorkflow",
                    "registrationConfig.executeWorkflow",
                    f"{_VERIFICATION}.emailVerificationSuccessTemplateName",
                    f"{_VERIFICATION}.requireVerifiedEmailTemplateName",
                }
            ),
            when={
                **{
                    f"{_DATA_STORE}.{name}": (_IN_DIRECTORY,)
                    for name in (
                        "baseDn",
                        "createPattern",
                        "objectClass",
                        "auxiliaryObjectClasses",
                        "dataStoreMapping",
                        "accountDisabledAttribute",
                        "accountDisabledValue",
                    )
                },
                **{f"{_VERIFICATION}.{name}": (_ENABLED,) for name in answers.WHEN_ENABLED},
                **{f"{_VERIFICATION}.{name}": (_ENABLED, _BY_CODE) for name in answers.BY_CODE},
                **{f"{_VERIFICATION}.{name}": (_ENABLED, _BY_LINK) for name in answers.BY_LINK},
            },
        ),
        prefilled=("apcId",),
    ),
)

LOCAL_IDENTITY_PROFILES = Resource(
    path=handles.LOCAL_IDENTITY_PROFILES.path,
    model=LocalIdentityProfile,
    area=Area.CONFIGURATION,
    text=ResourceText(
        title="Local Identity Profile",
        description="Users whom this server or a directory stores, and the pages for them.",
    ),
    lists=ListOptions(sort_by="name"),
    saving=SaveRules(
        rules=(
            rules.check_support,
            rules.check_fields,
            rules.check_registration,
            rules.check_verification,
            check_data_store,
        )
    ),
    deletion=DeletionRules(rules=(rules.check_deletion,)),
    answers=AnswerOptions(presentation=Presentation(LocalIdentityProfile, answers.shown)),
    ui=UI,
)
