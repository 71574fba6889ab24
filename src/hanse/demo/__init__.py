"""The demo: a small working configuration, and a sample application that signs users in with it.

`plan` lists what is created, `setup` creates and removes it through the admin API, `application` is the relying party,
and `process` starts it as a program of its own. Nothing here is used by the server itself: the demo talks to it as any
other client does, over the admin API and OpenID Connect.
"""
