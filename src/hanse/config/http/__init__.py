"""The operations of the API that are derived from declarations."""
