"""Options from flags, environment variables and files, and the errors for invalid ones."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanse.kit.option_loading import OPTION_NAMES, flag_of, load_options, variable_of
from hanse.kit.option_values import LONGEST_DURATION, SHORTEST_DURATION, duration, duration_text, networks
from hanse.kit.options import OptionsError

SOURCES = ("flag", "environment", "file")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_defaults(tmp_path: Path) -> None:
    options = load_options({}, {}, tmp_path)
    assert (options.data, options.admin_port, options.engine_port) == (tmp_path / "data", 9999, 9031)
    assert (options.mode, options.host, options.database, options.tls) == ("standalone", "*", None, True)
    assert options.metrics_clients == networks("127.0.0.0/8,::1")


@pytest.mark.parametrize(
    "present", [each for n in range(4) for each in itertools.combinations(SOURCES, n)], ids="+".join
)
def test_a_flag_overrides_the_environment_the_file_and_the_default(present: tuple[str, ...], tmp_path: Path) -> None:
    ports = {"flag": 1001, "environment": 1002, "file": 1003}
    if "file" in present:
        write(tmp_path / "hanse.toml", f"admin-port = {ports['file']}")
    options = load_options(
        {"admin_port": "1001" if "flag" in present else None},
        {"HANSE_ADMIN_PORT": "1002"} if "environment" in present else {},
        tmp_path,
    )
    assert options.admin_port == next((ports[source] for source in SOURCES if source in present), 9999)


def test_a_named_file_overrides_the_data_folders_and_the_working_directorys(tmp_path: Path) -> None:
    write(tmp_path / "hanse.toml", 'node-group = "directory"')
    assert load_options({}, {}, tmp_path).node_group == "directory"
    write(tmp_path / "elsewhere" / "hanse.toml", 'node-group = "data"')
    assert load_options({"data": "elsewhere"}, {}, tmp_path).node_group == "data"
    write(tmp_path / "named.toml", 'node-group = "named"')
    assert load_options({"data": "elsewhere"}, {"HANSE_CONFIG": "named.toml"}, tmp_path).node_group == "named"


def test_paths_in_a_file_are_relative_to_the_file(tmp_path: Path) -> None:
    write(tmp_path / "etc" / "hanse.toml", 'data = "../var"\nlicence-trust-anchors = ["a.pem", "b.pem"]')
    for name in ("a.pem", "b.pem"):
        write(tmp_path / "etc" / name, "")
    options = load_options({"config": str(tmp_path / "etc" / "hanse.toml")}, {}, tmp_path)
    assert options.data.resolve() == tmp_path / "var"
    assert [path.name for path in options.licence_trust_anchors] == ["a.pem", "b.pem"]


def test_values_of_every_type_in_a_file(tmp_path: Path) -> None:
    write(
        tmp_path / "hanse.toml",
        """
        no-tls = true
        node-index = 3
        node-tags = ["east", "blue"]
        cloud-regions = { NA = "https://api.example.com", EU = "https://api.example.eu" }
        """,
    )
    options = load_options({}, {}, tmp_path)
    assert (options.tls, options.node_index, options.node_tags) == (False, 3, ("east", "blue"))
    assert options.cloud_regions == "NA=https://api.example.com,EU=https://api.example.eu"


@pytest.mark.parametrize(
    ("flags", "environment", "file", "problem"),
    [
        ({"admin_port": "70000"}, {}, "", "--admin-port: must be a whole number from 0 to 65535"),
        ({"admin_port": "-1"}, {}, "", "--admin-port: must be a whole number from 0 to 65535"),
        ({}, {"HANSE_ENGINE_PORT": "x"}, "", "HANSE_ENGINE_PORT: must be a whole number from 0 to 65535"),
        ({}, {}, "mode = 'both'", "mode in {file}: must be one of standalone, console, engine"),
        ({}, {}, "adminport = 1", "adminport in {file}: unknown option; did you mean admin-port?"),
        ({}, {}, "database = 'mysql://a'", "database in {file}: must be an address such as"),
        ({}, {"HANSE_NO_TLS": "perhaps"}, "", "HANSE_NO_TLS: must be true or false"),
        ({"language": "fr"}, {}, "", "--language: must be one of en, de, es"),
        ({"timezone": "CEST"}, {}, "", "--timezone: must be a time zone such as UTC or Europe/Berlin"),
        ({"timezone": "../../etc/hosts"}, {}, "", "--timezone: must be a time zone such as UTC or Europe/Berlin"),
        ({"tls_key": "nothing.pem"}, {}, "", "--tls-key: there is no file "),
        ({"metrics_clients": "10.0.0.1/8"}, {}, "", "--metrics-clients: must be networks such as 10.0.0.0/8"),
        ({"config": "nothing.toml"}, {}, "", "--config: there is no file "),
        (
            {"mode": "console"},
            {},
            "",
            "--mode: console runs in a cluster and requires PostgreSQL; specify the database",
        ),
        ({}, {"HANSE_MODE": "engine"}, "", "HANSE_MODE: engine runs in a cluster and requires PostgreSQL"),
        ({"admin_port": "9031"}, {}, "", "--engine-port: must differ from --admin-port"),
        ({}, {}, "admin-port = ", "{file}: "),
        (
            {"session_idle_timeout": "9h"},
            {},
            "",
            "--session-idle-timeout: must not be more than --session-lifetime, 8h",
        ),
        (
            {"session_idle_timeout": "1h"},
            {"HANSE_SESSION_LIFETIME": "59m59s"},
            "",
            "HANSE_SESSION_LIFETIME: must not be less than --session-idle-timeout, 1h",
        ),
    ],
)
def test_problems_name_their_source(
    flags: dict[str, str | None], environment: dict[str, str], file: str, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "hanse.toml"
    write(path, file)
    with pytest.raises(OptionsError) as caught:
        load_options(flags, environment, tmp_path)
    [found] = caught.value.problems
    assert found.startswith(problem.format(file=path))


def test_all_problems_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(OptionsError) as caught:
        load_options({"admin_port": "a", "engine_port": "b"}, {"HANSE_LOG_LEVEL": "c"}, tmp_path)
    assert len(caught.value.problems) == 3


def test_a_cluster_node_with_postgresql_is_accepted(tmp_path: Path) -> None:
    options = load_options({"mode": "engine", "database": "postgres://u:hunter2@db/hanse"}, {}, tmp_path)
    assert options.database == "postgresql://u:hunter2@db/hanse"
    assert "hunter2" not in repr(options)


def test_a_console_has_no_engine_processes(tmp_path: Path) -> None:
    flags = {"mode": "console", "database": "postgresql://db/hanse", "engine_workers": "2"}
    with pytest.raises(OptionsError) as caught:
        load_options(flags, {}, tmp_path)
    assert caught.value.problems == ["--engine-workers: a console has no engine; leave it out with --mode console"]
    assert load_options({**flags, "engine_workers": "0"}, {}, tmp_path).engine_workers == 0


@pytest.mark.parametrize("text", ["-1", "257", "many", ""])
def test_invalid_numbers_of_engine_workers(text: str, tmp_path: Path) -> None:
    with pytest.raises(OptionsError):
        load_options({"engine_workers": text}, {}, tmp_path)


def test_certificate_and_key_belong_together(tmp_path: Path) -> None:
    write(tmp_path / "a.pem", "")
    path = str(tmp_path / "a.pem")
    with pytest.raises(OptionsError, match=r"^--tls-certificate: needs --tls-key too$"):
        load_options({"tls_certificate": path}, {}, tmp_path)
    with pytest.raises(OptionsError, match="cannot be combined"):
        load_options({"tls_certificate": path, "tls_key": path, "no_tls": "true"}, {}, tmp_path)


def test_flags_and_variables_are_named_after_their_option() -> None:
    assert {flag_of(name) for name in OPTION_NAMES} >= {"--admin-port", "--no-tls", "--licence-trust-anchors"}
    assert variable_of("admin_port") == "HANSE_ADMIN_PORT"


@pytest.mark.parametrize("name", ["data", "config", "tls_certificate", "licence_trust_anchors"])
def test_a_user_without_a_home_folder_is_reported_for_every_path(name: str, tmp_path: Path) -> None:
    with pytest.raises(OptionsError, match=f"^{flag_of(name)}: there is no home folder for ~nobody-here$"):
        load_options({name: "~nobody-here/x"}, {}, tmp_path)
    if name == "config":
        return
    written = tmp_path / "hanse.toml"
    written.write_text(f'{name.replace("_", "-")} = "~nobody-here/x"', encoding="utf-8")
    with pytest.raises(OptionsError, match="there is no home folder for ~nobody-here"):
        load_options({}, {}, tmp_path)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30m", 1800), (" 8h ", 28800), ("1h30m", 5400), ("60s", 60), ("1h0m1s", 3601), ("168h", 604800)],
)
def test_a_duration_has_units(text: str, seconds: int, tmp_path: Path) -> None:
    options = load_options({"session_idle_timeout": text, "session_lifetime": "168h"}, {}, tmp_path)
    assert options.session_idle_timeout == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", "30", "m", "30 m", "30M", "30m1h", "-30m", "1.5h", "\u0663m", "59s", "0h", "168h1s"]
)
def test_invalid_durations(text: str, tmp_path: Path) -> None:
    expected = "^--session-lifetime: must be a duration from 1m to 168h, such as 30m, 8h or 1h30m$"
    with pytest.raises(OptionsError, match=expected):
        load_options({"session_lifetime": text}, {}, tmp_path)


@given(st.integers(SHORTEST_DURATION // timedelta(seconds=1), LONGEST_DURATION // timedelta(seconds=1)))
def test_a_duration_is_written_as_it_is_read(seconds: int) -> None:
    assert duration(duration_text(timedelta(seconds=seconds))) == timedelta(seconds=seconds)


@given(st.sampled_from(OPTION_NAMES), st.text(max_size=40), st.sampled_from([flag_of, variable_of]))
@example("data", "~\U000301bc", flag_of)
def test_any_text_is_accepted_or_refused_with_its_source(name: str, text: str, source: Callable[[str], str]) -> None:
    by_flag = source is flag_of
    flags, environment = ({name: text}, {}) if by_flag else ({}, {variable_of(name): text})
    problems: list[str] = []
    try:
        load_options(flags, environment, Path("/nonexistent"))
    except OptionsError as error:
        problems = error.problems
    assert [each for each in problems if not each.startswith((source(name), "--engine-port"))] == []
