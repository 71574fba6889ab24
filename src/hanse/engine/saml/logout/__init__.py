"""Single logout with SAML partners (SAML profiles, section 4.4), for both roles of this server.

A partner requests a logout (`received_requests`), or a logout begins at this server. The session here ends first. Then
`chain` sends the user's browser to one further partner of the session after another, each with a signed logout request,
and verifies the responses. At the end, it returns to where the logout began.

Partners that only SOAP reaches are asked before that, by `soap_requests`. `soap_service` receives requests by SOAP.

`participants` finds the partners of a session, `partners` has what their connections say about logout, `messages` sends
and receives the messages, and `logout_run` is the stored state between two of them.
"""
