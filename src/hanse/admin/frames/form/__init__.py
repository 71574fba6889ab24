"""Forms, whatever they are about: from a model to widgets, from what is posted to a body, and back to what is shown.

`widgets` turns a model into a form, `plugin_fields` what a plug-in declares, and `mapping` an attribute mapping.
`posted_body` turns what a browser posts into the body that the API takes, and `widget_values` a body and what is wrong
with it into what the templates show. Nothing here knows of requests, nodes or areas.
"""
