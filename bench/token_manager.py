"""Access tokens issued per second on one core, compared with bare signatures.

For each algorithm, batches of `JwtTokens.issue` and of bare signatures of equal length alternate. The figures are
medians, and the percentage is the rate of tokens divided by that of signatures. One token is verified with a
third-party library.

    python -m bench.token_manager [--rounds 15]
"""

import argparse
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from joserfc import jws
from joserfc.jwk import ECKey, RSAKey

from hanse.config.plugins.plugin import Settings
from hanse.crypto.key_pairs import EC, RSA, PrivateKey, generate_key
from hanse.kit.randomness import SystemRandomness
from hanse.plugins.access_tokens.jwt.plugin import JWT
from hanse.plugins.access_tokens.jwt.tokens import JwtTokens
from hanse.plugins.contracts.access_tokens import SigningKey, TokenContent, TokenManagerServices

# The size of a batch: about a tenth of a second on a recent core.
BATCHES = {"RS256": 300, "ES256": 3000}
# The shares that the design requires, in percent.
TARGETS = {"RS256": 90, "ES256": 60}
KEYS = {"RS256": (RSA, 2048), "ES256": (EC, 256)}
CONTENT = TokenContent(
    attributes={"sub": "service-account-17", "department": "Logistics", "groups": ["readers", "writers"]},
    client_id="warehouse-portal",
    scopes=("orders:read", "orders:write", "stock"),
)


def manager(algorithm: str) -> JwtTokens:
    """Return a manager that signs with the server's own keys."""
    values = {field.name: field.default for field in JWT.form.fields if field.default}
    chosen = {"JWS Algorithm": algorithm, "Use Centralized Signing Key": "true", "Audience Claim Value": "orders"}
    return JwtTokens(Settings("bench", {**values, **chosen}, {}))


def bare_signature(key: PrivateKey, content: bytes) -> Callable[[], bytes]:
    """Return a function that only makes a signature, for the upper bound of one core."""
    hash_ = hashes.SHA256()
    if isinstance(key, rsa.RSAPrivateKey):
        scheme = padding.PKCS1v15()
        return lambda: key.sign(content, scheme, hash_)
    algorithm = ec.ECDSA(hash_)
    return lambda: key.sign(content, algorithm)


def rate(function: Callable[[], object], count: int) -> float:
    """Return the calls per second of one batch."""
    began = time.perf_counter()
    for _ in range(count):
        function()
    return count / (time.perf_counter() - began)


def compare(algorithm: str, rounds: int) -> float:
    """Print a line for an algorithm and return its share, in percent."""
    private = generate_key(*KEYS[algorithm])
    key, randomness, tokens = SigningKey(private, "key-1"), SystemRandomness(), manager(algorithm)

    def issue() -> str:
        services = TokenManagerServices(
            now=datetime.now(UTC),
            randomness=randomness,
            issuer="https://sso.example.com",
            key_pair=lambda _id: key,
            central_key=lambda _algorithm: key,
        )
        return tokens.issue(CONTENT, services).text

    signed = issue().rpartition(".")[0].encode()
    sign, batch = bare_signature(private, signed), BATCHES[algorithm]
    rounds_of_both = [(rate(sign, batch), rate(issue, batch)) for _ in range(rounds)]
    bare, whole = (statistics.median(figures) for figures in zip(*rounds_of_both, strict=True))
    share = 100 * statistics.median(each[1] / each[0] for each in rounds_of_both)
    public = private.public_key()
    verifier = RSAKey.import_key(public) if isinstance(public, rsa.RSAPublicKey) else ECKey.import_key(public)
    jws.deserialize_compact(issue(), verifier, algorithms=[algorithm])
    print(
        f"{algorithm}  {bare:10,.0f}/s bare  {whole:10,.0f}/s issued  {share:5.1f} %  (at least {TARGETS[algorithm]} %)"
    )
    return share


def main() -> None:
    """Compare both algorithms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--no-goals", action="store_true", help="do not fail when a goal is missed")
    given = parser.parse_args()
    shares = {algorithm: compare(algorithm, given.rounds) for algorithm in KEYS}
    if not given.no_goals and any(share < TARGETS[algorithm] for algorithm, share in shares.items()):
        raise SystemExit("A share is below its target.")


if __name__ == "__main__":
    main()
