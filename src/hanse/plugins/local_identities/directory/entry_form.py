"""The form of users as entries of a directory: names, attributes and search filters.

Values of users are always escaped: in names of entries by RFC 4514, section 2.4, and in filters by RFC 4515, section 3.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID

from hanse.data_stores.settings import SourceFailed
from hanse.data_stores.templates import fill
from hanse.kit.local_users import PASSWORD_IN_DIRECTORY, LocalUser, LocalUserStatus, UserValue
from hanse.kit.texts.messages import message
from hanse.plugins.local_identities.field_values import FALSE, TRUE
from hanse.plugins.local_identities.profile import DirectoryStorage, LocalProfile, ProfileField, ProfileFieldType
from hanse.plugins.local_identities.user_values import with_values

if TYPE_CHECKING:
    from hanse.data_stores.ldap import DirectoryEntry

# RFC 4530; a directory sets it when it adds an entry, and it never changes.
ENTRY_ID: Final = "entryUUID"
_CREATED, _UPDATED = "createTimestamp", "modifyTimestamp"
# Attributes that only the directory itself sets (RFC 4512, section 3.4; RFC 4530; RFC 5020).
SET_BY_DIRECTORY: Final = frozenset(
    {
        "createtimestamp",
        "creatorsname",
        "entrydn",
        "entryuuid",
        "hassubordinates",
        "modifiersname",
        "modifytimestamp",
        "numsubordinates",
        "structuralobjectclass",
        "subschemasubentry",
    }
)
_SEPARATOR: Final = "~"
Attributes = Mapping[str, tuple[str, ...]]


def id_of_entry(entry_id: str, profile: str) -> str:
    """Return the ID of a user. IDs of users whom the server stores itself have no separator."""
    return f"{entry_id}{_SEPARATOR}{profile}"


def profile_of(user_id: str) -> str:
    """Return the profile of a user in a directory by the user's ID; empty for other users."""
    return user_id.partition(_SEPARATOR)[2]


def entry_id_of(user_id: str) -> str | None:
    """Return the ID of a user's entry; None if the ID has another form."""
    try:
        return str(UUID(user_id.partition(_SEPARATOR)[0]))
    except ValueError:
        return None


@dataclass(frozen=True)
class EntryForm:
    """Converts the users of a profile to entries, and entries to users."""

    profile: LocalProfile
    storage: DirectoryStorage

    @property
    def wanted(self) -> tuple[str, ...]:
        """Return the attributes that are read."""
        storage = self.storage
        names = (ENTRY_ID, _CREATED, _UPDATED, *storage.attributes.values(), storage.disabling_attribute)
        return tuple({each.lower(): each for each in names if each}.values())

    def filter_of(self, attributes: Iterable[str], pattern: str) -> str:
        """Return the template of a filter for users with a value in one of some attributes; without any, all users."""
        conditions = "".join(f"({each}={pattern})" for each in attributes)
        any_of = f"(|{conditions})" if conditions else ""
        return f"(&(objectClass={self.storage.object_class or '*'}){any_of})"

    @property
    def name_attributes(self) -> tuple[str, ...]:
        """Return the attributes with the names of users."""
        return tuple(self.storage.attributes[each] for each in self.profile.unique_fields)

    @property
    def email_attribute(self) -> str:
        """Return the attribute with the address of a user; empty if there is none."""
        return self.storage.attributes.get(self.profile.email_field, "")

    def is_written(self, field: str) -> bool:
        """Return whether the values of a field are written to entries."""
        return self.storage.attributes.get(field, ENTRY_ID).lower() not in SET_BY_DIRECTORY

    def user_of(self, entry: "DirectoryEntry", record: LocalUser | None) -> LocalUser:
        """Return the user of an entry, with what the record of the server has. Raises SourceFailed."""
        found = {name.lower(): values for name, values in entry.attributes.items()}
        entry_id = next(iter(found.get(ENTRY_ID.lower(), ())), "")
        if not entry_id:
            raise SourceFailed(message("The directory does not return the attribute {name} of entries.", name=ENTRY_ID))
        values = dict(self._values(found))
        verification = self.profile.verification
        in_entry = verification is not None and self.is_written(verification.status_field)
        in_record = record is not None and record.email_verified
        verified = values.get(verification.status_field) == TRUE if verification and in_entry else in_record
        user = LocalUser(
            id=id_of_entry(entry_id, self.profile.id),
            profile=self.profile.id,
            username=entry.dn,
            names=(),
            status=LocalUserStatus.DISABLED if self._is_disabled(found, record) else LocalUserStatus.ACTIVE,
            password=PASSWORD_IN_DIRECTORY,
            must_change_password=record is not None and record.must_change_password,
            links=() if record is None else record.links,
            dn=entry.dn,
            created=_seconds(found, _CREATED),
            updated=_seconds(found, _UPDATED),
            signed_in=0.0 if record is None else record.signed_in,
            version=0 if record is None else record.version,
        )
        return with_values(self.profile, user, values, verified=verified)

    def attributes_of(self, user: LocalUser) -> Attributes:
        """Return the attributes of a user's entry that the server sets; those without a value are empty."""
        made = {
            self.storage.attributes[field.id]: tuple(self._texts(field, user.attributes.get(field.id, "")))
            for field in self.profile.fields
            if self.is_written(field.id)
        }
        disabled = (self.storage.disabling_value,) if user.status is LocalUserStatus.DISABLED else ()
        return {**made, self.storage.disabling_attribute: disabled} if self.storage.disabling_attribute else made

    def new_entry(self, user: LocalUser) -> tuple[str, Attributes]:
        """Return the name and the attributes of the entry of a new user. Raises SourceFailed."""
        if not self.storage.rdn or not self.storage.object_class:
            raise SourceFailed("The profile has no create pattern or no object class. Users cannot be added.")
        storage, made = self.storage, {name: each for name, each in self.attributes_of(user).items() if each}
        attribute, value = self._relative_name(user)
        # An entry has the value of its name as an attribute (RFC 4512, section 2.3).
        own = next((name for name in made if name.lower() == attribute.lower()), attribute)
        made[own] = tuple(dict.fromkeys((*made.get(own, ()), value)))
        classes = (storage.object_class, *storage.other_classes)
        return f"{self.rdn_of(user)},{storage.base}", {"objectClass": classes, **made}

    def rdn_of(self, user: LocalUser) -> str:
        """Return the name of a user's entry, relative to the base. Raises SourceFailed."""
        parts = (self._part(part, user) for part in self.storage.rdn.split(","))
        return ",".join(f"{attribute}={_dn_value(value)}" for attribute, value in parts)

    def renamed(self, before: LocalUser, after: LocalUser) -> str:
        """Return the new name of the entry of a changed user, relative to its parent; empty if the name stays."""
        attribute = before.dn.partition("=")[0].strip()
        if attribute.lower() == self.storage.rdn.partition("=")[0].strip().lower():
            old, new = (self._relative_name(each)[1] for each in (before, after))
        else:
            # The entry was added by another system. Its name must not differ from its attribute.
            old, new = (_first(self.attributes_of(each), attribute) for each in (before, after))
        return f"{attribute}={_dn_value(new)}" if new and old != new else ""

    def _relative_name(self, user: LocalUser) -> tuple[str, str]:
        return self._part(self.storage.rdn.split(",")[0], user)

    def _part(self, part: str, user: LocalUser) -> tuple[str, str]:
        attribute, _, template = part.partition("=")
        named = {self.storage.attributes.get(name, name): value for name, value in user.attributes.items()}
        values: dict[str, UserValue] = {ENTRY_ID: _new_uuid(user.id), **named, **user.attributes}
        value = fill(template.strip(), values, lambda text: text)
        if not value:
            raise SourceFailed("The user has no value for the name of the entry.")
        return attribute.strip(), value

    def _values(self, found: Attributes) -> Iterator[tuple[str, UserValue]]:
        for field in self.profile.fields:
            values = found.get(self.storage.attributes.get(field.id, "").lower(), ())
            if values and field.type is ProfileFieldType.CHECKBOX_GROUP:
                yield field.id, [each for each in field.options if each in values]
            elif values:
                # Directories write TRUE (RFC 4517, section 3.3.3).
                is_boolean = self._is_boolean(field) and values[0].lower() in (TRUE, FALSE)
                yield field.id, values[0].lower() if is_boolean else values[0]

    def _texts(self, field: ProfileField, value: UserValue) -> Iterable[str]:
        if isinstance(value, str):
            return () if not value else (value.upper() if self._is_boolean(field) else value,)
        return value

    def _is_boolean(self, field: ProfileField) -> bool:
        verification = self.profile.verification
        is_status = verification is not None and verification.status_field == field.id
        return is_status or field.type is ProfileFieldType.CHECKBOX

    def _is_disabled(self, found: Attributes, record: LocalUser | None) -> bool:
        values = found.get(self.storage.disabling_attribute.lower(), ()) if self.storage.disabling_attribute else ()
        in_entry = self.storage.disabling_value.lower() in {each.lower() for each in values}
        return in_entry or (record is not None and record.status is LocalUserStatus.DISABLED)


def _first(attributes: Attributes, name: str) -> str:
    return next((values[0] for each, values in attributes.items() if each.lower() == name.lower() and values), "")


def _dn_value(text: str) -> str:
    # Imported here: the library takes as long to import as all others together, and most servers have no directory.
    from hanse.data_stores.ldap_filters import dn_value  # noqa: PLC0415 - the comment above says why.

    return dn_value(text)


def _new_uuid(user_id: str) -> str:
    """Return a UUID made of the random ID of a new user, for names such as `uid=${entryUUID}`."""
    return str(UUID(bytes=sha256(user_id.encode()).digest()[:16], version=4))


def _seconds(found: Attributes, name: str) -> float:
    """Return a time of an entry (RFC 4517, section 3.3.13); 0 if the directory does not return it."""
    text = next(iter(found.get(name.lower(), ())), "")
    try:
        return datetime.strptime(text[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
