"""Frame forms: the pages of areas that have no screen of their own in the console, made on the server.

A `Frame` (`frame`) says which resource a node of the navigation shows. Everything else follows from the resource's
declaration: `form` turns its model into a form and what a browser posts into the body that the API takes, `pages` has
what a visit can ask for, `policy_editor` the editor of trees, and `site` answers requests. What is saved passes through
the very operations of the API (`OperationDispatcher.perform`), so that roles, validation and revisions are the same.

The pages work without scripts: every button submits a form, rows are added and removed by the server, and a save ends
with a redirect. `console/src/frame` makes them quicker, and lets the console around them know what happens in them.
"""
