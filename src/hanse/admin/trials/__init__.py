"""Lets administrators try what they configure before a user does. Nothing is saved, and no user is signed in."""
