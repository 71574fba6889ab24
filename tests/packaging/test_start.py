"""The start of the server imports and builds only what it needs.

Each library costs some hundredths of a second, and each validator of a model about one hundredth.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.running_server import serving

HANSE = Path(sys.executable).parent / "hanse"
IMPORTED = re.compile(r"^import time: +\d+ \| +\d+ \| +(\S+)$", re.MULTILINE)
# Modules that are imported when they are first needed, or only by other commands.
NOT_IMPORTED_AT_START = (
    "alembic",
    "httpx",
    "jinja2",
    "psycopg",
    "rich.console",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.ext",
    "sqlalchemy.orm",
    "hanse.config.bundle",
    "hanse.ops.backup",
)


# Models that a start uses: the password rules, the installed license, and the settings that the engine compiles into
# its first snapshot.
BUILT_AT_THE_START = {
    "hanse.ops.license.claims.License",
    "hanse.ops.license.records.LicenseRecord",
    "hanse.ops.license.verification._Label",
    "hanse.resources.security.service_authentication.ServiceAuthentication",
    "hanse.resources.system.audit_log_settings.AuditLogSettings",
    "hanse.resources.federation.metadata.attribute_requesters.MetadataAttributeRequesterMapping",
    "hanse.resources.security.system_keys.SystemKeys",
    "hanse.resources.applications.access_tokens.model.AccessTokenManagementSettings",
    "hanse.resources.applications.ciba.model.CibaServerPolicySettings",
    "hanse.resources.applications.clients.parts.ClientAuth",
    "hanse.resources.applications.clients.parts.ClientOIDCPolicy",
    "hanse.resources.applications.clients.registration.ClientSettings",
    "hanse.resources.applications.oidc_policies.model.OIDCSessionSettings",
    "hanse.resources.applications.oidc_policies.model.OpenIdConnectSettings",
    "hanse.resources.applications.token_exchange.generator_groups.TokenExchangeGeneratorSettings",
    "hanse.resources.applications.token_exchange.processor_policies.TokenExchangeProcessorSettings",
    "hanse.resources.authentication.authentication_api.AuthnApiSettings",
    "hanse.resources.authentication.policies.resource.AuthenticationPoliciesSettings",
    "hanse.resources.authentication.policies.resource.AuthenticationPolicy",
    "hanse.resources.authentication.session_quotas.SessionQuotaSettings",
    "hanse.resources.authentication.sign_in_traces.settings.SignInTraceSettings",
    "hanse.resources.authentication.sessions.ApplicationSessionPolicy",
    "hanse.resources.authentication.sessions.GlobalAuthenticationSessionPolicy",
    "hanse.resources.authentication.sessions.SessionSettings",
    "hanse.resources.federation.default_urls.IdpDefaultUrl",
    "hanse.resources.federation.default_urls.SpDefaultUrls",
    "hanse.resources.federation.idp_connections.browser_sso.decryption_policy.DecryptionPolicy",
    "hanse.resources.federation.idp_connections.attribute_query.IdpAttributeQueryPolicy",
    "hanse.resources.federation.idp_connections.browser_sso.attribute_contract.IdpBrowserSsoAttributeContract",
    "hanse.resources.federation.idp_discovery.IdpDiscoverySettings",
    "hanse.resources.federation.idp_connections.browser_sso.provisioning.JitProvisioningUserAttributes",
    "hanse.resources.federation.sp_adapters.target_urls.SpUrlMappings",
    "hanse.resources.federation.metadata.publication_settings.MetadataLifetimeSettings",
    "hanse.resources.federation.metadata.publication_settings.MetadataSigningSettings",
    "hanse.resources.security.certificate_revocation.model.CertificateRevocationSettings",
    "hanse.resources.security.certificate_revocation.model.CrlSettings",
    "hanse.resources.security.certificate_revocation.model.OcspSettings",
    "hanse.resources.security.incoming_proxy.IncomingProxySettings",
    "hanse.resources.security.redirect_validation.RedirectValidationLocalSettings",
    "hanse.resources.security.redirect_validation.RedirectValidationPartnerSettings",
    "hanse.resources.security.redirect_validation.RedirectValidationSettings",
    "hanse.resources.security.token_keys.model.OAuthOidcKeysSettings",
    "hanse.resources.security.token_keys.model.OAuthOidcKeysSettingsCertificateInformation",
    "hanse.resources.system.admin_api_cors.AdministrativeApiCorsSettings",
    "hanse.resources.system.administrative_accounts.password_rules.PasswordRules",
    "hanse.resources.system.authorization_server.grants.PersistentGrantAttribute",
    "hanse.resources.system.authorization_server.grants.PersistentGrantContract",
    "hanse.resources.system.authorization_server.model.AuthorizationServerSettings",
    "hanse.resources.system.extended_properties.ExtendedProperties",
    "hanse.resources.system.general_settings.GeneralSettings",
    "hanse.resources.system.log_settings.model.LogSettings",
    "hanse.resources.system.notification_publishers.resource.NotificationPublishersSettings",
    "hanse.resources.system.server_settings.model.FederationInfo",
    "hanse.resources.system.server_settings.model.ServerSettings",
    "hanse.resources.system.virtual_host_names.VirtualHostNameSettings",
}
BUILT_MODELS = """
import sys
from contextlib import ExitStack
from pathlib import Path

from pydantic import BaseModel

from hanse.app.compose import compose
from hanse.app.core import ProcessEnvironment
from hanse.kit.clock import SystemClock
from hanse.kit.options import Options
from hanse.kit.randomness import SystemRandomness

def below(model):
    for each in model.__subclasses__():
        yield each
        yield from below(each)

with ExitStack() as cleanup:
    compose(Options(data=Path(sys.argv[1])), ProcessEnvironment(SystemClock(), SystemRandomness()), cleanup)
    for model in below(BaseModel):
        if model.__module__.startswith("hanse.") and model.__pydantic_complete__:
            # The prefix separates these lines from log lines on standard output.
            print(f"built {model.__module__}.{model.__qualname__}")
"""


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str]]:
    """Return the modules that the first and the second start on a data folder imported, each until `/readyz`
    answered."""
    data = tmp_path_factory.mktemp("start") / "data"
    return imports_of_a_start(data), imports_of_a_start(data)


def imports_of_a_start(data: Path) -> set[str]:
    with serving(HANSE, data, env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"}):
        pass
    return set(IMPORTED.findall(data.with_name(f"{data.name}.log").read_text(encoding="utf-8")))


def modules_of(package: str, modules: set[str]) -> list[str]:
    return sorted(name for name in modules if name == package or name.startswith(f"{package}."))


@pytest.mark.parametrize("package", NOT_IMPORTED_AT_START)
def test_a_start_avoids_expensive_imports(package: str, starts: tuple[set[str], set[str]]) -> None:
    assert modules_of(package, starts[1]) == []


def test_the_first_start_creates_the_tables_and_imports_what_it_needs(starts: tuple[set[str], set[str]]) -> None:
    # This also proves that the measurement sees imports.
    first, second = starts
    assert modules_of("alembic", first)
    assert modules_of("sqlalchemy.engine", second)


def test_a_start_builds_only_the_validators_that_it_uses(tmp_path: Path) -> None:
    # In a Python process of its own, as other tests build models in this one.
    command = [sys.executable, "-c", BUILT_MODELS, str(tmp_path / "data")]
    subprocess.run(command, check=True, capture_output=True)
    again = subprocess.run(command, check=True, capture_output=True, text=True)
    built = {line.removeprefix("built ") for line in again.stdout.splitlines() if line.startswith("built ")}
    assert built == BUILT_AT_THE_START
