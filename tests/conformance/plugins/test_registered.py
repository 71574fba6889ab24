"""Every registered plug-in keeps the contract of its kind: the included plug-ins and the installed ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from hanse.config.plugins.plugin import Plugin
from hanse.plugins.conformance import Example, check_plugin
from hanse.plugins.conformance.example import installed_examples
from hanse.plugins.conformance.plugin_check import CHECKS
from hanse.resources.all_resources import PLUGIN_KINDS
from tests.conformance.plugins.examples import examples, publisher
from tests.support.mail import mailbox

PLUGINS: dict[str, Plugin[Any]] = {plugin.id: plugin for kind in PLUGIN_KINDS for plugin in kind.plugins}


def cases() -> Iterator[Any]:
    """Yield each plug-in that needs no server with each of its examples."""
    for number, (id_, example) in enumerate((*examples(), *installed_examples())):
        yield pytest.param(PLUGINS[id_], example, id=f"{id_.rpartition('.')[2]}-{number}")


def test_every_kind_and_every_plug_in_is_checked() -> None:
    assert {kind.plugins.kind for kind in PLUGIN_KINDS} == set(CHECKS)
    tried = {id_ for id_, _ in (*examples(), *installed_examples(), publisher(0))}
    assert tried == set(PLUGINS)


@pytest.mark.parametrize(("plugin", "example"), [*cases()])
def test_a_plug_in_fulfills_its_contract(plugin: Plugin[Any], example: Example) -> None:
    assert check_plugin(plugin, example) == []


@pytest.mark.parametrize("more", [{}, {"UTF-8_Message_Header_Support": "true", "Sender_Name": "Hanse"}])
def test_the_smtp_publisher_fulfills_its_contract_and_injects_no_headers(more: dict[str, str]) -> None:
    with mailbox() as box:
        id_, example = publisher(box.port, **more)
        assert check_plugin(PLUGINS[id_], example) == []
    assert box.messages
    headers = {"From", "To", "Subject", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"}
    assert {name for each in box.messages for name in each} <= headers
    assert not any("all@example.com" in command for command in box.commands)
