"""Log settings: which categories of the log are verbose, and until when.

`model` has the members, `resource` the declaration with what clients see in place of what is stored,
`verbose_categories` what the process that logs takes from it. Stored are only the categories that are on, so that equal
settings are equal texts, and a category that a newer version brings is off.
"""
