"""A browser that signs a user in at a provider, so that the code flow can be measured with a session."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from html import unescape
from urllib.parse import urlencode, urljoin

import httpx

from bench.peers.provider import REDIRECT

VERIFIER = "bench-verifier-of-43-characters-or-more-0123456789"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
_FORM = re.compile(r'<form[^>]*action="([^"]*)"')
_HIDDEN = re.compile(r'<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"')


def authorization_query(client_id: str, scope: str) -> str:
    """Return the query of an authorization request with PKCE."""
    return urlencode(
        {
            "client_id": client_id,
            "response_type": "code",
            "redirect_uri": REDIRECT,
            "scope": scope,
            "state": "bench",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
    )


class Browser:
    """Keeps cookies and follows redirects within the provider."""

    def __init__(self, origin: str) -> None:
        self._client = httpx.Client(base_url=origin, timeout=30, event_hooks={"request": [self._add_cookies]})

    def _add_cookies(self, request: httpx.Request) -> None:
        # Browsers send cookies marked as secure to localhost without TLS as well, and Keycloak relies on that there.
        for each in self._client.cookies.jar:
            each.secure = False
        self._client.cookies.set_cookie_header(request)

    def authorize(self, path: str, client_id: str, scope: str) -> httpx.Response:
        """Request a code as a user who is not signed in."""
        return self._client.get(f"{path}?{authorization_query(client_id, scope)}")

    def follow(self, answer: httpx.Response) -> str:
        """Return the address of the page at which the redirects of an answer end."""
        while answer.is_redirect:
            address = urljoin(str(answer.url), answer.headers["location"])
            if address.startswith(REDIRECT):
                return address
            answer = self._client.get(address)
        self.page = answer.text
        return str(answer.url)

    def submit(self, address: str, fields: dict[str, str]) -> str:
        """Submit the form of the page with its hidden fields, and return the resulting address."""
        form = _FORM.search(self.page)
        action = urljoin(address, unescape(form[1])) if form else address
        hidden = {name: unescape(value) for name, value in _HIDDEN.findall(self.page)}
        return self.post(action, {**hidden, **fields})

    def post(self, address: str, fields: dict[str, str]) -> str:
        """Send a form, and return the address at which the redirects end."""
        return self.follow(self._client.post(address, data=fields))

    def cookie(self, *prefixes: str) -> str:
        """Return the cookies whose names begin with a prefix, as a Cookie field."""
        kept = {each.name: each.value for each in self._client.cookies.jar if each.name.startswith(prefixes)}
        return "; ".join(f"{name}={value}" for name, value in kept.items())
