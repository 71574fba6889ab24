"""Users sign in to an Apache that is protected by mod_auth_mellon, with the real server as SAML identity provider."""

from collections.abc import Iterator

import pytest

from hanse.saml.metadata import Endpoint, EntityDescriptor, SpDescriptor
from hanse.saml.metadata_writing import metadata_element
from hanse.saml.xml_names import BINDING_POST, BINDING_REDIRECT, NAMEID_UNSPECIFIED
from tests.interop.browser import Browser
from tests.interop.chromium import check_visit
from tests.interop.saml_identity_provider import (
    add_connection,
    pem_of,
    saml_identity_provider,
    sp_connection,
)
from tests.interop.saml_service_provider import Partners, browser
from tests.support.apache import PROTECTED, free_port
from tests.support.mellon_apache import MELLON, MISSING, MellonSite, mellon_apache
from tests.support.saml import SamlKey, saml_key

__all__ = ["browser"]

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not MELLON, reason=MISSING)]


def service_metadata(url: str, key: SamlKey) -> bytes:
    """Return the metadata of the Apache, whose addresses are those of mod_auth_mellon."""
    service = SpDescriptor(
        signing_certificates=(key.certificate,),
        encryption_certificates=(key.certificate,),
        authn_requests_signed=True,
        want_assertions_signed=True,
        single_logout=(Endpoint(BINDING_REDIRECT, f"{url}/mellon/logout"),),
        # Without a format, mod_auth_mellon asks for transient identifiers.
        name_id_formats=(NAMEID_UNSPECIFIED,),
        assertion_consumer=(Endpoint(BINDING_POST, f"{url}/mellon/postResponse", index=0, is_default=True),),
    )
    return metadata_element(EntityDescriptor(url, sp=service), "_metadata").serialized()


@pytest.fixture(scope="module", params=["plain", "encrypted"])
def partners(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Partners]:
    key = saml_key("apache")
    url = f"http://127.0.0.1:{free_port()}"
    with saml_identity_provider(tmp_path_factory.mktemp("server")) as provider:
        encryption = {"encryptAssertion": True} if request.param == "encrypted" else {}
        urls = (url, f"{url}/mellon/postResponse", f"{url}/mellon/logout")
        metadata = add_connection(provider, sp_connection(*urls, key, encryptionPolicy=encryption))
        private, certificate = pem_of(key)
        site = MellonSite(
            port=int(url.rpartition(":")[2]),
            key=private,
            certificate=certificate,
            metadata=service_metadata(url, key),
            partner_metadata=metadata,
        )
        with mellon_apache(site) as log:
            yield Partners(provider, url, log)


def test_a_user_signs_in_and_apache_gets_the_attributes(partners: Partners, browser: Browser) -> None:
    page = partners.sign_in(browser, "joe")
    assert (str(page.url), page.text) == (partners.protected, PROTECTED), partners.log.read_text()
    assert (page.headers["x-remote-user"], page.headers["x-mail"]) == ("joe", "joe@example.com")


def test_an_answer_is_accepted_once(partners: Partners, browser: Browser) -> None:
    partners.send_password(browser, "joe")
    answer = browser.page
    assert browser.send("").text == PROTECTED
    browser.page = answer
    assert browser.send("").status_code >= 400


def test_the_session_of_the_server_signs_the_user_in_again(partners: Partners, browser: Browser) -> None:
    partners.sign_in(browser, "sarah")
    browser.delete_cookie("mellon-cookie")
    assert 'name="pf.pass"' not in browser.go(partners.protected).text
    assert browser.send("").headers["x-remote-user"] == "sarah"


def test_a_wrong_password_is_refused(partners: Partners, browser: Browser) -> None:
    partners.send_password(browser, "joe", "wrong")
    assert str(browser.page.url).startswith(partners.provider.issuer)
    assert 'id="error"' in browser.page.text


def test_a_user_signs_in_and_logs_out_in_chromium(partners: Partners) -> None:
    check_visit(partners, f"{partners.url}/mellon/logout?ReturnTo={partners.url}/public/page.txt")
