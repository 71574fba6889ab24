"""The sample relying party: a small web application that signs users in with OpenID Connect and shows the tokens.

`client` is the OpenID Connect side, with Authlib and joserfc; `site` has the pages. It listens on the loopback
interface only and keeps its sessions in memory.
"""
