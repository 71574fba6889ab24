"""The pages of a frame: lists, the choice of a type, forms, conflicts, deletions.

`resource_pages` chooses the page by the address, `form_pages` has the pages with a form, and `forms` builds the form.
"""
