// The peer of bench.providers: node-oidc-provider with its state in memory, over plain HTTP on one process.
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

// The package's own adapter in memory forgets all but the newest thousand entries, grants and sessions among them.
const stored = new Map();
const byUid = new Map();
class Memory {
  constructor(model) {
    this.model = model;
  }
  key(id) {
    return `${this.model}:${id}`;
  }
  async upsert(id, payload) {
    stored.set(this.key(id), payload);
    if (payload.uid) byUid.set(payload.uid, this.key(id));
  }
  async find(id) {
    return stored.get(this.key(id));
  }
  async findByUid(uid) {
    return stored.get(byUid.get(uid));
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id) {
    const found = stored.get(this.key(id));
    if (found) found.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id) {
    stored.delete(this.key(id));
  }
  async revokeByGrantId() {}
}

const provider = new Provider(`http://localhost:${port}`, {
  adapter: Memory,
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
  expiresWithSession: async () => false,
  loadExistingGrant: async (ctx) => {
    const known = ctx.oidc.session.grantIdFor(ctx.oidc.client.clientId);
    if (known) return ctx.oidc.provider.Grant.find(known);
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
