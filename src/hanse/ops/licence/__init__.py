"""The licence: what this installation may do, until when, for whom, as a text file of signed claims.

A licence file is a compact JWS signed with Ed25519 (`crypto.jws`); its payload is `claims.Licence`. It means something
only when signed by a trust anchor that the operator configured, or by the anchor of the evaluation licence that this
installation made for itself. The flow: `verification.verify_licence` turns bytes into a `Licence` or into one clear
finding per cause; `comparison` lists what a new one would disable; `entitlements` answers what the installed one
allows; `expiry` makes the console's warnings; `views` shows all of it in the API.

This package is values in, values out: it knows no database and no HTTP, and takes the time, the randomness
and the trust anchors from its caller. How many connections are used is never a claim; the caller counts them.
"""
