"""The composition root: the only package, with the commands, that sees everything.

`process.run` is a server from start to end: it prepares the data folder (`data_folder`, `server_certificate`), opens
the listeners, asks `admin_app.build_admin_app` and `engine_app.build_engine_app` for the two applications, and runs
both in one event loop until a signal. What the applications are made of is passed in as data (`AdminParts`,
`EngineParts`): routes, readiness checks and the setup link. Nothing here decides anything about the product.
"""
