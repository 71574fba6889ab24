"""The processor that ships with the server: a JSON Schema defines the valid details.

`schema` reads schemas and validates with them, within limits; `template` renders the text for consent; `comparison`
decides whether one detail is part of another; `plugin` combines the three and declares the form.
"""
