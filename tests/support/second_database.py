"""The tests that `make test` runs on one database only, and the database of each.

Differences between SQLite and PostgreSQL are covered by `tests/conformance`, which calls every method of the run-time
state on both, and by the tests of modules with SQL of their own; these always run on both. The result of the tests
below does not depend on the database, so they run on one; `make test-all` runs them on the other as well. Fuzzing
uses PostgreSQL, which is stricter about the characters of a text.
"""

from collections.abc import Iterable

import pytest

ONLY_DATABASE = {
    "tests/admin/session/": "sqlite",
    "tests/admin/setup/": "sqlite",
    "tests/flows/key_pairs/": "sqlite",
    "tests/flows/test_access_tokens.py": "sqlite",
    "tests/flows/test_account_pages.py": "sqlite",
    "tests/flows/test_data_stores.py": "sqlite",
    "tests/flows/test_expressions.py": "sqlite",
    "tests/flows/test_frame": "sqlite",
    "tests/flows/test_mappings.py": "sqlite",
    "tests/flows/test_policy_frames.py": "sqlite",
    "tests/flows/test_policy_list_frame.py": "sqlite",
    "tests/flows/test_token_keys.py": "sqlite",
    "tests/flows/test_trusted_cas.py": "sqlite",
    "tests/flows/refusals/": "postgresql",
    "tests/flows/test_console_options.py": "sqlite",
    "tests/flows/test_connections.py": "sqlite",
    "tests/flows/test_documentation.py": "sqlite",
    "tests/flows/test_fuzzing.py": "postgresql",
    "tests/flows/test_license.py": "sqlite",
    "tests/flows/test_preferences.py": "sqlite",
    "tests/flows/test_roles.py": "sqlite",
    "tests/flows/test_settings.py": "sqlite",
    "tests/flows/test_setup_roles.py": "sqlite",
    "tests/flows/test_virtual_host_names.py": "sqlite",
    "tests/flows/test_connection_changes.py": "sqlite",
    "tests/flows/test_prefilled_mappings.py": "sqlite",
    "tests/engine/oauth/test_scopes.py": "sqlite",
    "tests/engine/handover/": "sqlite",
    "tests/engine/saml/": "sqlite",
    "tests/engine/signin/": "sqlite",
    "tests/engine/wsfed/": "sqlite",
    "tests/flows/test_api_cors.py": "sqlite",
    "tests/flows/test_ciba_policies.py": "sqlite",
    "tests/flows/test_client_findings.py": "sqlite",
    "tests/flows/test_custom_data_stores.py": "sqlite",
    "tests/flows/test_every_frame.py": "sqlite",
    "tests/flows/test_general_settings.py": "sqlite",
    "tests/flows/test_grant_page.py": "sqlite",
    "tests/flows/test_idp_connections.py": "sqlite",
    "tests/flows/test_languages.py": "sqlite",
    "tests/flows/test_local_user": "sqlite",
    "tests/flows/test_policy_trial.py": "sqlite",
    "tests/flows/test_prerequisite": "sqlite",
    "tests/flows/test_quick_start.py": "sqlite",
    "tests/flows/test_required_marks.py": "sqlite",
    "tests/flows/test_scripted_": "sqlite",
    "tests/flows/test_second_factor_page.py": "sqlite",
    "tests/flows/test_sign_in_trace": "sqlite",
    "tests/flows/test_tagged_stores.py": "sqlite",
    "tests/resources/": "sqlite",
}
KINDS = ("sqlite", "postgresql")
MARK = "second_database"


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark the runs that repeat a test on the second database."""
    for item in items:
        only_database = next((kind for path, kind in ONLY_DATABASE.items() if item.nodeid.startswith(path)), None)
        if only_database is not None and _database(item) not in (None, only_database):
            item.add_marker(MARK)


def _database(item: pytest.Item) -> str | None:
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    return next((one for one in parameters if one in KINDS), None)
