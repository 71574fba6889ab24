"""The TOTP adapter: codes from an authenticator app (RFC 6238), with enrollment and recovery codes."""
