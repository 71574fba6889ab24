"""Everything between the socket and a handler, shared by both listeners.

From the wire inwards: `sockets` binds, `tls` makes the context, `protocol` limits the head of a request and hands over
the client's certificate, `request_cycle` writes answers, `listener` runs one uvicorn server among several in one loop.
Then `edge`, one ASGI application around each listener's own: request id and request log (`request_log`), response
headers (`headers`), errors (`errors`), limits of bodies (`limits`), host check (`hosts`), anti-forgery (`csrf`).

A handler raises `kit.errors.HanseError` and never renders an error by itself. Knows no configuration, no session
and no route of the product.
"""
