"""Fields as most forms of plug-ins have them, in a line each."""

from hanse.config.plugins.fields import FALSE, Check, Field, FieldType, Option


def flag(name: str, description: str, default: str = FALSE, *, advanced: bool = False, lacks: str = "") -> Field:
    """Return a check box."""
    return Field(
        name=name,
        description=description,
        type=FieldType.CHECK_BOX,
        default=default,
        advanced=advanced,
        lacks=lacks,
    )


def number(name: str, description: str, default: int, check: Check, *, advanced: bool = False) -> Field:
    """Return a field for a whole number."""
    return Field(name=name, description=description, default=str(default), check=check, advanced=advanced)


def template(name: str, default: str) -> Field:
    """Return a field for the file of a page or message."""
    words = name.removesuffix(" Template").lower()
    about = f"The page or message for: {words}."
    return Field(name=name, description=about, default=default, advanced=True, maximum_length=256)


def choice(name: str, description: str, default: str, *options: tuple[str, str]) -> Field:
    """Return radio buttons, each a value and what people read for it."""
    offered = tuple(Option(label, value) for value, label in options)
    return Field(name=name, description=description, type=FieldType.RADIO_GROUP, options=offered, default=default)


def chosen(name: str, description: str, path: str, *, advanced: bool = False) -> Field:
    """Return a choice of what there is of a resource, or of nothing."""
    return Field(name=name, description=description, type=FieldType.SELECT, reference=path, advanced=advanced)
