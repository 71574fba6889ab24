"""The IdP adapter for users whom an application has signed in, and whom it names with an OpenToken."""
