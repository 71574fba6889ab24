"""Rendering of pages: languages, Content-Security-Policy, assets, and custom templates."""

from pathlib import Path

import pytest

from hanse.engine.signin.pages import PageRenderer
from hanse.engine.signin.pages.content_security_policy import page_policy
from hanse.kit.texts.locale_choice import choose_locale
from tests.engine.signin.calls import call

EXPIRED = "state.not.found.error.page.template.html"
AVAILABLE = ("en", "de", "es")


@pytest.mark.parametrize(
    ("ui_locales", "accepted", "expected"),
    [
        ((), "", "en"),
        (("de-AT",), "es", "de"),
        (("fr", "es"), "de", "es"),
        (("fr",), "de;q=0.3, es;q=0.9", "es"),
        ((), "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "en"),
        ((), "DE-de", "de"),
        ((), "es;q=0, de;q=0.1", "de"),
        ((), "de;q=x,;;;,", "en"),
        (("../../etc/passwd",), "x" * 10_000, "en"),
    ],
)
def test_the_language_is_that_of_the_request_then_of_the_browser(
    ui_locales: tuple[str, ...], accepted: str, expected: str
) -> None:
    assert choose_locale(ui_locales, accepted, AVAILABLE) == expected


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("https://app.example.com:8443/cb?x=1", " https://app.example.com:8443"),
        ("com.example.app:/callback", " com.example.app:"),
        ("http://127.0.0.1:4711/cb", " http://127.0.0.1:4711"),
        ("http://[::1]:4711/cb", " http:"),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("https://a;script-src *", ""),
        ("https://a.example'; script-src 'unsafe-inline", ""),
        ("https://[", ""),
        ("nothing", ""),
    ],
)
def test_forms_may_redirect_only_to_the_clients_addresses(target: str, source: str) -> None:
    policy = page_policy([target])
    assert f"form-action 'self'{source};" in policy
    assert policy.count(";") == page_policy().count(";")


def test_a_page_is_not_cached_and_not_framed() -> None:
    answer = PageRenderer().render(call(), EXPIRED, {"reference": ""})
    headers = dict(answer.headers)
    assert headers[b"cache-control"] == b"no-store"
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
    assert b"script" not in headers[b"content-security-policy"]


def test_an_error_page_names_the_request() -> None:
    answer = PageRenderer().error(call(), status=400, detail="The redirect URI is not registered.")
    assert (answer.status, b"request-1" in answer.body, b"not registered" in answer.body) == (400, True, True)


def test_assets_are_below_the_issuers_path_and_may_be_cached() -> None:
    pages = PageRenderer()
    page = pages.render(call(issuer_path="/realm"), EXPIRED, {"reference": ""}).body.decode()
    name = pages.assets.addresses["style.css"]
    assert f'href="/realm/assets/{name}"' in page
    assert (b"cache-control", b"public, max-age=31536000, immutable") in pages.assets.answers[name].headers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "messages").mkdir()
    (tmp_path / "assets").mkdir()
    return tmp_path


def test_templates_texts_and_assets_can_be_replaced(folder: Path) -> None:
    (folder / EXPIRED).write_text(
        "{% extends 'layout.html' %}{% block title %}{{ text('expired.title') }}!{% endblock %}"
    )
    (folder / "messages/fr.toml").write_text('[expired]\ntitle = "Cette page a expiré"\n')
    (folder / "assets/logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets/run.js").write_text("alert(1)")
    pages = PageRenderer(folder)
    page = pages.render(call(headers={"Accept-Language": "fr"}), EXPIRED, {"reference": ""}).body.decode()
    assert "<h1>Cette page a expiré!</h1>" in page
    assert f'src="/assets/{pages.assets.addresses["logo.svg"]}"' in page
    assert "run.js" not in pages.assets.addresses


@pytest.mark.parametrize(
    "mistake",
    [
        "{{ nothing_of_this_name }}",
        "{% if %}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ 1 / 0 }}",
        "{{ text.func.__globals__ }}",
        "{% include '../../../../etc/passwd' %}",
    ],
)
def test_a_broken_custom_template_does_not_prevent_sign_in(folder: Path, mistake: str) -> None:
    (folder / EXPIRED).write_text(mistake)
    shown = PageRenderer(folder).render(call(), EXPIRED, {"reference": ""})
    assert shown == PageRenderer().render(call(), EXPIRED, {"reference": ""})


@pytest.mark.parametrize("name", ["", "none.html", "../secrets.html", "/etc/passwd", "a/b.html", "a" * 300])
def test_a_missing_custom_template_falls_back_to_the_default(folder: Path, name: str) -> None:
    for pages in (PageRenderer(), PageRenderer(folder)):
        assert b"expired" in pages.render(call(), name, {"reference": ""}, fallback=EXPIRED).body


def test_unreadable_texts_are_ignored(folder: Path) -> None:
    (folder / "messages/de.toml").write_text("no = = toml")
    page = PageRenderer(folder).render(call(headers={"Accept-Language": "de"}), EXPIRED, {"reference": ""})
    assert b"Diese Seite ist abgelaufen" in page.body


def test_plug_ins_add_pages_and_cannot_replace_those_of_the_server(tmp_path: Path, folder: Path) -> None:
    own, lookups = tmp_path / "plug-in", []
    (own / "messages").mkdir(parents=True)
    (own / "code.html").write_text(
        "{% extends 'layout.html' %}{% block title %}{{ text('code.title') }}{% endblock %}"
        "{% block content %}{{ text('common.cancel') }}{% endblock %}"
    )
    (own / EXPIRED).write_text("another page")
    (own / "messages/de.toml").write_text('[code]\ntitle = "Ihr Code"\n[common]\ncancel = "Nein"\n')
    (own / "messages/en.toml").write_text('[code]\ntitle = "Your code"\n')

    def plugin_folders() -> list[Path]:
        lookups.append("asked")
        return [own]

    for pages in (PageRenderer(None, plugin_folders), PageRenderer(folder, plugin_folders)):
        german = pages.render(call(headers={"Accept-Language": "de"}), "code.html", {}).body
        assert b"<h1>Ihr Code</h1>" in german
        assert b"Abbrechen" in german
        assert b"<h1>Your code</h1>" in pages.render(call(headers={"Accept-Language": "es"}), "code.html", {}).body
    assert b"another page" not in PageRenderer(None, plugin_folders).render(call(), EXPIRED, {"reference": ""}).body
    (folder / "code.html").write_text("replaced by the administrator")
    assert PageRenderer(folder, plugin_folders).render(call(), "code.html", {}).body == b"replaced by the administrator"
    # For its own pages the server does not look up the folders of plug-ins.
    count = len(lookups)
    PageRenderer(folder, plugin_folders).render(call(), EXPIRED, {"reference": ""})
    assert len(lookups) == count
