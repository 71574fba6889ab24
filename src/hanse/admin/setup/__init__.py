"""The set-up of a new installation: who may carry it out, and the calls that only the setup wizard makes.

Until an administrator has signed in for the first time, a caller on this machine (connection from the loopback
interface, Host naming it, no proxy in between) or the holder of the one-time link printed at start is the *setup
principal*: it may call the operations marked `open_to_setup` and nothing else. With that first log-in the set-up is
complete, for good and on every node.

An interrupted Finish leaves an initial account behind; creating the account again replaces it, so that retrying
works. Once there are other accounts (from an import, or made by the initial one) the set-up makes none any more.
"""
