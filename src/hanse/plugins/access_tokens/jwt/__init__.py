"""The JSON Web Token manager: signs, and on request encrypts, self-contained tokens (RFC 9068)."""
