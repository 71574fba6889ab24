// A device with openid-client: prints what it shows to its user, then the user of the tokens or the error code.
import * as client from "openid-client";

const server = await client.discovery(new URL(process.env.ISSUER), process.env.CLIENT_ID, undefined, client.None());
const started = await client.initiateDeviceAuthorization(server, { scope: "openid profile email" });
console.log(JSON.stringify(started));
try {
  // The library polls at the server's interval, and waits longer after the error slow_down (RFC 8628, section 3.5).
  const tokens = await client.pollDeviceAuthorizationGrant(server, started);
  const claims = tokens.claims();
  const user = await client.fetchUserInfo(server, tokens.access_token, claims.sub);
  const renewed = await client.refreshTokenGrant(server, tokens.refresh_token);
  console.log(JSON.stringify({ aud: claims.aud, email: user.email, renewed: Boolean(renewed.access_token) }));
} catch (error) {
  console.log(JSON.stringify({ error: error.error ?? String(error) }));
}
