"""The device authorization grant (RFC 8628): requests of devices, and the pages on which users approve them."""
