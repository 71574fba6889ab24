"""The composition root: besides the commands, the only package that imports all others.

`process.run` is a server from start to end: it prepares the data folder (`data_folder`, `server_certificate`), opens
the listeners, gets the two applications from `admin_app.build_admin_app` and `engine_app.build_engine_app`, and runs
both in one event loop until a signal. The parts of the applications are passed in as data (`AdminParts`,
`EngineParts`): routes, readiness checks and the setup link. Nothing here decides how the product behaves.
"""
