"""The notice that a page leaves in a cookie for the next page."""

from http import HTTPStatus
from http.cookies import SimpleCookie

import pytest
from starlette.requests import Request

from hanse.admin.frames.assets import FrameAssets
from hanse.admin.frames.page_request import PageNotice
from hanse.admin.frames.responses import FrameRenderer, in_prose, notice_of, redirect, with_line_breaks


@pytest.mark.parametrize(
    "notice", [PageNotice("Ünïcödé; saved, 100 %."), PageNotice("It could not be changed.", failed=True)]
)
def test_the_next_page_reports_success_or_the_reason_of_a_failure(notice: PageNotice) -> None:
    left = SimpleCookie(redirect("/somewhere", notice).headers["Set-Cookie"])
    header = "; ".join(f"{name}={morsel.value}" for name, morsel in left.items())
    read = notice_of(Request({"type": "http", "headers": [(b"cookie", header.encode())]}))
    assert read == notice
    page = bytes(FrameRenderer(FrameAssets.load()).message(HTTPStatus.OK, "Title", "Text", notice=read).body).decode()
    # The console shows only notices of this class as a success (`console/src/frame/shell.ts`).
    assert ('role="alert"' in page, "hanse-frame__notice" in page) == (notice.failed, not notice.failed)


def test_without_a_result_no_message_is_shown() -> None:
    assert not notice_of(Request({"type": "http", "headers": []}))


def test_long_distinguished_names_may_wrap_after_each_comma() -> None:
    assert with_line_breaks("CN=Kontor,O=Hanse, C=DE") == "CN=Kontor,<wbr>O=Hanse, C=DE"
    assert with_line_breaks("<b>,x") == "&lt;b&gt;,<wbr>x"
    assert with_line_breaks("plain") == "plain"


@pytest.mark.parametrize(
    ("title", "prose"),
    [
        ("Password Credential Validators", "password credential validators"),
        ("OpenID Connect Policies", "OpenID Connect policies"),
        ("Active Directory Domains/Kerberos Realms", "Active Directory domains/Kerberos realms"),
        ("IdP Adapters", "IdP adapters"),
    ],
)
def test_names_keep_their_capital_letters_within_a_sentence(title: str, prose: str) -> None:
    assert in_prose(title) == prose
