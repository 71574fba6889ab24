"""Enumerations whose members have a label."""

import json

import pytest

from hanse.kit.texts.labels import Labeled, label_of
from hanse.kit.texts.messages import counted, enumerated, message, verbatim


class Answer(Labeled):
    YES = "YES", "Yes"
    NO = "NO", "No"


def test_a_member_is_its_value_and_has_a_label() -> None:
    assert Answer("NO") is Answer.NO
    assert (f"{Answer.NO}", json.dumps(Answer.NO), Answer.NO.label) == ("NO", '"NO"', "No")


def test_an_enum_member_without_a_label_is_refused() -> None:
    with pytest.raises(TypeError, match="MAYBE has no label"):

        class Bad(Labeled):
            MAYBE = "MAYBE"


def test_an_unknown_value_is_shown_unchanged() -> None:
    assert label_of(Answer, "YES") == "Yes"
    assert label_of(Answer, "{later}") == "{later}"
    assert label_of(Answer, None) == ""


def test_texts_are_joined_and_names_are_not_translated() -> None:
    assert verbatim("Save {x}") == "Save {x}"
    parts = [counted("{count} key", "{count} keys", 2), message("{name} was saved.", name="Shop")]
    assert enumerated(parts) == "2 keys, Shop was saved."
