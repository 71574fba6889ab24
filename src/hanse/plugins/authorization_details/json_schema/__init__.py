"""The processor that ships with the server: a JSON Schema says which details are good.

`schema` reads schemas and validates with them, within limits; `template` makes the text for consent; `comparison`
says when one detail is part of another; `plugin` puts the three together and declares the form.
"""
