"""The least that could answer the same: a Starlette application that has two answers and always gives them.

No hosts, no entity tags, no limits, no protective headers, no log and no metrics. `bench.engine` starts it as
`python -m bench.constant_app FOLDER PORT`; it serves the folder's files `metadata` and `jwks`.
"""

import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PATHS = {"metadata": "/.well-known/openid-configuration", "jwks": "/pf/JWKS"}


def _route(path: str, body: bytes) -> Route:
    async def answer(_request: Request) -> Response:
        return Response(body, media_type="application/json")

    return Route(path, answer)


def main() -> None:
    """Serve until killed."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    routes = [_route(path, (folder / name).read_bytes()) for name, path in PATHS.items()]
    # A batch of the other side takes longer than the default of five seconds.
    uvicorn.run(
        Starlette(routes=routes),
        host="127.0.0.1",
        port=port,
        log_level="error",
        access_log=False,
        timeout_keep_alive=300,
    )


if __name__ == "__main__":
    main()
