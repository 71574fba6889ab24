"""Alembic's entry: the connection is handed in by `hanse.config.migrate`, already in a transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
