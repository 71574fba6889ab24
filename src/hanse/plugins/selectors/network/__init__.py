"""The CIDR selector: chooses by the network that a request comes from."""
