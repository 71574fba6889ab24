"""Java key stores, as `keytool -storetype JKS` writes them."""

from base64 import b64decode

import pytest

from hanse.crypto.certificate_chains import from_chain
from hanse.crypto.java_key_store import StoreUnreadable, WrongPassword, read_java_key_store
from hanse.crypto.key_files import KeyFileRefused, read_key_file
from hanse.crypto.key_pairs import key_from_text

PASSWORD = "changeit"
# One EC key, `CN=jks, O=Hanse`, with a certificate that its key has signed.
STORE = b64decode(
    "/u3+7QAAAAIAAAABAAAAAQADb25lAAABogWj/q8AAAB/MH0wDgYKKwYBBAEqAhEBAQUABGuFfdMqGTlxMkFvdwsvuOdYypkw+7Ha"
    "4KU8e/5cjUD4IBitmYLMwtvcqQaecapZALF3rMZk45w+QYRt0cNr2l9/UO1G0RVC3gzyofuy2YqVZUyB02rwhHq04UsTWjL21lao"
    "yO/q+zc38JqqbgAAAAEABVguNTA5AAABWTCCAVUwgfygAwIBAgIJANDOwhJUN2zpMAoGCCqGSM49BAMCMB4xDjAMBgNVBAoTBUhh"
    "bnNlMQwwCgYDVQQDEwNqa3MwIBcNMjYxMTIyMjM0MjQzWhgPMjEyNjEwMjkyMzQyNDNaMB4xDjAMBgNVBAoTBUhhbnNlMQwwCgYD"
    "VQQDEwNqa3MwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAThMxYPbEqQ2fu9vrp5bZ2VFuVjnONZ3q6W+gLZumKAkjT/6HcLjlpG"
    "ud5bx/3YaXKUR2nB9nKUCbFjrFeaULcMoyEwHzAdBgNVHQ4EFgQUNCxVGW7POPwqUM4OYRNXFLs2DLEwCgYIKoZIzj0EAwIDSAAw"
    "RQIhAMqOkfhkTjPCynT6ezc0grRaCdSuKWTkWR9al3Df825CAiAP/dY/sYmZFM80z+AvTrnzE84gK27jQjkYOtDA8+bKye5hMlLG"
    "BmQ4qfFzvxLUPC7BTNKX"
)


@pytest.mark.parametrize("file_format", [None, "PKCS12"])
def test_a_store_with_one_key_is_a_key_file(file_format: str | None) -> None:
    found = read_key_file(STORE, PASSWORD, file_format)
    certificate = from_chain(found.certificates)[0]
    assert certificate.subject.rfc4514_string() == "CN=jks,O=Hanse"
    assert key_from_text(found.key).public_key() == certificate.public_key()


def test_a_wrong_password_and_a_damaged_store_are_refused() -> None:
    damaged = STORE[:60] + bytes([STORE[60] ^ 1]) + STORE[61:]
    for data, password in ((STORE, "changed"), (STORE, ""), (damaged, PASSWORD), (STORE[:30], PASSWORD)):
        with pytest.raises(WrongPassword):
            read_java_key_store(data, password)
    with pytest.raises(StoreUnreadable):
        read_java_key_store(b"PK" + STORE, PASSWORD)
    with pytest.raises(KeyFileRefused) as refused:
        read_key_file(STORE, "changed", None)
    assert refused.value.member == "password"


def test_the_store_is_not_a_pem_file() -> None:
    with pytest.raises(KeyFileRefused):
        read_key_file(STORE, PASSWORD, "PEM")
