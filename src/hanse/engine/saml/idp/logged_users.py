"""The user of an assertion as the log shows them, without the values of masked attributes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hanse.crypto.xml.elements import XmlElement
from hanse.engine.saml.idp.response_building import AssertedUser, texts_of
from hanse.engine.trace.masking import MASK
from hanse.kit.sign_in_traces import TracedValue
from hanse.saml.attributes import SAML_SUBJECT
from hanse.saml.masked_messages import masked_message


@dataclass(frozen=True)
class LoggedUser:
    """The user of an assertion. `mask` replaces values of attributes, as for the sign-in trace."""

    user: AssertedUser
    mask: Callable[[Mapping[str, TracedValue]], Mapping[str, TracedValue]]

    @property
    def subject(self) -> str:
        """Return the name identifier, or the mask if it is the value of a masked attribute."""
        name_id = self.user.name_id.value
        shown = self.mask({**self._attributes, SAML_SUBJECT: name_id})
        hidden = (text for name in self._masked for text in texts_of(self.user.attributes[name]))
        return name_id if shown[SAML_SUBJECT] == name_id and name_id not in set(hidden) else MASK

    def message(self, response: XmlElement) -> str:
        """Return a response in which masked values are replaced. Encrypted assertions stay as they are."""
        return masked_message(response.serialized(), self._masked, MASK, hides_subject=self.subject == MASK)

    @property
    def _attributes(self) -> dict[str, TracedValue]:
        return {name: value if isinstance(value, str) else list(value) for name, value in self.user.attributes.items()}

    @property
    def _masked(self) -> frozenset[str]:
        attributes = self._attributes
        shown = self.mask(attributes)
        return frozenset(name for name, value in attributes.items() if shown[name] != value)
