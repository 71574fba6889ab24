"""The hand-over of signed-in users to applications, by SP adapters.

`endpoints` answers the address at which users start. The user signs in with `engine.signin`, `handover` fulfills the
contract of the SP adapter and returns its form, and `application_logouts` notifies applications when a session ends.
"""
