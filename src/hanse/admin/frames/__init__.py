"""Frame forms: the pages of areas that have no screen of their own in the console, made on the server.

A `Frame` (`frame`) connects a node of the navigation with the resource that its pages show. Everything else follows
from the resource's declaration: `form` turns its model into a form and a posted form into the body of the API, `pages`
has the pages that answer a request (`PageRequest`), `policy_editor` has the editor of trees, and `site` answers
requests over HTTP. Saves pass through the same operations as the API (`OperationDispatcher.perform`), so that roles,
validation and revisions are the same.

The pages work without scripts: every button submits a form, rows are added and removed by the server, and a save ends
with a redirect. `console/src/frame` makes them quicker, and lets the console around them know what happens in them.
"""
