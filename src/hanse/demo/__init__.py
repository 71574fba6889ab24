"""The demo: a small working configuration, and a sample application that signs users in with it.

`plan` lists the created objects, `setup` creates and removes them through the admin API, `application` is the relying
party, and `process` starts it as a program of its own. The server itself uses nothing of this: the demo is a client of
the admin API and of OpenID Connect like any other.
"""
