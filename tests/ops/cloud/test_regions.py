from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanse.ops.cloud import Region, Regions, UnknownRegion


def test_the_vendors_regions_are_the_default() -> None:
    regions = Regions.from_addresses({})
    assert set(regions) == {"NA", "CA", "EU", "AP", "AU", "SG"}
    assert regions["AU"] == Region("AU", "https://api.pingone.com.au/v1", "https://auth.pingone.com.au")


def test_a_setting_replaces_the_whole_list() -> None:
    setting = "na=http://127.0.0.1:9998/,LAB=https://api.lab.example/v2|https://auth.lab.example"
    regions = Regions.from_text(setting)
    assert dict(regions) == {
        "NA": Region("NA", "http://127.0.0.1:9998/v1", "http://127.0.0.1:9998"),
        "LAB": Region("LAB", "https://api.lab.example/v2", "https://auth.lab.example"),
    }
    with pytest.raises(UnknownRegion):
        regions.find("EU")


def test_a_region_has_a_title_and_its_address_is_shown_without_the_version() -> None:
    region = Regions.vendor()["NA"]
    assert (region.title, region.management_address) == ("North America", "https://api.pingone.com")
    own = Regions.from_text("LAB=https://api.lab.example/v2|https://auth.lab.example")["LAB"]
    assert (own.title, own.management_address) == ("LAB", "https://api.lab.example/v2")
    assert all(each.title != each.name for each in Regions.vendor().values())


def test_names_compare_without_regard_to_case() -> None:
    assert Regions.vendor().find("eu").name == "EU"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("NA", ""),
        ("", "https://a.example"),
        ("N A", "https://a.example"),
        ("NA", "a.example"),
        ("NA", "ftp://a.example"),
        ("NA", "https://"),
        ("NA", "http://a.example"),
        ("NA", "http://127.0.0.1.a.example"),
        ("NA", "https://user:secret@a.example"),
        ("NA", "https://a.example?x=1"),
        ("NA", "https://a.example#x"),
        ("NA", "https://a.example:99999"),
        ("NA", "https://a.example|http://b.example"),
    ],
)
def test_a_wrong_setting_is_refused(name: str, address: str) -> None:
    with pytest.raises(ValueError, match=r"'|[Pp]ort"):
        Regions.from_addresses({name: address})


@given(st.text(), st.text() | st.from_regex(r"https?://.*"))
def test_any_setting_is_read_or_refused(name: str, address: str) -> None:
    with suppress(ValueError):
        regions = Regions.from_addresses({name: address})
        assert all(key == region.name for key, region in regions.items())
