"""The presentation of a resource in the console, declared in the resource's own module.

`declaration.Ui` is the value that a `Resource` carries: its page and tile in the navigation, its list, its form and the
actions of its items. The navigation, the tiles, the header's search and the frame pages are derived from it. Every
text that people read is written in one of these values, or in the `Field(title=…, description=…)` of a model.
"""
