"""The setup of a new installation: the setup principal, and the operations that only the setup wizard calls.

Until an administrator has signed in for the first time, a caller on this machine (connection from the loopback
interface, Host naming it, no proxy in between) or the holder of the one-time link printed at the start is the *setup
principal*: it may call the operations marked `open_to_setup` and nothing else. With that first log-in the setup is
complete, permanently and on every node.

An interrupted Finish leaves an initial account behind; creating the account again replaces it, so that a retry works.
Once there are other accounts (from an import, or created by the initial one) the setup creates none any more.
"""
