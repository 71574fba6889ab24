"""The users of local identity profiles: their fields, their passwords, and changes of their accounts."""
