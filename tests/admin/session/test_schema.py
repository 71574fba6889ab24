import pytest
from sqlalchemy import MetaData, inspect

from hanse.admin.preferences import schema as preferences
from hanse.admin.session import schema as sessions
from hanse.admin.setup import schema as setup
from hanse.config.database import Database


@pytest.mark.parametrize("metadata", [sessions.metadata, setup.metadata, preferences.metadata])
def test_the_migrations_create_the_declared_tables(database: Database, metadata: MetaData) -> None:
    found = inspect(database.engine)
    for table in metadata.sorted_tables:
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert set(columns) == set(table.columns.keys())
        for column in table.columns:
            assert str(columns[column.name]["type"]) == str(column.type.compile(database.engine.dialect))
            assert columns[column.name]["nullable"] == column.nullable
        assert found.get_pk_constraint(table.name)["constrained_columns"] == list(table.primary_key.columns.keys())
        assert {index["name"] for index in found.get_indexes(table.name)} == {index.name for index in table.indexes}
