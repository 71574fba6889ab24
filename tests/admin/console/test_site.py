"""Responses of the console's site: encodings, caching, fallback, and no access outside its folder."""

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.types import Message

from hanse.admin.console.negotiation import choose_encoding
from hanse.admin.console.site import ConsoleSite

SCRIPT = b"console.log('x');" * 100


@pytest.fixture
def site(tmp_path: Path) -> ConsoleSite:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("outside")
    (static / "index.html").write_bytes(b"<!doctype html><title>Hanse</title>")
    (static / "theme.js").write_bytes(b"theme")
    script = static / "assets" / "index-B7xYz_12.js"
    script.write_bytes(SCRIPT)
    script.with_name(script.name + ".br").write_bytes(b"brotli")
    script.with_name(script.name + ".gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    return ConsoleSite.load(static)


def get(
    site: ConsoleSite, path: str, fields: dict[str, str] | None = None, method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    headers = [(name.encode(), value.encode()) for name, value in (fields or {}).items()]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("the request body is not needed")

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(site(scope, receive, send))
    answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return int(sent[0]["status"]), answered, bytes(sent[1]["body"])


def test_the_page_has_the_title_of_the_console(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_bytes(b"<!doctype html><title>Hanse</title>")
    page.with_name("index.html.br").write_bytes(b"with the title of the build")
    site = ConsoleSite.load(tmp_path, r"Acme \\1 <b>&")
    status, headers, body = get(site, "/login")
    shown = r"Acme \\1 &lt;b&gt;&amp;"
    head = f'<title>{shown}</title><meta name="application-name" content="{shown}" />'
    assert (status, body) == (200, f"<!doctype html>{head}".encode())
    _, compressed, packed = get(site, "/login", {"accept-encoding": "gzip, br"})
    assert (compressed["content-encoding"], gzip.decompress(packed)) == ("gzip", body)
    assert headers["etag"] != get(ConsoleSite.load(tmp_path, "Other"), "/login")[1]["etag"]


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip, deflate", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0.1, gzip;q=0.9", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0, *", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("", None, SCRIPT),
        ("identity", None, SCRIPT),
        ("deflate", None, SCRIPT),
        ("br;q=zero", None, SCRIPT),
    ],
)
def test_the_preferred_encoding_is_sent(site: ConsoleSite, accepted: str, encoding: str | None, body: bytes) -> None:
    status, fields, got = get(site, "/assets/index-B7xYz_12.js", {"accept-encoding": accepted})
    assert (status, fields.get("content-encoding")) == (200, encoding)
    assert fields["vary"] == "Accept-Encoding"
    assert fields["content-type"] == "text/javascript; charset=utf-8"
    assert got == body or (encoding == "gzip" and gzip.decompress(got) == SCRIPT)


@pytest.mark.parametrize(
    ("path", "cache_control"),
    [
        ("/assets/index-B7xYz_12.js", "public, max-age=31536000, immutable"),
        ("/theme.js", "no-cache"),
        ("/index.html", "no-cache"),
        ("/system/server/license", "no-cache"),
    ],
)
def test_only_assets_with_a_hash_in_their_names_are_cached(site: ConsoleSite, path: str, cache_control: str) -> None:
    assert get(site, path)[1]["cache-control"] == cache_control


def test_an_unchanged_page_is_not_sent_again(site: ConsoleSite) -> None:
    etag = get(site, "/")[1]["etag"]
    for given in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        status, fields, body = get(site, "/", {"if-none-match": given})
        assert (status, body, fields["etag"]) == (304, b"", etag)
    assert get(site, "/", {"if-none-match": '"other"'})[0] == 200


def test_each_encoding_has_its_own_etag(site: ConsoleSite) -> None:
    tags = {get(site, "/assets/index-B7xYz_12.js", {"accept-encoding": each})[1]["etag"] for each in ("br", "gzip", "")}
    assert len(tags) == 3


@pytest.mark.parametrize("path", ["/", "/login", "/system/server/virtual-hostnames", "/pf-admin", "/no.such.file"])
def test_an_unknown_path_returns_the_consoles_page(site: ConsoleSite, path: str) -> None:
    status, fields, body = get(site, path)
    assert (status, fields["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"Hanse" in body


@pytest.mark.parametrize(
    "path",
    ["/pf-admin-api", "/pf-admin-api/v1/nothing", "/pf-admin-ui/nothing", "/assets/index-OLDHASH1.js", "/assets/"],
)
def test_unknown_calls_and_assets_are_errors(site: ConsoleSite, path: str) -> None:
    status, fields, body = get(site, path)
    assert (status, fields["content-type"]) == (404, "application/json")
    assert b"resource_not_found" in body


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "//secret.txt",
        "/..\\secret.txt",
        "/assets/index-B7xYz_12.js/../../../secret.txt",
        "/static/../secret.txt\x00",
    ],
)
def test_no_file_outside_the_folder_is_served(site: ConsoleSite, path: str) -> None:
    assert b"outside" not in get(site, path)[2]


def test_encoded_files_have_no_paths_of_their_own(site: ConsoleSite) -> None:
    assert get(site, "/assets/index-B7xYz_12.js.br")[0] == 404


def test_only_get_and_head_are_allowed(site: ConsoleSite) -> None:
    status, fields, _ = get(site, "/", method="POST")
    assert (status, fields["allow"]) == (405, "GET, HEAD")
    assert get(site, "/", method="HEAD")[0] == 200


def test_without_a_build_a_page_explains_how_to_build_the_console(tmp_path: Path) -> None:
    status, _, body = get(ConsoleSite.load(tmp_path / "static"), "/")
    assert status == 200
    assert b"make build" in body


def test_uncompressed_content_can_be_preferred() -> None:
    assert choose_encoding("gzip;q=0", ["identity", "gzip"]) == "identity"
