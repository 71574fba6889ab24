"""Servers of Python's standard library that answer in a thread of the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread


@contextmanager
def running(server: BaseServer) -> Iterator[None]:
    """Answer requests until the block ends, then close the server."""
    # The server looks for its end at this interval, in seconds. The default adds up to half a second to each test.
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
