"""The passkey adapter: public key credentials of browsers and security keys (Web Authentication Level 3)."""
