import pytest

from hanse.admin.docs_site.help_links import DEFAULTS, documentation_urls
from hanse.admin.docs_site.page_files import find_sources


def test_by_default_every_topic_links_to_the_user_guide_of_the_server() -> None:
    files = find_sources().files
    assert documentation_urls("") == DEFAULTS
    assert {address.removeprefix("/docs/") for address in DEFAULTS.values()} <= set(files)


def test_an_installation_can_link_topics_to_another_address() -> None:
    urls = documentation_urls("support=https://help.example/a?b=c, main-menu = http://docs.example")
    assert urls["support"] == "https://help.example/a?b=c"
    assert urls["main-menu"] == "http://docs.example"
    assert urls["devops"] == "/docs/devops"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("suport=https://help.example", "suport"),
        ("support", "support"),
        ("support=", "support"),
        ("support=javascript:alert(1)", "support"),
        ("support=//help.example", "support"),
        ("support=/somewhere", "support"),
        ("support=https://", "support"),
        ("support=https://[bad", "support"),
        ("support=https://help example", "support"),
        ("=https://help.example", "=https://help.example"),
    ],
)
def test_an_invalid_address_is_refused_with_its_option_name(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=r"topic|needs an address") as refused:
        documentation_urls(text)
    assert named in str(refused.value)
