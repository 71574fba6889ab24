"""Logout: at this server, and at the applications to which users have signed in.

`logout_request` reads an application's request and decides whether it is proven to be the user's (RP-Initiated Logout
1.0); otherwise `confirmation` asks the user. `sign_out` ends the session and has the clients notified: `back_channel`
by requests between servers (Back-Channel Logout 1.0), `front_channel` by a page that loads addresses of the clients
(Front-Channel Logout 1.0). `client_tracking` stores the clients of a session. `endpoints` composes the endpoints.
"""
