"""One file for each grant type; `grant_handler` is their interface."""
