"""Settings to paste into common libraries. Words between `@` are replaced.

The secret is a variable of the environment, so that it does not end up in the source code of an application.
"""

from typing import Final

OPENID_CLIENT: Final = """\
import * as client from "openid-client";

const config = await client.discovery(
  new URL("@issuer@"),
  "@client_id@",
  undefined,
  client.ClientSecretBasic(process.env.CLIENT_SECRET),
);

// Store verifier and state in the user's session, and redirect the browser to the address.
export async function signIn() {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: "@redirect_uri@",
    scope: "openid",
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return { address, state, verifier };
}

// Call this at the redirect URI, with the complete address of the request.
export async function signedIn(url, state, verifier) {
  const checks = { expectedState: state, pkceCodeVerifier: verifier, idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(config, new URL(url), checks);
  return tokens.claims();
}
"""

AUTHLIB: Final = """\
import os

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

METADATA = requests.get("@issuer@/.well-known/openid-configuration", timeout=10).json()
SESSION = OAuth2Session(
    "@client_id@",
    os.environ["CLIENT_SECRET"],
    redirect_uri="@redirect_uri@",
    scope="openid",
    code_challenge_method="S256",
)


def sign_in():
    # Store verifier and state in the user's session, and redirect the browser to the address.
    verifier = generate_token(48)
    address, state = SESSION.create_authorization_url(METADATA["authorization_endpoint"], code_verifier=verifier)
    return address, state, verifier


def signed_in(url, state, verifier):
    # Call this at the redirect URI, with the complete address of the request.
    return SESSION.fetch_token(
        METADATA["token_endpoint"], authorization_response=url, state=state, code_verifier=verifier
    )
"""

AUTHLIB_SERVICE: Final = """\
import os

from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT

TOKEN_ENDPOINT = "@issuer@/as/token.oauth2"
# The private key as a JSON Web Key or as PEM. Use the algorithm of your key.
SESSION = OAuth2Session(
    "@client_id@",
    os.environ["PRIVATE_KEY"],
    token_endpoint_auth_method=PrivateKeyJWT(TOKEN_ENDPOINT, alg="ES256"),
)
tokens = SESSION.fetch_token(TOKEN_ENDPOINT, grant_type="client_credentials")
"""

MOD_AUTH_OPENIDC: Final = """\
OIDCProviderMetadataURL @issuer@/.well-known/openid-configuration
OIDCClientID @client_id@
OIDCClientSecret "${CLIENT_SECRET}"
OIDCProviderTokenEndpointAuth client_secret_basic
OIDCRedirectURI @redirect_uri@
OIDCCryptoPassphrase "${CRYPTO_PASSPHRASE}"
OIDCScope "openid"
OIDCPKCEMethod S256
OIDCRemoteUserClaim sub
"""

SPRING_SECURITY: Final = """\
# application.yaml
spring:
  security:
    oauth2:
      client:
        registration:
          hanse:
            client-id: "@client_id@"
            client-secret: "${CLIENT_SECRET}"
            client-authentication-method: client_secret_basic
            authorization-grant-type: authorization_code
            redirect-uri: "@redirect_uri@"
            scope: openid
        provider:
          hanse:
            issuer-uri: "@issuer@"

// Java: PKCE also for clients with a secret
@Bean
SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var resolver = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    resolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    return http
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(resolver)))
        .build();
}
"""

ASP_NET_CORE: Final = """\
builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = "@issuer@";
        options.ClientId = "@client_id@";
        options.ClientSecret = builder.Configuration["CLIENT_SECRET"];
        options.CallbackPath = "@redirect_path@";
        options.ResponseType = OpenIdConnectResponseType.Code;
        options.ResponseMode = OpenIdConnectResponseMode.Query;
        options.UsePkce = true;
        options.MapInboundClaims = false;
        options.Scope.Clear();
        options.Scope.Add("openid");
    });
"""

OIDC_CLIENT_TS: Final = """\
import { UserManager } from "oidc-client-ts";

export const users = new UserManager({
  authority: "@issuer@",
  client_id: "@client_id@",
  redirect_uri: "@redirect_uri@",
  response_type: "code",
  scope: "openid",
});

// To sign in: await users.signinRedirect();
// At the redirect URI: const user = await users.signinCallback();
"""

APP_AUTH: Final = """\
// AppAuth for Android uses PKCE with S256 by default.
AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse("@issuer@")) { configuration, error ->
    if (configuration == null) throw error ?: IllegalStateException("no metadata")
    val request = AuthorizationRequest.Builder(
        configuration,
        "@client_id@",
        ResponseTypeValues.CODE,
        Uri.parse("@redirect_uri@"),
    ).setScope("openid").build()
    startActivityForResult(AuthorizationService(this).getAuthorizationRequestIntent(request), SIGN_IN)
}
"""

CURL_SERVICE: Final = """\
curl --user "@client_id@:$CLIENT_SECRET" "@issuer@/as/token.oauth2" --data grant_type=client_credentials
"""

CURL_DEVICE: Final = """\
# Show verification_uri and user_code to the user.
curl "@issuer@/as/device_authz.oauth2" --data client_id=@client_id@ --data scope=openid

# Repeat this after each interval, until the user has approved.
curl "@issuer@/as/token.oauth2" --data client_id=@client_id@ --data device_code="$DEVICE_CODE" \\
  --data grant_type=urn:ietf:params:oauth:grant-type:device_code
"""
