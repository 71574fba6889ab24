"""Searches with an index find the same items as searches without one, on every database."""

import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from hanse.config.change.change import BulkReplacement
from hanse.config.configuration import Configuration
from hanse.config.list_query import ListQuery, normal_form
from hanse.config.store import text_search, trigrams
from hanse.config.store.query_conditions import having
from hanse.config.store.schema import document
from hanse.kit.errors import ValidationFailed
from tests.support.configurations import AUTHOR, as_model, create, replace
from tests.support.toy_resources import DEVICES, GROUPS

NAMES = ("payments.read", "payments.write", "Straße", '"quoted" name', "100%_sure", "日本語の名前", "a\\b\\c")
WORDS = ("pay", "payments", "read", "PAYMENTS.R", "strass", '"quo', 'ed" n', "%_s", "本語の", "\\b\\", "no such", "re")


def fill(configuration: Configuration, names: tuple[str, ...] = NAMES) -> None:
    with configuration.changing(AUTHOR) as change:
        for number, name in enumerate(names):
            change.create(GROUPS, as_model(GROUPS, {"id": f"g{number}", "name": name}))


def found(configuration: Configuration, words: str) -> list[str]:
    with configuration.reading() as view:
        page = view.list(GROUPS, ListQuery(filter=words, number_per_page=5))
        assert page.total == len(view.list(GROUPS, ListQuery(filter=words)).items)
        return [item.body["name"] for item in page.items]


@pytest.mark.parametrize("many", [0, 1, 1000])
def test_few_and_many_candidates_give_the_same_hits(
    configuration: Configuration, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trigrams, "MANY", many)
    fill(configuration)
    for words in WORDS:
        expected = [name for name in NAMES if all(word in normal_form(name) for word in normal_form(words).split())]
        assert found(configuration, words) == sorted(expected, key=normal_form)


def test_without_an_index_searches_give_the_same_hits(configuration: Configuration) -> None:
    fill(configuration)
    # The transaction is rolled back at the end, because other tests use the same database.
    with configuration.database.reading() as connection:
        is_sqlite = configuration.database.is_sqlite
        index = "TRIGGER search_inserted" if is_sqlite else "INDEX document_by_trigram"
        connection.execute(text(f"DROP {index}"))
        page = configuration.view(connection).list(GROUPS, ListQuery(filter="payments"))
        assert [item.body["name"] for item in page.items] == ["payments.read", "payments.write"]


def test_a_search_uses_the_index(configuration: Configuration) -> None:
    with configuration.changing(AUTHOR) as change:
        new = {f"g{n}": {"id": f"g{n}", "name": f"the name of group {n}"} for n in range(2000)}
        change.overwrite(BulkReplacement(GROUPS, {}, new))
    with configuration.database.reading() as connection:
        query = having(connection, [GROUPS.kind], ["group", "1241"]).select(document.c.id)
        compiled = str(query.compile(connection, compile_kwargs={"literal_binds": True})).replace("%%", "%")
        if configuration.database.is_sqlite:
            steps = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {compiled}"))]
            # The plan reads documents by the keys from the index, and never scans all documents of a kind.
            assert steps[0].startswith("MATERIALIZE")
            assert not any("(kind=?)" in step or step.startswith("SCAN document") for step in steps)
        else:
            connection.execute(text("SELECT gin_clean_pending_list('document_by_trigram')"))
            connection.execute(text("ANALYZE document"))
            # PostgreSQL would scan only two thousand documents; with a hundred thousand it uses the index.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
            plan = "\n".join(connection.execute(text(f"EXPLAIN {compiled}")).scalars())
            assert "document_by_trigram" in plan, plan


@pytest.mark.parametrize("database_kind", ["postgresql"], indirect=True)
def test_statistics_estimate_the_hits_of_words_that_are_not_at_the_end(configuration: Configuration) -> None:
    # A hundred series of twenty names. Statistics from only the last name of each series would know only "write".
    names = [
        f"g{of:02}.{verb}.{n}" for of in range(100) for verb in ("approve", "list", "read", "write") for n in range(5)
    ]
    with configuration.changing(AUTHOR) as change:
        change.overwrite(BulkReplacement(GROUPS, {}, {name: {"id": name, "name": name} for name in names}))
    with configuration.database.reading() as connection:
        connection.execute(text("ANALYZE document"))
        for verb in ("approve", "list", "read", "write"):
            plan = text("EXPLAIN (FORMAT JSON) SELECT * FROM document WHERE search_text LIKE :word")
            [explained] = connection.execute(plan, {"word": f"%{verb}%"}).scalar_one()
            assert 250 < explained["Plan"]["Plan Rows"] < 1000, verb


# Words are long enough for the trigram index, and there are few letters, so that words occur several times.
TEXTS = st.text(st.sampled_from("abßé%_\\\"'日\U0001f600"), min_size=1, max_size=9)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_the_index_follows_every_change(configuration: Configuration, data: st.DataObject) -> None:
    prefix = uuid.uuid4().hex
    stored: dict[str, str] = {}
    with configuration.changing(AUTHOR) as change:
        for item in change.list(GROUPS, ListQuery()).items:
            change.delete(GROUPS, item.id)
    for number, name in data.draw(st.lists(st.tuples(st.integers(0, 2), st.none() | TEXTS), max_size=8)):
        id_ = f"{prefix}{number}"
        # The number makes the name unique.
        body: dict[str, Any] = {"id": id_, "name": f"{name}{number}"}
        with configuration.changing(AUTHOR) as change:
            if name is None:
                if stored.pop(id_, None) is not None:
                    change.delete(GROUPS, id_)
            elif id_ in stored:
                change.replace(GROUPS, id_, as_model(GROUPS, body))
                stored[id_] = body["name"]
            else:
                change.create(GROUPS, as_model(GROUPS, body))
                stored[id_] = body["name"]
    for words in [*stored.values(), data.draw(TEXTS)]:
        searched = {id_: normal_form(f"{id_}\n{name}") for id_, name in stored.items()}
        expected = {id_ for id_, own in searched.items() if all(word in own for word in normal_form(words).split())}
        with configuration.reading() as view:
            assert {item.id for item in view.list(GROUPS, ListQuery(filter=words)).items} == expected


@pytest.mark.parametrize("many", [0, 1000])
def test_one_search_covers_many_resources(
    configuration: Configuration, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_search, "FEW", many)
    monkeypatch.setattr(trigrams, "MANY", many)
    fill(configuration, ("Beta pay", "alpha pay", "gamma pay", "other"))
    create(configuration, DEVICES, {"id": "payer", "name": "One", "description": "Two"})
    replace(configuration, DEVICES, "payer", {"name": "Three", "description": "Two"})
    with configuration.reading() as view:

        def found_by(words: str, *resources: Any) -> list[tuple[str, list[str], bool]]:
            hits = view.search(resources, words, limit=2)
            return [(each.kind, [item.body["name"] for item in of.items], of.has_more) for each, of in hits]

        devices, groups = ("toy/device", ["Three"], False), ("toy/group", ["alpha pay", "Beta pay"], True)
        assert found_by("PAY", DEVICES, GROUPS) == [devices, groups]
        assert found_by("ay", GROUPS, DEVICES) == [groups, devices]
        assert found_by("pay", DEVICES) == [devices]
        assert found_by("pay three", DEVICES, GROUPS) == [devices]
        assert found_by("One", DEVICES, GROUPS) == found_by("  ", DEVICES, GROUPS) == found_by("pay") == []
        with pytest.raises(ValidationFailed):
            found_by("x" * 501, GROUPS)


@pytest.mark.parametrize("many", [0, 3, 1000])
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(up_to=st.integers(1, 8), page=st.integers(1, 4), hits=st.integers(0, 8))
def test_hits_are_counted_up_to_the_requested_limit(
    configuration: Configuration, many: int, up_to: int, page: int, hits: int
) -> None:
    with pytest.MonkeyPatch.context() as patch, configuration.changing(AUTHOR) as change:
        patch.setattr(trigrams, "MANY", many)
        for item in change.list(GROUPS, ListQuery()).items:
            change.delete(GROUPS, item.id)
        for number in range(hits + 2):
            name = f"{'payment' if number < hits else 'refund'} {number}"
            change.create(GROUPS, as_model(GROUPS, {"id": f"g{number}", "name": name}))
        query = ListQuery(filter="payment", number_per_page=2, page=page, count_up_to=up_to)
        found = change.list(GROUPS, query)
    # The items of the page are always counted, so that the answer names the next page.
    counted = max(up_to, page * 2)
    assert (found.total, found.is_counted) == (min(hits, counted + 1), hits <= counted)
    assert [item.body["name"] for item in found.items] == [f"payment {n}" for n in range(hits)][page * 2 - 2 : page * 2]
