/** OpenID Connect Session Management 1.0: an application notices in a hidden frame that its user signed out. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { buildEndSessionUrl } from "openid-client";
import { asFirst, post, put } from "../system/signedIn.ts";
import { expect } from "../test.ts";
import { begun, configured, SECRETS, signIn, test } from "./provider.ts";

test("an application finds in a frame whether the user is still signed in", async ({
  page,
  context,
  provider: server,
}) => {
  // On the same site as the server, with https: browsers show a frame no cookies of another site.
  const application = await startApplication(join(server.data, "tls"));
  const { port } = application.address() as AddressInfo;
  const provider = { ...server, application: `https://localhost:${port}` };
  const settings = await (await asFirst(page.request, "GET", "/oauth/openIdConnect/settings")).json();
  const sessionSettings = { ...settings.sessionSettings, sessionManagement: true };
  await put(page.request, "/oauth/openIdConnect/settings", { ...settings, sessionSettings });
  await post(page.request, "/oauth/clients", {
    clientId: "portal",
    name: "Portal",
    redirectUris: [`${provider.application}/callback`],
    grantTypes: ["AUTHORIZATION_CODE"],
    clientAuth: SECRETS,
    oidcPolicy: { postLogoutRedirectUris: [`${provider.application}/signed-out`] },
  });
  const portal = await configured(provider, "portal");
  const { address } = await begun(portal, provider);
  await page.goto(address.href);
  await signIn(page, provider);
  await page.waitForURL(`${provider.application}/callback?*`);
  const state = new URL(page.url()).searchParams.get("session_state") ?? "";
  const frame = portal.serverMetadata().check_session_iframe as string;

  expect(await answerOf(page, frame, `portal ${state}`)).toBe("unchanged");
  expect(await answerOf(page, frame, `other ${state}`)).toBe("changed");
  expect(await answerOf(page, frame, "portal")).toBe("error");

  const tab = await context.newPage();
  await tab.goto(buildEndSessionUrl(portal, { post_logout_redirect_uri: `${provider.application}/signed-out` }).href);
  await tab.getByRole("button", { name: "Sign out" }).click();
  await tab.waitForURL(`${provider.application}/signed-out*`);
  expect(await answerOf(page, frame, `portal ${state}`)).toBe("changed");
  application.closeAllConnections();
  application.close();
});

/** Starts a server with the certificate of the provider. All of its pages are empty. */
async function startApplication(folder: string): Promise<Server> {
  const [cert, key] = await Promise.all(["server.crt", "server.key"].map((name) => readFile(join(folder, name))));
  const started = createServer({ cert, key }, (_, answer) => answer.end("<!doctype html><title>Application</title>"));
  await new Promise<void>((resolve) => started.listen(0, "localhost", resolve));
  return started;
}

/** Loads the server's frame in the application's page, sends it a message and returns its answer. */
async function answerOf(page: Page, address: string, message: string): Promise<string> {
  return page.evaluate(
    ([source, sent]) =>
      new Promise<string>((resolve) => {
        const frame = document.createElement("iframe");
        addEventListener("message", (event) => resolve(`${event.data}`), { once: true });
        frame.onload = () => frame.contentWindow?.postMessage(sent, new URL(source ?? "").origin);
        frame.src = source ?? "";
        frame.hidden = true;
        document.body.append(frame);
      }),
    [address, message],
  );
}
