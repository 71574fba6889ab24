"""Rich authorization requests (RFC 9396): the types of details that clients may ask for, and who understands them.

A *detail type* (`types`) is what `type` says in an element of `authorization_details`, and names a *processor*: an
instance of a plug-in (`processors`) that validates details of the type, describes them to whoever is asked for consent,
and compares them when less is asked for than was granted. The plug-in that ships with the server is
`hanse.plugins.authorization_details.json_schema`.
"""
