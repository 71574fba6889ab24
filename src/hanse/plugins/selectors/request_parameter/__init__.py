"""The HTTP request parameter selector: chooses by the value of a parameter."""
