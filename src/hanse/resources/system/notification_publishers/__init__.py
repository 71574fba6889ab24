"""Notification publishers, which send messages to people, so far by e-mail.

`resource` declares the configured publishers, and which of them is the default. The plug-in is
`hanse.plugins.notification.smtp`.
"""
