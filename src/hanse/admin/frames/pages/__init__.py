"""The pages that a visit can ask for: lists, the choice of a type, forms, conflicts, deletions.

`resource_pages` answers by the place, `form_pages` has the pages with a form, `forms` says which form a visit is about.
"""
