"""Access tokens: which manager issues one, what it carries, and what a presented one says.

`compiled_managers` prepares the managers and their mappings with the snapshot; `manager_choice` finds the manager of a
request, `mapping_values` what mappings are fulfilled from, and `token_issuance` puts both together.
"""
