"""Alembic's entry point: `hanse.config.migrate` passes the connection, which is already in a transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
