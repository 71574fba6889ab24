"""Pairwise subject identifiers (OpenID Connect Core 1.0, section 8.1)."""

from pathlib import Path

from tests.engine.oidc.provider import Provider, opened_provider, policy
from tests.support.clock import ManualClock

PAIRWISE = {"pairwiseIdentifierUserType": True}


def prepare(provider: Provider) -> None:
    provider.save_policy(policy("name"))
    provider.save_client(oidcPolicy=PAIRWISE)
    provider.save_client("same-host", redirectUris=["https://web.example.com/other"], oidcPolicy=PAIRWISE)
    provider.save_client("elsewhere", oidcPolicy=PAIRWISE)
    sector = {**PAIRWISE, "sectorIdentifierUri": "https://web.example.com/sector.json"}
    uris = ["https://one.example.org/", "https://two.example.org/"]
    provider.save_client("sector", redirectUris=uris, oidcPolicy=sector)


def test_clients_of_a_sector_share_a_subject_and_other_clients_get_another(provider: Provider) -> None:
    prepare(provider)
    provider.save_client("public")
    subjects = {id_: provider.issued(id_)["sub"] for id_ in ("web", "same-host", "sector", "elsewhere", "public")}
    assert subjects["web"] == subjects["same-host"] == subjects["sector"]
    assert len(set(subjects.values())) == 3
    assert subjects["public"] == "joe"
    assert all("joe" not in each for name, each in subjects.items() if name != "public")
    assert provider.run(provider.id_tokens.subject(provider.request(), provider.wanted())) == subjects["web"]


def test_each_user_has_a_different_subject(provider: Provider) -> None:
    prepare(provider)
    joe = provider.issued()["sub"]
    provider.tokens.granted = {"sub": "jane"}
    assert provider.issued()["sub"] != joe


def test_subjects_survive_restarts_and_rotations_of_encryption_keys(
    database_url: str, tmp_path: Path, clock: ManualClock
) -> None:
    with opened_provider(database_url, tmp_path, clock) as provider:
        prepare(provider)
        before = provider.issued()["sub"]
        keyring, database = provider.server.core.keyring, provider.server.core.configuration.database
        with database.writing() as connection:
            keyring.add(connection, keyring.make())
        assert provider.issued()["sub"] == before
        with opened_provider(database_url, tmp_path, clock, fresh=False) as again:
            assert again.issued()["sub"] == before
