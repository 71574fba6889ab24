// The peer of bench.providers: node-oidc-provider with its adapter in memory, over plain HTTP on one process.
import { generateKeyPairSync } from "node:crypto";
import { Provider } from "oidc-provider";

const port = Number(process.env.PORT);
const secret = process.env.SECRET;
const jwk = (type, options, alg) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: "jwk" }),
  alg,
  use: "sig",
  kid: alg,
});
const machine = (client_id) => ({
  client_id,
  client_secret: secret,
  grant_types: ["client_credentials"],
  redirect_uris: [],
  response_types: [],
});

const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    machine("bench-rs256"),
    machine("bench-es256"),
    machine("bench-opaque"),
    {
      client_id: "bench-web",
      client_secret: secret,
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [process.env.REDIRECT],
    },
  ],
  jwks: { keys: [jwk("rsa", { modulusLength: 2048 }, "RS256"), jwk("ec", { namedCurve: "P-256" }, "ES256")] },
  cookies: { keys: ["bench"] },
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // Nobody is asked for consent, as at the other providers.
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId,
    });
    grant.addOIDCScope("openid offline_access");
    grant.addResourceScope("urn:bench", "api");
    await grant.save();
    return grant;
  },
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => "urn:bench",
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, _resource, client) => ({
        scope: "api",
        audience: "urn:bench",
        accessTokenFormat: client.clientId === "bench-opaque" ? "opaque" : "jwt",
        accessTokenTTL: 300,
        // Of opaque tokens it is of no account.
        jwt: { sign: { alg: client.clientId === "bench-es256" ? "ES256" : "RS256" } },
      }),
    },
  },
});
provider.listen(port, "127.0.0.1", () => console.log("ready"));
