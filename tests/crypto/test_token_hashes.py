"""Hashes that bind an ID token to other values, by the examples of OpenID Connect Core 1.0 (appendix A)."""

import pytest

from hanse.crypto.token_hashes import half_hash


def test_the_hashes_equal_the_examples_of_the_specification() -> None:
    # Appendix A.3 and A.4, and the code and the token of appendix A.6.
    assert half_hash("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "RS256") == "77QmUPtjPfzWtF2AnpK9RQ"
    assert half_hash("Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", "RS256") == "LDktKdoQak3Pk0cnXxCltA"


@pytest.mark.parametrize(("algorithm", "characters"), [("ES256", 22), ("PS384", 32), ("HS512", 43)])
def test_the_hash_function_is_that_of_the_signing_algorithm(algorithm: str, characters: int) -> None:
    found = half_hash("value", algorithm)
    assert found is not None
    assert len(found) == characters


def test_an_unsecured_token_has_no_hash() -> None:
    assert half_hash("value", "none") is None
