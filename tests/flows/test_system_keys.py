"""System keys over HTTP: they are never shown, and their rotation keeps what was sealed before it readable once."""

from base64 import b64encode
from hashlib import sha256

from hanse.app.short_lived_keys import ShortLivedKeys
from hanse.app.state_keys import StateKeys
from hanse.config.bundle import document as bundles
from hanse.config.bundle.export import export
from hanse.config.bundle.importing import import_
from hanse.config.change.write_transaction import Author
from hanse.engine.state.sealing import Sealer
from hanse.resources.security.system_keys import SYSTEM_KEYS as RESOURCE
from hanse.resources.security.system_keys import stored_system_keys
from tests.flows.key_calls import SYSTEM_KEYS, system_keys
from tests.flows.pages import send, visit
from tests.flows.server import API, Client, FlowServer, account
from tests.support.randomness import SeededRandomness


def keys_of(server: FlowServer) -> dict[str, bytes]:
    with server.core.configuration.reading() as view:
        return dict(stored_system_keys(view))


def sealer(server: FlowServer) -> tuple[ShortLivedKeys, Sealer]:
    core = server.core
    keys = ShortLivedKeys(core.configuration, StateKeys(core.keyring, core.configuration.database, server.clock))
    return keys, Sealer(keys, SeededRandomness())


def test_a_new_installation_has_keys_which_are_never_shown(server: FlowServer, admin: Client) -> None:
    body = admin.get(SYSTEM_KEYS).json()
    assert set(body) == {"current", "pending"}
    stored = keys_of(server)
    assert len({*stored.values()}) == len(stored) == 2
    for member, key in stored.items():
        assert len(key) == 32
        assert set(body[member]) == {"creationDate", "encryptedKeyData"}
        assert b64encode(key).decode() not in admin.get(SYSTEM_KEYS).text


def test_a_rotation_moves_each_key_in_one_revision(server: FlowServer, admin: Client) -> None:
    before, dates = keys_of(server), admin.get(SYSTEM_KEYS).json()
    with server.core.configuration.reading() as view:
        revision = view.revision()
    server.clock.advance(minutes=1)
    answer = admin.post(f"{SYSTEM_KEYS}/rotate")
    assert answer.status_code == 200
    after, body = keys_of(server), answer.json()
    assert (after["previous"], after["current"]) == (before["current"], before["pending"])
    assert after["pending"] not in before.values()
    assert body["previous"]["creationDate"] == dates["current"]["creationDate"]
    assert body["current"]["creationDate"] == dates["pending"]["creationDate"] < body["pending"]["creationDate"]
    assert body == admin.get(SYSTEM_KEYS).json()
    with server.core.configuration.reading() as view:
        assert view.revision() == revision + 1
        assert view.history(RESOURCE, "-")[0].actor == "Administrator"


def test_a_value_outlives_one_rotation_and_not_two(server: FlowServer, admin: Client) -> None:
    keys, ours = sealer(server)
    sealed = ours.seal(b"link", b"row")
    for opened in (b"link", None):
        assert admin.post(f"{SYSTEM_KEYS}/rotate").status_code == 200
        keys.read()
        assert ours.open_if_kept(sealed, b"row") == opened
        # Another process that starts now has the same result.
        assert sealer(server)[1].open_if_kept(sealed, b"row") == opened


def test_a_node_that_has_not_noticed_the_rotation_opens_new_values(server: FlowServer, admin: Client) -> None:
    _, late = sealer(server)
    admin.post(f"{SYSTEM_KEYS}/rotate")
    _, early = sealer(server)
    assert late.open_if_kept(early.seal(b"link", b"row"), b"row") == b"link"
    assert early.open_if_kept(late.seal(b"link", b"row"), b"row") == b"link"


def test_values_of_an_earlier_version_are_opened_with_the_configuration_keys(server: FlowServer) -> None:
    core = server.core
    earlier = Sealer(StateKeys(core.keyring, core.configuration.database, server.clock), SeededRandomness())
    assert sealer(server)[1].open_if_kept(earlier.seal(b"flow", b"row"), b"row") == b"flow"


def test_entered_keys_replace_the_stored_ones_and_left_out_keys_stay(server: FlowServer, admin: Client) -> None:
    assert admin.put(SYSTEM_KEYS, system_keys("a")).status_code == 200
    entered = keys_of(server)
    assert entered["current"] == sha256(b"a current").digest()
    kept = admin.get(SYSTEM_KEYS).json()
    assert admin.put(SYSTEM_KEYS, kept).json() == kept
    assert keys_of(server) == entered


def test_keys_that_cannot_be_used_are_refused(server: FlowServer, admin: Client) -> None:
    before = keys_of(server)
    good = system_keys("a")
    short = {"keyData": b64encode(bytes(16)).decode()}
    for body, path in (
        ({**good, "current": short}, "current.keyData"),
        ({**good, "pending": {"keyData": "no base64"}}, "pending.keyData"),
        ({**good, "pending": good["current"]}, "pending.keyData"),
        ({**good, "previous": {}}, "previous.keyData"),
        ({**good, "current": {**good["current"], "creationDate": "yesterday"}}, "current.creationDate"),
        ({"current": good["current"]}, "pending"),
        ({"pending": good["pending"]}, "current"),
    ):
        answer = admin.put(SYSTEM_KEYS, body)
        assert answer.status_code == 422, body
        assert [each["fieldPath"] for each in answer.json()["validationErrors"]] == [path]
    # A sealed key is bound to its place.
    stored = admin.get(SYSTEM_KEYS).json()
    moved = {**stored, "pending": stored["current"]}
    assert admin.put(SYSTEM_KEYS, moved).status_code == 422
    assert keys_of(server) == before


def test_an_export_has_the_keys(server: FlowServer, admin: Client) -> None:
    configuration, before = server.core.configuration, keys_of(server)
    with configuration.reading() as view:
        archive = bundles.to_bytes(export(view, server.core.keyring, product_version="1"))
    assert b64encode(before["current"]) not in archive
    admin.post(f"{SYSTEM_KEYS}/rotate")
    import_(configuration, bundles.read(archive), Author("import"))
    assert keys_of(server) == before


def test_the_page_shows_the_keys_and_rotates_them(server: FlowServer, admin: Client) -> None:
    page = visit(admin, "systemKeys")
    assert {"Current key created", "Pending key created"} <= set(page.texts)
    assert "Previous key created" not in page.texts
    # There is nothing to cancel, and no list to go back to.
    assert not {"Cancel", "Back"} & set(page.texts)
    before = keys_of(server)
    rotated = send(admin, page, {"_do": "act:rotate"})
    assert {"The system keys were rotated.", "Previous key created"} <= set(rotated.texts)
    assert keys_of(server)["previous"] == before["current"]


def test_auditors_see_the_keys_and_cannot_rotate_them(server: FlowServer, admin: Client) -> None:
    made = admin.post(f"{API}/administrativeAccounts", account("key-auditor", auditor=True))
    assert made.status_code == 200, made.text
    auditor = server.client().sign_in("key-auditor")
    page = visit(auditor, "systemKeys")
    assert (page.is_read_only, "Current key created" in page.texts, "Rotate" in page.texts) == (True, True, False)
    before = keys_of(server)
    assert send(auditor, page, {"_do": "act:rotate"}).status == 403
    assert keys_of(server) == before
