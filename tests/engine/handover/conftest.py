"""A server with an SP adapter, to which the users of an IdP adapter are mapped."""

import pytest

from hanse.resources.federation.sp_adapters.mappings import ADAPTER_MAPPINGS
from hanse.resources.federation.sp_adapters.resource import SP_ADAPTERS
from hanse.resources.security.redirect_validation import REDIRECT_VALIDATION
from tests.engine.server import EngineServer
from tests.engine.signin.site import SignInSite, opened_site
from tests.support.sp_adapters import adapter_mapping, sp_adapter

ALLOWED = {
    "redirectValidationLocalSettings": {
        "whiteList": [
            {
                "validDomain": "app.example.com",
                "targetResourceSSO": True,
                "inErrorResource": True,
                "allowQueryAndFragment": True,
            }
        ]
    }
}


@pytest.fixture
def site(engine: EngineServer) -> SignInSite:
    made = opened_site(engine)
    made.add_adapter(0)
    made.add(SP_ADAPTERS, sp_adapter())
    made.add(ADAPTER_MAPPINGS, adapter_mapping())
    engine.save(REDIRECT_VALIDATION, ALLOWED)
    return made
