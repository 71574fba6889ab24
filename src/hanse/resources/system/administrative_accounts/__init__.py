"""Administrative accounts: the people and programs that may sign in to the console and call the admin API.

The password is stored as an argon2id digest, sealed like every secret (`encryptedPassword`). Changes that end an
account's sessions (a new password, other roles, deactivation, deletion) need no code here: sessions are compared with
the account at every request (`hanse.admin.session`), however it was changed.

Administrators cannot remove their own rights, one active USER_ADMINISTRATOR always remains, and auditors have no roles.
"""
