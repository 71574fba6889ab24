"""The HTTP edge of everything administrators call: operations become routes here, and only here.

`routing` makes the routes; `callers` authenticates and authorizes callers, `requests` reads requests, `rendering`
writes answers.

A request has passed the listener's layers (`kit.http.edge`: limits, anti-forgery, headers). Here it passes the steps of
`dispatch.OperationDispatcher.handle` in their order: authentication, authorization, query, body, then the operation's
own function inside one transaction on a worker thread. This package knows operations and models, but no resource.
"""
