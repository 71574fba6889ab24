"""The shipped pages: accessible markup, escaped values, no inline scripts or styles, and complete texts."""

import re
from base64 import b64encode
from hashlib import sha384
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanse.engine.signin.pages import PageApplication, PageRenderer
from tests.engine.signin.calls import call
from tests.engine.signin.pages.example_pages import pages
from tests.engine.signin.pages.markup import Markup

PAGES = PageRenderer()
TEMPLATES = sorted(pages())
LOCALES = ("en", "de", "es")
SHIPPED = Path(__file__).parents[4] / "src/hanse/engine/signin/pages/templates"
# Values that add elements or attributes to a page unless they are escaped.
HOSTILE = (
    "<script>alert(1)</script>",
    '" onfocus="alert(1)',
    "' onload='x",
    "</title><img src=x onerror=y>",
    "{{7*7}}",
)


class Form:
    """The flow to which the forms of a page belong."""

    resume_url = "https://sso.example.com/as/flow-1/resume/as/authorization.ping"
    form_token = "1.token-1"


def rendered(template: str, locale: str = "en", text: str = "joe", *, flag: bool = True) -> str:
    values = pages(lambda _: text, flag=flag)[template] if text != "joe" else pages(flag=flag)[template]
    answer = PAGES.render(
        call(),
        template,
        values,
        form=Form(),
        locales=(locale,),
        application=PageApplication(text, "https://a.example/l.png"),
    )
    return answer.body.decode()


def test_every_shipped_page_is_tested() -> None:
    assert {path.name for path in SHIPPED.iterdir()} - {"layout.html", "forms.html", "oauth.ciba.question.html"} == set(
        TEMPLATES
    )


SEARCH_FORM = {"method": "get", "action": "/sp/startSSO.ping", "role": "search"}


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("flag", [True, False])
def test_pages_are_accessible_by_their_markup(template: str, locale: str, flag: bool) -> None:
    page = Markup(rendered(template, locale, flag=flag))
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert page.all("html")[0]["lang"] == locale
    assert len(page.all("h1")) == len(page.all("main")) == len(page.all("title")) == 1
    labels = {each["for"] for each in page.all("label")}
    entered = [*(each for each in page.all("input") if each["type"] != "hidden"), *page.all("select")]
    assert {each["id"] for each in entered} == labels
    assert all("alt" in each for each in page.all("img"))
    assert all(each["aria-describedby"] in ids for _, each in page.elements if "aria-describedby" in each)
    # A search changes nothing, so that it needs no token.
    forms = [each for each in page.all("form") if each != SEARCH_FORM]
    assert all(each == {"method": "post", "action": Form.resume_url} for each in forms)
    assert [each["value"] for each in page.all("input") if each.get("name") == "flow_token"] == [Form.form_token] * len(
        forms
    )
    assert sum("autofocus" in each for _, each in page.elements) <= 1


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("locale", LOCALES)
def test_pages_are_small_and_have_no_script_and_no_inline_style(template: str, locale: str) -> None:
    text = rendered(template, locale)
    page = Markup(text)
    (style,) = [each["href"] for each in page.all("link") if each["rel"] == "stylesheet"]
    sheet = PAGES.assets.answers[style.removeprefix("/assets/")].body
    assert len(text.encode()) + len(sheet) < 30_000
    # The page for front-channel logout loads the clients' logout URIs in frames, and has one script file.
    # Only a script can use a passkey.
    elements_of_others = set() if template == "idp.logout.applications.page.template.html" else {"iframe", "script"}
    elements_of_others -= {"script"} if template.startswith("passkey.") else set()
    assert not {"style", "object", "embed", *elements_of_others} & {tag for tag, _ in page.elements}
    for script in page.all("script"):
        served = PAGES.assets.answers[script["src"].removeprefix("/assets/")].body
        assert script["integrity"] == f"sha384-{b64encode(sha384(served).digest()).decode()}"
    assert not [
        name for _, attributes in page.elements for name in attributes if name == "style" or name.startswith("on")
    ]


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "//evil.example", "https:", "https://a b"]
)
def test_after_a_sign_out_only_web_addresses_are_linked_to(address: str) -> None:
    template = "idp.logout.applications.page.template.html"
    values = {"frames": [], "images": [], "address": address, "seconds": 4, "is_partial": False}
    shown = PAGES.render(call(), template, values)
    page = Markup(shown.body.decode())
    assert not page.all("a")
    assert not page.all("script")
    # A delayed refresh would take the page away from slow readers (WCAG 2.2, failure F41).
    assert not [each for each in page.all("meta") if "http-equiv" in each]


@pytest.mark.parametrize("template", TEMPLATES)
@settings(max_examples=25, deadline=None)
@given(text=st.sampled_from(HOSTILE) | st.text(max_size=60).map(lambda value: f"<b>{value}\"'&"))
def test_no_value_can_break_out_of_its_context(template: str, text: str) -> None:
    plain, hostile = Markup(rendered(template)), Markup(rendered(template, text=text))
    # A value that is not a valid address may remove a link or an image. No value may add anything.
    shape = [(tag, sorted(attributes)) for tag, attributes in plain.elements]
    for tag, attributes in hostile.elements:
        assert (tag, sorted(attributes)) in shape
    assert len(hostile.elements) <= len(plain.elements)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "http://a.example/l.png", 'https://a.example/"><b>', "//a.example"]
)
def test_logos_are_loaded_over_https_only(address: str) -> None:
    template = "state.not.found.error.page.template.html"
    answer = PAGES.render(call(), template, {"reference": ""}, application=PageApplication("App", address))
    assert not Markup(answer.body.decode()).all("img")


def test_all_languages_have_the_same_texts_with_the_same_placeholders() -> None:
    catalog = PAGES._catalog
    english = set(catalog.keys("en"))
    assert english
    for locale in LOCALES:
        assert set(catalog.keys(locale)) == english
        for key in english:
            named = {part.split("}")[0] for part in catalog.text("en", key, {}).split("{")[1:]}
            assert named == {part.split("}")[0] for part in catalog.text(locale, key, {}).split("{")[1:]}, key


@pytest.mark.parametrize("path", sorted(SHIPPED.iterdir()), ids=lambda path: path.name)
def test_every_key_in_a_template_has_a_text(path: Path) -> None:
    named = set(re.findall(r"text\('([a-z_.]+)'", path.read_text()))
    assert named <= set(PAGES._catalog.keys("en"))
