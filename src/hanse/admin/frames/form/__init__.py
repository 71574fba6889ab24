"""Forms of any resource: from a model to widgets, from a posted form to a body, and back to the values that are shown.

`plugin_fields` makes widgets of the fields that a plug-in declares, and `mapping` those of an attribute mapping.
`posted_body` turns a posted form into the body of the API, and `widget_values` combines widgets, a body and its errors
for the templates. Nothing here depends on requests, navigation nodes or areas.
"""
