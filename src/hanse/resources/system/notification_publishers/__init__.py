"""Notification publishers: how the server tells people something, by e-mail so far.

`resource` declares the configured publishers, and which of them is the default. The plug-in is
`hanse.plugins.notification.smtp`.
"""
