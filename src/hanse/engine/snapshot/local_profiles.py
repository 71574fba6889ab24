"""Local identity profiles in the form in which validators and pages use them."""

from collections.abc import Mapping

from hanse.engine.snapshot.compiler import Compiler, CompilerInput
from hanse.engine.snapshot.configuration_parts import readable
from hanse.plugins.local_identities.profile import LocalProfile
from hanse.resources.authentication.local_identities.resource import LOCAL_IDENTITY_PROFILES
from hanse.resources.authentication.local_identities.runtime import local_profile

Profiles = Mapping[str, LocalProfile]


def _compile(given: CompilerInput[Profiles]) -> Profiles:
    found = readable(given.view, LOCAL_IDENTITY_PROFILES)
    return {id_: local_profile(id_, profile) for id_, profile in found}


LOCAL_PROFILES: Compiler[Profiles] = Compiler(
    LOCAL_IDENTITY_PROFILES.kind, frozenset({LOCAL_IDENTITY_PROFILES.kind}), _compile
)
