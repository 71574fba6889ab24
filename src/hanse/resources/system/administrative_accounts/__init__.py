"""Administrative accounts: who may sign in to the console and call the admin API.

The password is kept as an argon2id digest, sealed like every secret (`encryptedPassword`). What ends an account's
sessions (a new password, other roles, deactivation, deletion) is not done here: sessions compare themselves with the
account at every request (`hanse.admin.session`), so that it holds however the account was changed.

One cannot take rights from oneself, one active USER_ADMINISTRATOR always remains, and auditors have no roles.
"""
