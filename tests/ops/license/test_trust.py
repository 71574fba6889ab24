import json
from pathlib import Path

import pytest

from hanse.crypto.ed25519 import key_id, private_pem, public_jwk, public_pem
from hanse.ops.license.trust import TrustAnchorRefused, load_trust_anchors, trust_anchors
from tests.ops.license.licenses import KEY, STRANGER


def test_files_and_folders_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "anchors"
    folder.mkdir()
    (folder / "one.pem").write_bytes(public_pem(KEY))
    (folder / "README.txt").write_text("not a key")
    single = tmp_path / "two.jwk"
    single.write_text(json.dumps(public_jwk(STRANGER)))
    assert set(load_trust_anchors([folder, single])) == {key_id(KEY), key_id(STRANGER)}
    assert load_trust_anchors([]) == {}


def test_only_public_halves_are_kept() -> None:
    assert not trust_anchors([KEY])[key_id(KEY)].is_private


@pytest.mark.parametrize(("content", "reason"), [(b"rubbish", "no public key"), (private_pem(KEY), "private key")])
def test_an_unusable_anchor_is_reported_with_its_file(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "bad.pem"
    file.write_bytes(content)
    with pytest.raises(TrustAnchorRefused, match=rf"bad\.pem: .*{reason}"):
        load_trust_anchors([tmp_path])


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(TrustAnchorRefused, match=r"gone\.pem: No such file"):
        load_trust_anchors([tmp_path / "gone.pem"])
