"""The examples of the user guide accept the tokens of the signed JWT adapter, and refuse others."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from hanse.config.plugins.plugin import Settings
from hanse.crypto.key_pairs import RSA
from hanse.plugins.conformance.token_keys import key_of, signing_services
from hanse.plugins.contracts.access_tokens import SigningKey
from hanse.plugins.contracts.sp_adapters import HandedOverUser
from hanse.plugins.sp_adapters.signed_jwt.plugin import SIGNED_JWT, SUBJECT, SignedJwtAdapter
from tests.support.running_servers import running

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "user-guide" / "sp-adapters.md"
ISSUER, AUDIENCE = "https://sso.example.com:9031", "https://app.example.com"
# Reads tokens from the standard input, one a line, and prints what the application makes of each.
CALLER = """
import { createInterface } from "node:readline";
for await (const token of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(await signedInUser(token)));
  } catch (error) {
    console.log(JSON.stringify({ refused: String(error) }));
  }
}
"""


def example(language: str) -> str:
    (code,) = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return str(code)


@pytest.fixture(scope="module")
def key_set() -> Iterator[str]:
    """Yield the address of a server with the public key."""
    private = key_of(RSA, 2048).private_key
    assert isinstance(private, RSAPrivateKey)
    public = jwt.algorithms.RSAAlgorithm.to_jwk(private.public_key(), as_dict=True)
    keys = {"keys": [{**public, "kid": key_of(RSA, 2048).key_id, "use": "sig", "alg": "RS256"}]}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(keys).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/jwk-set+json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with running(server):
        yield f"http://127.0.0.1:{server.server_port}/pf/JWKS"


def adapter(**changed: str) -> SignedJwtAdapter:
    values = {each.name: each.default for each in SIGNED_JWT.form.fields if each.default is not None}
    given = {name.replace("_", " "): value for name, value in changed.items()}
    usual = {"Application URL": f"{AUDIENCE}/sso", "Audience": AUDIENCE}
    return SignedJwtAdapter(Settings("example", {**values, **usual, **given}, {}))


def services(key: Callable[[str], SigningKey] = lambda _algorithm: key_of(RSA, 2048), *, age: int = 0) -> Any:
    now = datetime.now(UTC) - timedelta(seconds=age)
    return replace(signing_services(), now=now, issuer=ISSUER, central_key=key)


def tokens() -> dict[str, str]:
    """Return a good token, and others that no application may accept."""
    user = HandedOverUser(attributes={SUBJECT: "joe", "mail": "joe@example.com"}, target=f"{AUDIENCE}/orders")

    def made(support: Any = None, **changed: str) -> str:
        return adapter(**changed).hand_over(user, support or services()).fields["token"]

    good = made()
    start, _, signature = good.rpartition(".")
    return {
        "good": good,
        "used": good,
        "expired": made(services(age=120)),
        "for another application": made(Audience="https://other.example.com"),
        "of another issuer": made(Issuer="https://issuer.example"),
        "of another key": made(services(lambda _algorithm: key_of(RSA, 2048, "another"))),
        "with another algorithm": made(JWS_Algorithm="PS256"),
        "with a secret": made(JWS_Algorithm="HS256", Shared_Secret="s" * 32),
        "changed": f"{start}.{signature[:-8]}{signature[-8:][::-1]}",
        "of another kind": adapter(Logout_URL=f"{AUDIENCE}/out").log_out("joe", "s", services()).fields["logout_token"],
    }


def check(results: dict[str, dict[str, Any] | None]) -> None:
    good = results.pop("good")
    assert good is not None
    assert (good["sub"], good["mail"], good["target_resource"]) == ("joe", "joe@example.com", f"{AUDIENCE}/orders")
    assert results == dict.fromkeys(results)


def test_the_python_example_accepts_only_valid_tokens(key_set: str) -> None:
    module = ModuleType("application")
    exec(example("python"), module.__dict__)  # noqa: S102 - the code comes from our own documentation.
    vars(module)["KEYS"] = jwt.PyJWKClient(key_set)
    results: dict[str, dict[str, Any] | None] = {}
    for name, token in tokens().items():
        try:
            results[name] = module.signed_in_user(token)
        except jwt.PyJWTError:
            results[name] = None
    check(results)


def test_the_node_example_accepts_only_valid_tokens(key_set: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node is not None
    code = example("javascript")
    assert "new URL(`${issuer}/pf/JWKS`)" in code
    module = tmp_path / "application.mjs"
    module.write_text(code.replace("new URL(`${issuer}/pf/JWKS`)", f'new URL("{key_set}")') + CALLER)
    (tmp_path / "node_modules").symlink_to(ROOT / "console" / "node_modules")
    given = tokens()
    done = subprocess.run(
        [node, str(module)], input="\n".join(given.values()), capture_output=True, text=True, check=True, timeout=60
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    check({name: None if "refused" in each else each for name, each in zip(given, found, strict=True)})
