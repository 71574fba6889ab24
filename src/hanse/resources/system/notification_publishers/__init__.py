"""Notification publishers: how the server tells people something, by e-mail so far.

A `Publisher` (`publisher`) is made of an instance's settings and sends one message at a time. `resource` has the
instances, and which of them counts where none is named.
"""
