from tests.resources.authentication.policies.adapters import configuration

__all__ = ["configuration"]
