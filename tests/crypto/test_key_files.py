"""Key files of other software and of this server are read, written, or refused with the reason."""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import dsa, ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    pkcs7,
    pkcs12,
)
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanse.crypto.key_file_process import make_key_file, open_key_file
from hanse.crypto.key_files import (
    FILE,
    PASSWORD,
    PEM,
    PKCS12,
    KeyFileRefused,
    file_bytes,
    read_certificates,
    read_key_file,
    write_key_file,
)
from hanse.crypto.key_pairs import PrivateKey, key_to_text
from tests.support.certified_keys import pair
from tests.support.key_pairs import certificate, ec_key
from tests.support.openssl import openssl, openssl_output

SECRET = "Hanse, Lübeck 1241"
UNENCRYPTED = NoEncryption()
ENCRYPTED = BestAvailableEncryption(SECRET.encode())


def pem_key(
    key: PrivateKey | dsa.DSAPrivateKey,
    encryption: KeySerializationEncryption = ENCRYPTED,
    form: PrivateFormat = PrivateFormat.PKCS8,
) -> bytes:
    return key.private_bytes(Encoding.PEM, form, encryption)


def pem(*certificates: x509.Certificate) -> bytes:
    return b"".join(each.public_bytes(Encoding.PEM) for each in certificates)


def p12(
    key: pkcs12.PKCS12PrivateKeyTypes | None,
    leaf: x509.Certificate | None,
    *others: x509.Certificate,
    encryption: KeySerializationEncryption = ENCRYPTED,
) -> bytes:
    return pkcs12.serialize_key_and_certificates(b"seal", key, leaf, others, encryption)


def key_and_chain_of(id_: str) -> tuple[str, list[str]]:
    body = pair(id_)
    return body["privateKey"], body["certificates"]


def refusal(data: bytes, password: str = SECRET, file_format: str | None = None) -> tuple[str, str]:
    with pytest.raises(KeyFileRefused) as caught:
        read_key_file(data, password, file_format)
    return caught.value.member, caught.value.error_id


@pytest.mark.parametrize("id_", ["p256-1", "p384-1", "p521-1", "rsa-1"])
@pytest.mark.parametrize("file_format", [PKCS12, PEM])
def test_openssl_and_this_server_read_the_written_file(id_: str, file_format: str, tmp_path: Path) -> None:
    key, chain = key_and_chain_of(id_)
    data = write_key_file(key, chain, SECRET, file_format, id_)
    read = read_key_file(data, SECRET, None)
    assert (read.key, read.certificates) == (key, chain)
    file = tmp_path / "file"
    file.write_bytes(data)
    secret = f"pass:{SECRET}"
    if file_format == PKCS12:
        opened = openssl("pkcs12", "-in", str(file), "-passin", secret, "-nodes")
        shown = openssl_output("pkcs12", "-in", str(file), "-info", "-noout", "-passin", secret)
        assert b"AES-256-CBC" in shown
    else:
        opened = openssl("pkcs8", "-in", str(file), "-passin", secret)
        assert b"aes-256-cbc" in openssl("asn1parse", "-in", str(file))
    assert key.encode().splitlines()[1] in opened
    assert key.encode().splitlines()[1] not in data


@pytest.mark.parametrize("legacy", [[], ["-legacy"]])
def test_a_pkcs12_file_of_openssl_is_read(legacy: list[str], tmp_path: Path) -> None:
    key_file, leaf_file, file = (tmp_path / name for name in ("key", "leaf", "file"))
    leaf, issuer, root = certificate(1, issuer=2), certificate(2, issuer=3), certificate(3)
    key_file.write_bytes(pem_key(ec_key(1), UNENCRYPTED))
    # The issuers are in the wrong order, with an unrelated certificate among them.
    leaf_file.write_bytes(pem(leaf, root, certificate(9), issuer))
    openssl(
        *("pkcs12", "-export", "-inkey", str(key_file), "-in", str(leaf_file), "-out", str(file)),
        *("-passout", f"pass:{SECRET}", *legacy),
    )
    read = read_key_file(file.read_bytes(), SECRET, PKCS12)
    assert read.key == key_to_text(ec_key(1))
    assert [x509.load_der_x509_certificate(b64decode(each)) for each in read.certificates] == [leaf, issuer, root]


@pytest.mark.parametrize(
    "key",
    [
        pem_key(ec_key(1)),
        pem_key(ec_key(1), UNENCRYPTED),
        pem_key(ec_key(1), UNENCRYPTED, PrivateFormat.TraditionalOpenSSL),
        pem_key(ec_key(1), ENCRYPTED, PrivateFormat.TraditionalOpenSSL),
    ],
    ids=["encrypted", "unencrypted", "unencrypted, SEC 1", "encrypted, SEC 1"],
)
def test_every_form_of_a_key_in_pem_is_read(key: bytes) -> None:
    for data in (
        key + pem(certificate(1)),
        pem(certificate(1)) + b"\r\n" + key,
        b"Bag Attributes\n" + key + pem(certificate(1)),
    ):
        assert read_key_file(data, SECRET, PEM).key == key_to_text(ec_key(1))


@pytest.mark.parametrize(
    "data",
    [
        pem_key(ec_key(1)) + pem(certificate(1)),
        pem_key(ec_key(1), ENCRYPTED, PrivateFormat.TraditionalOpenSSL) + pem(certificate(1)),
        p12(ec_key(1), certificate(1)),
    ],
)
@pytest.mark.parametrize("password", ["", "wrong", SECRET + " "])
def test_a_wrong_password_is_reported_as_such(data: bytes, password: str) -> None:
    assert refusal(data, password) == (PASSWORD, "wrong_password")


@pytest.mark.parametrize("password", ["", SECRET])
def test_a_file_without_encryption_needs_no_password(password: str) -> None:
    data = pem_key(ec_key(1), UNENCRYPTED) + pem(certificate(1))
    assert read_key_file(data, password, None).key == key_to_text(ec_key(1))
    assert read_key_file(p12(ec_key(1), certificate(1), encryption=UNENCRYPTED), "", None).key == key_to_text(ec_key(1))


def weak_rsa() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 1024)  # noqa: S505 - the test needs a key that is refused.


# Created on demand: a DSA key takes seconds, and every process of a run imports this file.
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "invalid_file"),
    "text": (lambda: b"hello", "invalid_file"),
    "DER of a certificate": (lambda: certificate(1).public_bytes(Encoding.DER), "invalid_file"),
    "PKCS 12 without a key": (lambda: p12(None, None, certificate(1)), "key_missing"),
    "PEM without a key": (lambda: pem(certificate(1)), "key_missing"),
    "PEM with two keys": (lambda: pem_key(ec_key(1)) + pem_key(ec_key(2)) + pem(certificate(1)), "several_keys"),
    "PKCS 12 without a certificate": (lambda: p12(ec_key(1), None), "certificate_missing"),
    "PEM without a certificate": (lambda: pem_key(ec_key(1)), "certificate_missing"),
    "another's certificate": (lambda: pem_key(ec_key(1)) + pem(certificate(2)), "key_mismatch"),
    "a short key": (lambda: pem_key(weak_rsa()) + pem(certificate(1)), "unfit_key"),
    "a foreign curve": (lambda: pem_key(ec.derive_private_key(7, ec.SECP256K1())) + pem(certificate(1)), "unfit_key"),
    "a DSA key": (lambda: pem_key(dsa.generate_private_key(2048)) + pem(certificate(1)), "unfit_key"),
    "a broken certificate": (
        lambda: pem_key(ec_key(1)) + pem(certificate(1)).replace(b"\nMII", b"\nAAA"),
        "invalid_file",
    ),
    "a broken key": (
        lambda: re.sub(rb"\n[^-]", rb"\nA", pem_key(ec_key(1), UNENCRYPTED)) + pem(certificate(1)),
        "invalid_file",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_unusable_files_are_refused_with_the_reason(name: str) -> None:
    make, error_id = BAD[name]
    assert refusal(make()) == (FILE, error_id)


def test_a_file_of_another_format_than_the_requested_one_is_refused() -> None:
    assert refusal(pem_key(ec_key(1)) + pem(certificate(1)), file_format=PKCS12) == (FILE, "invalid_file")
    assert refusal(p12(ec_key(1), certificate(1)), file_format=PEM) == (FILE, "key_missing")


GOOD = (pem_key(ec_key(1), UNENCRYPTED) + pem(certificate(1)), p12(ec_key(1), certificate(1), encryption=UNENCRYPTED))


@given(data=st.binary(max_size=300), file_format=st.sampled_from([None, PEM, PKCS12]), password=st.text(max_size=5))
@example(b"\x30\x80\x02\x01\x03\x30\x80", None, "")
@example(b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", None, "")
def test_arbitrary_bytes_are_refused_cleanly(data: bytes, file_format: str | None, password: str) -> None:
    with pytest.raises(KeyFileRefused):
        read_key_file(data, password, file_format)
    with pytest.raises(KeyFileRefused):
        read_certificates(data)


# The examples are always the same, because one damage in some millions requires minutes of hashing.
@settings(derandomize=True)
@given(st.sampled_from(GOOD), st.integers(0, 5000), st.binary(min_size=1, max_size=3))
def test_a_damaged_file_is_read_or_refused_cleanly(data: bytes, position: int, damage: bytes) -> None:
    position %= len(data)
    damaged = data[:position] + damage + data[position + len(damage) :]
    for read in (lambda: read_key_file(damaged, "", None), lambda: read_certificates(damaged)):
        with suppress(KeyFileRefused):
            read()


@given(st.text(max_size=60))
def test_any_text_is_decoded_or_refused(text: str) -> None:
    with suppress(KeyFileRefused):
        file_bytes(text)


def test_a_file_is_sent_as_base64_or_as_pem() -> None:
    data = pem(certificate(1))
    assert file_bytes(data.decode()) == file_bytes(b64encode(data).decode()) == data
    wrapped = "\r\n".join(re.findall(".{1,64}", b64encode(data).decode()))
    assert file_bytes(wrapped) == data


def test_certificates_are_read_in_every_form_that_authorities_send() -> None:
    chain = [certificate(1, issuer=2), certificate(2)]
    for data in (
        pem(*chain),
        pkcs7.serialize_certificates(chain, Encoding.PEM),
        pkcs7.serialize_certificates(chain, Encoding.DER),
    ):
        assert set(read_certificates(data)) == set(chain)
    assert read_certificates(chain[0].public_bytes(Encoding.DER)) == chain[:1]


@pytest.mark.parametrize("file_format", [PKCS12, PEM])
def test_files_are_made_and_opened_in_a_separate_process(file_format: str) -> None:
    key, chain = key_and_chain_of("p256-1")
    data = make_key_file(key, chain, SECRET, file_format, "seal")
    opened = open_key_file(data, SECRET, None)
    assert (opened.key, opened.certificates) == (key, chain)
    assert "PRIVATE" not in repr(opened)
    with pytest.raises(KeyFileRefused) as caught:
        open_key_file(data, "wrong", None)
    assert caught.value.member == PASSWORD


def test_a_file_that_needs_too_much_hashing_is_refused() -> None:
    costly = PrivateFormat.PKCS12.encryption_builder().kdf_rounds(1_000_000).build(SECRET.encode())
    data = p12(ec_key(1), certificate(1), encryption=costly)
    with pytest.raises(KeyFileRefused, match="too many times"):
        open_key_file(data, SECRET, None, seconds=0.01)


def test_expired_certificates_can_be_read() -> None:
    past = certificate(1, lifetime=timedelta(days=1))
    assert read_key_file(pem_key(ec_key(1)) + pem(past), SECRET, None).certificates
