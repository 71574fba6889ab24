"""The OAuth access token processor: validates access tokens that an access token manager of this server issued."""
