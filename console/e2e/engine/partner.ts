/** A second server, the partner, at which users of the first one, the hub, sign in. */
import { freePort } from "../demo/freePort.ts";
import { type RunningServer, removeServer, startServer } from "../server.ts";
import { test as base, type Provider, provide } from "./provider.ts";

export const test = base.extend<object, { server: RunningServer; partner: Provider }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const networks = { HANSE_OUTGOING_NETWORKS: "127.0.0.0/8,::1" };
      const server = await startServer({ ...networks, HANSE_DEMO_PORT: String(await freePort()) });
      await use(server);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
  partner: [
    async ({ playwright }, use) => {
      const server = await startServer({ HANSE_DEMO_PORT: String(await freePort()) });
      await provide(playwright, server, use);
      await removeServer(server);
    },
    { scope: "worker" },
  ],
});
