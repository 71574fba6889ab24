"""Validation and evaluation of expressions for the console.

Nothing is stored or logged, because the values may be personal data. Only expression administrators may use it.
"""
