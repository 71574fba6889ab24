"""The HTTP edge of everything administrators call: operations become routes here, and only here.

A request passes the steps of `edge.Edge.handle` in their order: anti-forgery, authentication, authorisation, query,
body, then the operation's own function inside one transaction on a worker thread. The edge knows operations and
models; it knows no resource.
"""
