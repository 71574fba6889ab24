from datetime import timedelta
from functools import partial

import pytest

from hanse.crypto.ed25519 import key_id
from hanse.kit.errors import ValidationFailed
from hanse.kit.randomness import SystemRandomness
from hanse.ops.license.claims import MAX_LICENSE_BYTES
from hanse.ops.license.issuing import evaluation_license, issue_license
from hanse.ops.license.trust import trust_anchors
from hanse.ops.license.verification import EXPIRED, UNKNOWN_SIGNER, verify_license
from tests.ops.license.licenses import ANCHORS, FULL, KEY, NOW


def test_a_license_file_is_one_line_of_text() -> None:
    file = issue_license(FULL, KEY)
    assert file.isascii()
    assert file.endswith(b"\n")
    assert file.count(b"\n") == 1
    assert len(file) < MAX_LICENSE_BYTES / 10


def test_an_evaluation_license_is_limited_and_valid_here_for_30_days() -> None:
    evaluation = evaluation_license(version="1.4.2", now=NOW, randomness=SystemRandomness())
    verify = partial(verify_license, trust_anchors=trust_anchors([evaluation.anchor]), product="Hanse", version="1.9.0")
    license_ = verify(evaluation.file, now=NOW + timedelta(days=30, seconds=-1))
    assert (license_.name, license_.tier, license_.max_connections, license_.node_limit) == (
        "Evaluation",
        "FREE",
        10,
        3,
    )
    assert license_.expiration_date == NOW + timedelta(days=30)
    with pytest.raises(ValidationFailed) as caught:
        verify(evaluation.file, now=NOW + timedelta(days=30))
    assert caught.value.errors[0].error_id == EXPIRED


def test_an_evaluation_license_is_valid_only_here_and_its_key_is_discarded() -> None:
    one, two = (evaluation_license(version="1.0.0", now=NOW, randomness=SystemRandomness()) for _ in range(2))
    assert key_id(one.anchor) != key_id(two.anchor)
    assert not one.anchor.is_private
    elsewhere = {**ANCHORS, **trust_anchors([two.anchor])}
    with pytest.raises(ValidationFailed) as caught:
        verify_license(one.file, trust_anchors=elsewhere, product="Hanse", version="1.0.0", now=NOW)
    assert caught.value.errors[0].error_id == UNKNOWN_SIGNER
