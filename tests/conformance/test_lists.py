"""Filters, order and pages of lists are the same on every database, for any alphabet."""

import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanse.config.configuration import Configuration
from hanse.config.list_query import MAXIMUM_FILTER_LENGTH, ListQuery, StoredDocument, normal_form
from hanse.kit.errors import ValidationFailed
from tests.support.configurations import AUTHOR, as_model, create, replace
from tests.support.toy_resources import DEVICES, GROUPS

NAMES = (
    "alpha",
    "Beta",
    "ALPHABET",
    "_under",
    "100 %",
    "100 percent",
    "back\\slash",
    "sl/ash",
    "Straße",
    "STRASSE 2",
    "éclair",
    "e\N{COMBINING ACUTE ACCENT}tude",
    "ﬁne",  # The ligature is one character.
    "日本語",
    "\N{GRINNING FACE} face",
    "İstanbul",
    "Ωmega",
    "zz'; DROP TABLE document; --",
    "a" * 256,
)


def fill(configuration: Configuration, names: tuple[str, ...] = NAMES) -> None:
    with configuration.changing(AUTHOR) as change:
        for number, name in enumerate(names):
            change.create(GROUPS, as_model(GROUPS, {"id": f"g{number}", "name": name}))


def names_of(configuration: Configuration, query: ListQuery) -> list[str]:
    with configuration.reading() as view:
        return [item.body["name"] for item in view.list(GROUPS, query).items]


def test_a_list_is_ordered_by_its_sort_key_and_then_by_id(configuration: Configuration) -> None:
    fill(configuration)
    expected = sorted(NAMES, key=lambda name: normal_form(name)[:200])
    assert names_of(configuration, ListQuery()) == expected
    assert names_of(configuration, ListQuery(descending=True)) == expected[::-1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("alpha", {"alpha", "ALPHABET"}),
        ("ALPHA", {"alpha", "ALPHABET"}),
        ("%", {"100 %"}),
        ("_", {"_under"}),
        ("\\", {"back\\slash"}),
        ("/", {"sl/ash"}),
        ("strasse", {"Straße", "STRASSE 2"}),
        ("ß", {"Straße", "STRASSE 2"}),
        ("ÉCL", {"éclair"}),
        ("étude", {"e\N{COMBINING ACUTE ACCENT}tude"}),
        ("fine", {"ﬁne"}),
        ("本", {"日本語"}),
        ("\N{GRINNING FACE}", {"\N{GRINNING FACE} face"}),
        ("ω", {"Ωmega"}),
        ("percent 100", {"100 percent"}),
        ("g0", {"alpha"}),
        ("'; drop", {"zz'; DROP TABLE document; --"}),
        ("no such thing", set()),
    ],
)
def test_a_filter_matches_every_word_at_any_position(configuration: Configuration, text: str, found: set[str]) -> None:
    fill(configuration)
    assert set(names_of(configuration, ListQuery(filter=text))) == found
    with configuration.reading() as view:
        page = view.list(GROUPS, ListQuery(filter=text, number_per_page=1))
        assert (page.total, len(page.items)) == (len(found), min(1, len(found)))


def test_a_filter_searches_searchable_fields_only(configuration: Configuration) -> None:
    create(
        configuration,
        DEVICES,
        {"id": "d", "name": "One", "description": "Two", "tags": ["three"], "hostNames": ["four"]},
    )
    with configuration.reading() as view:
        found = [len(view.list(DEVICES, ListQuery(filter=word)).items) for word in ("d", "one", "two", "three", "four")]
    assert found == [1, 1, 1, 0, 0]


def test_a_changed_document_is_found_by_its_new_text(configuration: Configuration) -> None:
    create(configuration, GROUPS, {"id": "g", "name": "Before"})
    replace(configuration, GROUPS, "g", {"name": "After"})
    assert names_of(configuration, ListQuery(filter="before")) == []
    assert names_of(configuration, ListQuery(filter="after")) == ["After"]


def test_a_list_is_divided_into_numbered_pages(configuration: Configuration) -> None:
    fill(configuration)
    everything = names_of(configuration, ListQuery())
    pages = [names_of(configuration, ListQuery(number_per_page=5, page=number)) for number in (1, 2, 3, 4, 5)]
    assert [len(page) for page in pages] == [5, 5, 5, 4, 0]
    assert [name for page in pages for name in page] == everything


def test_a_filter_of_the_maximum_length_is_accepted_and_a_longer_one_refused(configuration: Configuration) -> None:
    fill(configuration)
    for text in ("% " * (MAXIMUM_FILTER_LENGTH // 2), "_" * MAXIMUM_FILTER_LENGTH, "ﷺ" * MAXIMUM_FILTER_LENGTH):
        assert names_of(configuration, ListQuery(filter=text)) in ([], ["100 %"])
    for refused in ("x" * (MAXIMUM_FILTER_LENGTH + 1), "a\0b"):
        with pytest.raises(ValidationFailed):
            ListQuery(filter=refused)


def walk(configuration: Configuration, *, size: int, text: str, descending: bool) -> list[StoredDocument]:
    items: list[StoredDocument] = []
    after: tuple[str, str] | None = None
    with configuration.reading() as view:
        while True:
            query = ListQuery(filter=text, number_per_page=size, after=after, descending=descending)
            page = view.list(GROUPS, query)
            assert len(page.items) == size or page.next_key is None
            items += page.items
            if page.next_key is None:
                return items
            after = page.next_key


# Few letters, so that keys collide and filters match, and characters that are special in SQL, LIKE or collations.
TEXTS = st.text(
    st.sampled_from("aAbBß%_\\/' \t\néÉe\u0301\u00e5\u212b日\U0001f600\U0010ffff\u0130\u0131ﬁ"), min_size=1, max_size=8
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.lists(TEXTS, max_size=12, unique_by=normal_form),
    size=st.integers(1, 5),
    text=st.one_of(st.just(""), TEXTS),
    descending=st.booleans(),
)
def test_paging_by_key_returns_every_item_once_in_one_order(
    configuration: Configuration, names: list[str], size: int, text: str, descending: bool
) -> None:
    # The examples share a database; the prefix makes the ids of this one unique.
    prefix = uuid.uuid4().hex
    with configuration.changing(AUTHOR) as change:
        for item in change.list(GROUPS, ListQuery()).items:
            change.delete(GROUPS, item.id)
        for number, name in enumerate(names):
            change.create(GROUPS, as_model(GROUPS, {"id": f"{prefix}-{number}", "name": name}))
    found = walk(configuration, size=size, text=text, descending=descending)
    # The expected items are computed in Python, so that they are the same for every database.
    searched = {f"{prefix}-{number}": normal_form(f"{prefix}-{number}\n{name}") for number, name in enumerate(names)}
    ordered = sorted(
        enumerate(names), key=lambda pair: (normal_form(pair[1])[:200], f"{prefix}-{pair[0]}"), reverse=descending
    )
    matching = [
        f"{prefix}-{number}"
        for number, _ in ordered
        if all(word in searched[f"{prefix}-{number}"] for word in normal_form(text).split())
    ]
    assert [item.id for item in found] == matching
