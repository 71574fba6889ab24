"""What users, applications and partners talk to."""
