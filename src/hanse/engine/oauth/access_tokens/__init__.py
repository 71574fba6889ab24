"""Access tokens: selection of the manager, content, and inspection of presented tokens.

`compiled_managers` prepares the managers and their mappings with the snapshot; `manager_choice` selects the manager of
a request, `mapping_values` provides the sources of mappings, and `token_issuance` combines both.
"""
