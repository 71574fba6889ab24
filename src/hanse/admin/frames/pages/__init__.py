"""The pages that a visit can ask for: lists, the choice of a type, forms, conflicts, deletions.

`views` answers by the place, `editing` has the pages with a form, `forms` says which form a visit is about.
"""
