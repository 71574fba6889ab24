"""Access token managers: the form and the attributes of access tokens, and the choice of a manager.

A *manager* (`managers`) is an instance of a plug-in of `hanse.plugins.access_tokens`, which makes the tokens. The
contract of a manager names the attributes of its tokens; mappings fulfil it. The settings name the default manager.
"""
