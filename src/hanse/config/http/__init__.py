"""The operations of the API that follow from declarations."""
