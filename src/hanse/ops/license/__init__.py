"""The license: the features and limits of this installation, as a text file of signed claims.

A license file is a compact JWS signed with Ed25519 (`crypto.jws`); its payload is `claims.License`. It is valid only if
it is signed by a trust anchor that the operator configured, or by the anchor of the evaluation license that this
installation created for itself. `verification.verify_license` turns bytes into a `License` or into one finding per
cause; `comparison` lists what a new one would disable; `entitlements` answers what the installed one allows; `expiry`
creates the console's warnings; `views` converts it for the API.

This package computes values from values: it uses no database and no HTTP, and gets the time, the randomness and the
trust anchors from its caller. The number of connections in use is never a claim; the caller counts them.
"""
