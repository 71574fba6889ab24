"""Access token managers: the format and the attributes of access tokens, and the selection of a manager.

A *manager* (`managers`) is an instance of a plug-in of `hanse.plugins.access_tokens`, which makes the tokens. The
contract of a manager names the attributes of its tokens; mappings fulfill it. The settings name the default manager.
"""
