"""The grants of users as they see and revoke them: a page for users themselves, and REST services for programs."""
