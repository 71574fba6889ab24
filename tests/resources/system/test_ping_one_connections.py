"""The usage of a connection, tested with a test resource, as no resource of the product refers to connections yet."""

from typing import Annotated, Any

import pytest

from hanse import handles
from hanse.config.configuration import Configuration
from hanse.config.database import Database
from hanse.config.declare.access import Area
from hanse.config.declare.fields import ConfigModel, Ref, ResourceId, ResourceLink
from hanse.config.declare.options import ListOptions, ResourceText, StorageOptions
from hanse.config.declare.registry import Registry
from hanse.config.declare.resource import Resource, UsageCategory
from hanse.config.declare.validation import to_body
from hanse.config.http.operation import Call, Caller
from hanse.kit.errors import NotFound, ValidationFailed
from hanse.kit.ports import CloudPlatform
from hanse.resources.system.ping_one_connections.operations import connection_operations
from hanse.resources.system.ping_one_connections.resource import PING_ONE_CONNECTIONS
from tests.support.clock import ManualClock
from tests.support.cloud_platform import AcceptingPlatform
from tests.support.configurations import create, delete, make_configuration, read
from tests.support.randomness import SeededRandomness


class Gateway(ConfigModel):
    id: ResourceId | None = None
    name: str
    connection: Annotated[
        ResourceLink | None, Ref(handles.PING_ONE_CONNECTIONS, services=("PingOne LDAP Gateway",))
    ] = None
    fallback: Annotated[ResourceLink | None, Ref(handles.PING_ONE_CONNECTIONS, services=("PingOne DaVinci",))] = None


GATEWAYS = Resource(
    path="/toy/gateways",
    model=Gateway,
    area=Area.CONFIGURATION,
    text=ResourceText(title="LDAP Gateway", description="Data stores behind a gateway of the cloud."),
    lists=ListOptions(sort_by="name"),
    storage=StorageOptions(kind="toy/gateway"),
    usage=UsageCategory.DATA_STORE,
)
LINK = {"id": "kontor"}


@pytest.fixture
def configuration(database: Database) -> Configuration:
    made = make_configuration(
        database,
        [PING_ONE_CONNECTIONS, GATEWAYS],
        ManualClock(),
        SeededRandomness(),
        ports={CloudPlatform: AcceptingPlatform()},
    )
    create(made, PING_ONE_CONNECTIONS, {"id": "kontor", "name": "Kontor", "credential": "c"})
    return made


def run_action(configuration: Configuration, name: str, id_: str = "kontor") -> Any:
    operations = {each.path.rpartition("/")[2]: each for each in connection_operations(configuration.registry)}
    caller = Caller(None, "", "", "")
    with configuration.reading() as view:
        call = Call(caller, {"id": id_}, {}, None, view, configuration, configuration.ports)
        return to_body(operations[name].run(call).body)  # type: ignore[arg-type]  # these operations return models.


def test_without_users_only_possible_users_are_listed(configuration: Configuration) -> None:
    assert run_action(configuration, "usage") == {"categories": [], "items": []}
    assert run_action(configuration, "serviceAssociations") == {
        "items": [
            {
                "componentName": "LDAP Gateway",
                "serviceNames": ["PingOne LDAP Gateway", "PingOne DaVinci"],
                "configured": False,
            }
        ]
    }


def test_users_are_listed_once_each_by_name_with_their_category(configuration: Configuration) -> None:
    create(configuration, GATEWAYS, {"id": "b", "name": "zebra", "connection": LINK, "fallback": LINK})
    create(configuration, GATEWAYS, {"id": "c", "name": "Ant", "fallback": LINK})
    create(configuration, GATEWAYS, {"id": "d", "name": "alone"})
    assert run_action(configuration, "usage") == {
        "categories": [{"id": "DATA_STORE", "name": "Data Stores"}],
        "items": [
            {"id": "c", "name": "Ant", "categoryId": "DATA_STORE", "type": "LDAP Gateway", "ref": {"id": "c"}},
            {"id": "b", "name": "zebra", "categoryId": "DATA_STORE", "type": "LDAP Gateway", "ref": {"id": "b"}},
        ],
    }
    assert run_action(configuration, "serviceAssociations")["items"][0]["configured"] is True


def test_a_connection_in_use_cannot_be_deleted(configuration: Configuration) -> None:
    create(configuration, GATEWAYS, {"id": "b", "name": "zebra", "connection": LINK})
    with pytest.raises(ValidationFailed) as refused:
        delete(configuration, PING_ONE_CONNECTIONS, "kontor")
    assert refused.value.message == "Cannot delete this connection as it is currently in use."
    assert [error.message for error in refused.value.errors] == ["In use by LDAP Gateway 'b'."]
    delete(configuration, GATEWAYS, "b")
    delete(configuration, PING_ONE_CONNECTIONS, "kontor")
    with pytest.raises(NotFound):
        read(configuration, PING_ONE_CONNECTIONS, "kontor")


@pytest.mark.parametrize("name", ["usage", "serviceAssociations", "credentialStatus", "environments"])
def test_an_unknown_connection_has_no_usage(configuration: Configuration, name: str) -> None:
    with pytest.raises(NotFound):
        run_action(configuration, name, "elsewhere")


def test_users_of_connections_must_name_their_category() -> None:
    nameless = Resource(
        path="/toy/gateways",
        model=Gateway,
        area=Area.CONFIGURATION,
        text=ResourceText(title="LDAP Gateway", description="Without a category."),
        storage=StorageOptions(kind="toy/gateway"),
    )
    with pytest.raises(ValueError, match="no usage category"):
        connection_operations(Registry([PING_ONE_CONNECTIONS, nameless]))
