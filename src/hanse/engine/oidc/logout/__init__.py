"""Signing users out: at this server, and at the applications that they signed in to.

`logout_request` reads what an application asks for and decides whether it is proven to be the user's (RP-Initiated
Logout 1.0), `confirmation` asks the user where it is not. `sign_out` ends the session and has the clients notified:
`back_channel` by requests between servers (Back-Channel Logout 1.0), `front_channel` by a page that loads addresses of
the clients (Front-Channel Logout 1.0). `client_tracking` remembers which clients there are. `endpoints` puts it
together.
"""
