"""A Starlette application that returns two constant answers, as the lower bound for `bench.engine`.

It has no host names, entity tags, limits, security headers, log or metrics. `python -m bench.constant_app FOLDER PORT`
serves the files `metadata` and `jwks` of the folder.
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
