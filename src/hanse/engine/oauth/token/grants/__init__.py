"""One file for each grant type; `contract` is what they fulfil."""
