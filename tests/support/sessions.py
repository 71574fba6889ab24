"""Request bodies of authentication session policies."""

from typing import Any


def source_session(adapter: int | str, **more: Any) -> dict[str, Any]:
    """Return the body of an authentication session policy for an adapter."""
    source = {"type": "IDP_ADAPTER", "sourceRef": {"id": f"adapter-{adapter}"}}
    return {"id": f"session-{adapter}", "authenticationSource": source, "enableSessions": True, **more}
