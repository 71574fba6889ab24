"""Rich authorization requests (RFC 9396): types of authorization details, and the plug-ins that process them.

A *detail type* (`types`) is the value of `type` in an element of `authorization_details`, and names a *processor*: an
instance of a plug-in (`processors`) that validates details of the type, describes them on the consent page, and
compares them if a client requests less than was granted. The plug-in that ships with the server is
`hanse.plugins.authorization_details.json_schema`.
"""
