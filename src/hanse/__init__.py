"""Hanse: an identity federation server with a browser console.

The layers, from the ground up: kit, crypto, config, resources, then engine, cluster and ops side by side,
then admin, and `app`, the composition root. A layer imports only from layers below it.
"""
