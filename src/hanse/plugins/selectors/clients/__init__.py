"""The OAuth client set selector: chooses by the client that sends the request."""
