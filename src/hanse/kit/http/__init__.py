"""Everything between the socket and a handler, shared by both listeners.

From the wire inwards: `sockets` binds, `tls` makes the context, `protocol` limits the head of a request and hands
over the client's certificate, `listener` runs one uvicorn server among several in one loop. Then the ASGI layers,
put on in `edge.protect` in this order: request id and access log (`access`), response headers (`headers`), last
resort for errors (`errors`), body limits (`limits`), host check (`hosts`), anti-forgery (`csrf`).

A handler raises `kit.errors.HanseError` and never renders an error by itself. Knows no configuration, no session
and no route of the product.
"""
