"""Settings for the automatic replication of configuration changes in a cluster."""

from typing import Annotated

from pydantic import Field

from hanse import handles
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel
from hanse.config.declare.options import ResourceText, StorageOptions
from hanse.config.declare.resource import DeploymentOptions, ReplicationScope, Resource
from hanse.config.declare.ui.declaration import Ui
from hanse.config.declare.ui.navigation import SERVER, ConsolePage


class ClusterSettings(ConfigModel):
    """Settings for automatic replication: the kinds of changes that reach the engines without a manual replication."""

    replicate_connections_on_save: Annotated[bool, Field(title="Replicate Connections when saved")] = False
    replicate_clients_on_save: Annotated[bool, Field(title="Replicate OAuth Clients when saved")] = False
    # This setting is for clients of the API. The console's page has the two above (specification 2, section 7).
    replicate_log_settings_on_save: Annotated[bool, Field(title="Replicate Log Settings when saved")] = False


UI = Ui(
    page=ConsolePage(
        id="clusterManagement",
        label="Cluster Management",
        heading=SERVER,
        slug="cluster-management",
        position=60,
        keywords=("replication", "nodes", "engine"),
        is_react=True,
    ),
)

CLUSTER_SETTINGS = Resource(
    path=handles.CLUSTER_SETTINGS.path,
    model=ClusterSettings,
    area=Area.CONFIGURATION,
    text=ResourceText(title="Cluster Settings", description="Configuration that a cluster replicates automatically."),
    default=ClusterSettings,
    storage=StorageOptions(kind="clusterSettings"),
    deployment=DeploymentOptions(scope=ReplicationScope.CONSOLES),
    ui=UI,
)
