"""Every compiler declares the kinds that it reads, and runs only when documents of these kinds change."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, update
from structlog.testing import capture_logs

from hanse.app.core import Core, ProcessEnvironment, opened
from hanse.config.declare.resource import Resource
from hanse.config.store.schema import document
from hanse.engine.snapshot.all_compilers import COMPILERS
from hanse.engine.snapshot.compiler import ALL_CHANGES, Changes, CompiledParts, Compiler, CompilerInput, compile_parts
from hanse.engine.snapshot.configuration_parts import POLICY_CONTRACT_LIST, SERVER, VALIDATORS, Instance
from hanse.kit.errors import ValidationFailed
from hanse.kit.options import Options
from hanse.resources.applications.access_tokens.managers import MANAGERS
from hanse.resources.authentication.policies.fragments import FRAGMENT_RESOURCE
from hanse.resources.authentication.policies.resource import POLICIES
from hanse.resources.authentication.policy_contracts import POLICY_CONTRACTS
from hanse.resources.federation.idp_connections.resource import IDP_CONNECTIONS
from hanse.resources.security.key_pairs import SIGNING_KEY_PAIRS
from hanse.resources.security.key_pairs.ssl_client import SSL_CLIENT_KEY_PAIRS
from hanse.resources.security.token_keys import OAUTH_KEYS
from hanse.resources.system.kerberos_realms import KERBEROS_REALMS
from hanse.resources.system.password_validators.resource import VALIDATORS as VALIDATOR_RESOURCE
from hanse.resources.system.server_settings.resource import SERVER_SETTINGS
from tests.conformance.subjects import REAL_SUBJECTS
from tests.engine.compiled_parts import CompiledPart
from tests.engine.http.test_manager_keys import SHARED, certified
from tests.engine.keys.test_configured_keys import OWN as STATIC_KEYS
from tests.support.certified_keys import pair
from tests.support.clock import ManualClock
from tests.support.configurations import create, replace
from tests.support.idp_connections import saml_connection
from tests.support.instances import validator
from tests.support.mappings import contract
from tests.support.randomness import SeededRandomness

SUBJECTS = {subject.resource.kind: subject for subject in REAL_SUBJECTS}
KINDS = sorted({kind for compiler in COMPILERS for kind in compiler.kinds})
# Compilers whose part has the documents of one kind.
OF_ONE_KIND = [each for each in COMPILERS if each.name in SUBJECTS]


@pytest.fixture
def core(database_url: str, tmp_path: Path, clock: ManualClock) -> Iterator[Core]:
    with opened(Options(data=tmp_path, database=database_url), ProcessEnvironment(clock, SeededRandomness())) as made:
        yield made


def save(core: Core, resource: Resource[Any], body: dict[str, Any]) -> str:
    """Create a document unless it exists already, or replace a singleton; return its ID."""
    configuration = core.configuration
    if resource.is_singleton:
        replace(configuration, resource, resource.singleton_id, body)
        return resource.singleton_id
    with configuration.reading() as view:
        id_ = body.get(resource.ids.member) or ""
        if view.has(resource, id_):
            return str(id_)
    return create(configuration, resource, body).id


def fill(core: Core, kinds: Iterable[str]) -> dict[str, str]:
    """Create a document of each kind, with the documents that it refers to; return the IDs by kind."""
    ids: dict[str, str] = {}
    for number, kind in enumerate(kinds):
        for resource, body in SUBJECTS[kind].needs:
            save(core, resource, body)
        ids[kind] = save(core, SUBJECTS[kind].resource, SUBJECTS[kind].sample(number % 4))
    for name in ("p256-1", "p256-2", "rsa-1"):
        save(core, SIGNING_KEY_PAIRS, pair(name))
    save(core, MANAGERS, certified(8, "ec", "p256-2", "ES256", **SHARED))
    connection = saml_connection("certified")
    outbound = {"type": "OUTBOUND", "sslAuthKeyPairRef": {"id": save(core, SSL_CLIENT_KEY_PAIRS, pair("p256-1"))}}
    connection["credentials"] |= {"outboundBackChannelAuth": outbound}
    save(core, IDP_CONNECTIONS, connection)
    save(core, OAUTH_KEYS, {**STATIC_KEYS, "publishDynamicKeyX5cs": True})
    return ids


@contextmanager
def kinds_read(core: Core) -> Iterator[set[str]]:
    """Collect the kinds that occur in the parameters of SQL statements."""
    found: set[str] = set()

    def values(parameters: Any) -> Iterator[Any]:
        for each in parameters.values() if isinstance(parameters, dict) else parameters:
            if isinstance(each, list | tuple):
                yield from each
            else:
                yield each

    def note(_connection: Any, _cursor: Any, _statement: str, parameters: Any, *_more: Any) -> None:
        known = {resource.kind for resource in core.configuration.registry}
        found.update(value for value in values(parameters) if value in known)

    engine = core.configuration.database.engine
    event.listen(engine, "before_cursor_execute", note)
    yield found
    event.remove(engine, "before_cursor_execute", note)


def compiled(core: Core, compiler: Compiler[Any]) -> Any:
    with core.configuration.reading() as view:
        return compiler.compile(CompilerInput(view, core.configuration.ports, None, ALL_CHANGES))


def test_a_compiler_declares_every_kind_that_it_reads(core: Core) -> None:
    realm = fill(core, KINDS)[KERBEROS_REALMS.kind]
    # The settings are read for previous passwords only.
    changed = {"kerberosPassword": "another-password", "retainPreviousKeysOnPasswordChange": True}
    with core.configuration.reading() as view:
        body = view.get(KERBEROS_REALMS, realm).body
    kept = {name: body[name] for name in ("id", "kerberosRealmName", "kerberosUsername")}
    replace(core.configuration, KERBEROS_REALMS, realm, {**kept, **changed})
    undeclared: dict[str, set[str]] = {}
    never_read = set(KINDS)
    for compiler in COMPILERS:
        with kinds_read(core) as found:
            assert compiled(core, compiler) is not None, f"{compiler.name} has nothing, so it may have read nothing"
        never_read -= found
        if found - compiler.kinds:
            undeclared[compiler.name] = found - compiler.kinds
    assert undeclared == {}
    assert not never_read


def test_names_of_compilers_are_unique() -> None:
    assert len({each.name for each in COMPILERS}) == len(COMPILERS)


@pytest.mark.parametrize("compiler", COMPILERS, ids=lambda compiler: compiler.name)
def test_a_compiler_runs_only_for_its_kinds(compiler: Compiler[Any]) -> None:
    runs: list[Changes] = []

    def compile_(given: CompilerInput[Any]) -> object:
        runs.append(given.changes)
        return object()

    recording: Any = [replaced(compiler, compile=compile_)]
    nothing: Any = None
    before = CompiledParts({compiler.name: object()})
    for kind in KINDS:
        changes = Changes.of([(kind, "some")])
        after = compile_parts(recording, nothing, nothing, before, changes)
        if kind in compiler.kinds:
            assert runs.pop() is changes
            assert after.parts[compiler.name] is not before.parts[compiler.name]
        else:
            assert after.parts is before.parts
    assert not runs
    compile_parts(recording, nothing, nothing, CompiledParts({}), Changes.of([]))
    assert len(runs) == 1


@pytest.mark.parametrize("compiler", OF_ONE_KIND, ids=lambda compiler: compiler.name)
def test_incremental_changes_equal_a_complete_build(core: Core, compiler: Compiler[Any]) -> None:
    subject = SUBJECTS[compiler.name]
    for resource, body in subject.needs:
        save(core, resource, body)
    made = CompiledPart(core.configuration, compiler)
    ids = [save(core, subject.resource, subject.sample(number)) for number in range(2)]
    assert content_of(made.update()) == content_of(made.compile_all())
    first = made.part
    replace(core.configuration, subject.resource, ids[0], subject.altered(subject.sample(0)))
    assert content_of(made.update()) == content_of(made.compile_all())
    assert content_of(made.part) != content_of(first)
    if not subject.resource.is_singleton:
        others = set(made.part) - {ids[1]}
        made.delete(subject.resource, ids[1])
        assert content_of(made.part) == content_of(made.compile_all())
        assert set(made.part) == others


def content_of(part: Any) -> Any:
    """Return the content of a part for comparisons. Plug-ins are compared by their types, as equal ones are different
    objects."""
    if not isinstance(part, dict):
        return part
    plugins = {id_: type(each.plugin) for id_, each in part.items() if isinstance(each, Instance)}
    return plugins, {id_: each.settings if id_ in plugins else each for id_, each in part.items()}


def damage(core: Core, resource: Resource[Any], id_: str) -> Changes:
    """Replace the body of a stored document by one that cannot be parsed, like that of a newer version."""
    with core.configuration.database.writing() as connection:
        of_id = (document.c.kind == resource.kind, document.c.id == id_)
        connection.execute(update(document).where(*of_id).values(body='{"unknown": true}'))
    return Changes.of([(resource.kind, id_)])


def test_an_unreadable_document_does_not_exclude_the_others(core: Core) -> None:
    for number in (0, 1):
        create(core.configuration, POLICY_CONTRACTS, contract(number))
    before = compiled(core, POLICY_CONTRACT_LIST)
    changes = damage(core, POLICY_CONTRACTS, "apc-0")
    replace(core.configuration, POLICY_CONTRACTS, "apc-1", {**contract(1), "name": "New"})
    with capture_logs() as logs, core.configuration.reading() as view:
        given: CompilerInput[Any] = CompilerInput(view, core.configuration.ports, None, ALL_CHANGES)
        assert [each.name for each in POLICY_CONTRACT_LIST.compile(given).values()] == ["New"]
        # The previous value is kept if there is one.
        kept = POLICY_CONTRACT_LIST.compile(replaced(given, previous=before, changes=changes))
        assert kept["apc-0"] is before["apc-0"]
    assert [(each["event"], each["id"]) for each in logs] == [("document not usable", "apc-0")] * 2


def test_an_unreadable_singleton_keeps_the_previous_values(core: Core) -> None:
    save(core, SERVER_SETTINGS, {"federationInfo": {"baseUrl": "https://one.example"}})
    before = compiled(core, SERVER)
    changes = damage(core, SERVER_SETTINGS, SERVER_SETTINGS.singleton_id)
    with core.configuration.reading() as view:
        given = CompilerInput(view, core.configuration.ports, before, changes)
        assert SERVER.compile(given) is before
        with pytest.raises(ValidationFailed):
            SERVER.compile(replaced(given, previous=None))


def test_an_instance_whose_plug_in_is_missing_does_not_exclude_the_others(core: Core) -> None:
    for number in (0, 1, 2):
        create(core.configuration, VALIDATOR_RESOURCE, validator(number))
    damage(core, VALIDATOR_RESOURCE, "validator-2")
    with core.configuration.database.writing() as connection:
        row = (document.c.kind == VALIDATOR_RESOURCE.kind, document.c.id == "validator-0")
        body = '{"id": "validator-0", "name": "x", "pluginDescriptorRef": {"id": "gone"}, "configuration": {}}'
        connection.execute(update(document).where(*row).values(body=body))
    found = compiled(core, VALIDATORS)
    assert list(found) == ["validator-1"]
    assert found["validator-1"].plugin is not None


def test_a_damaged_document_does_not_exclude_the_others(core: Core) -> None:
    ids = fill(core, KINDS)
    configuration = core.configuration
    with configuration.reading() as view:
        before = compile_parts(COMPILERS, view, configuration.ports, CompiledParts({}), ALL_CHANGES)
    for kind, id_ in ids.items():
        resource = SUBJECTS[kind].resource
        compilers = [each for each in COMPILERS if kind in each.kinds]
        affected = {each.name for each in compilers}
        with suppress(Undo), configuration.database.writing() as connection:
            of_id = (document.c.kind == kind, document.c.id == id_)
            damaged = update(document).where(*of_id).values(body='{"unknown": true}')
            assert connection.execute(damaged).rowcount == 1
            view = configuration.view(connection)
            after = compile_parts(COMPILERS, view, configuration.ports, before, Changes.of([(kind, id_)]))
            assert {name for name, part in after.parts.items() if part is not before.parts[name]} <= affected
            # A server does not start without one of its policies, because another policy could apply that allows more.
            if not resource.is_singleton and kind not in (POLICIES.kind, FRAGMENT_RESOURCE.kind):
                # Other damaged documents are omitted, also when a server starts.
                assert after.failed == frozenset(), kind
                compile_parts(compilers, view, configuration.ports, CompiledParts({}), ALL_CHANGES)
            raise Undo


def test_a_compiler_that_fails_keeps_its_previous_part_and_catches_up_later(core: Core) -> None:
    given: list[Changes] = []

    def compile_(input_: CompilerInput[Any]) -> object:
        given.append(input_.changes)
        if len(given) == 1:
            raise ValueError("a defect")
        return "new"

    failing: Compiler[Any] = Compiler("failing", frozenset({"a"}), compile_)
    other: Compiler[Any] = Compiler("other", frozenset({"a"}), lambda _input: "new")
    changes, nothing = Changes.of([("a", "some")]), Changes.of([])
    with core.configuration.reading() as view:
        before = CompiledParts({"failing": "old", "other": "old"})
        first = compile_parts([failing, other], view, core.configuration.ports, before, changes)
        assert first == CompiledParts({"failing": "old", "other": "new"}, frozenset({"failing"}))
        second = compile_parts([failing, other], view, core.configuration.ports, first, nothing)
        assert second == CompiledParts({"failing": "new", "other": "new"})
        # Earlier changes are not lost.
        assert given == [changes, ALL_CHANGES]
        given.clear()
        with pytest.raises(ValueError, match="a defect"):
            compile_parts([failing], view, core.configuration.ports, CompiledParts({}), ALL_CHANGES)


class Undo(Exception):
    """Rolls a transaction back."""
