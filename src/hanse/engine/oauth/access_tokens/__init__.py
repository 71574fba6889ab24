"""Access tokens: which manager issues one, what it carries, and what a presented one says.

`compiling` prepares the managers and their mappings with the snapshot; `choosing` finds the manager of a request,
`values` what mappings are fulfilled from, and `issuing` puts both together.
"""
