"""Log settings: the log categories that are verbose, and the time at which each is switched off.

`model` has the fields, `resource` the declaration with the REST form, and `verbose_categories` computes what the
logging process needs. Only categories that are on are stored, so that equal settings have equal texts, and a category
that a newer version adds is off.
"""
