/** Tests whose server is the first console of a cluster. */
import { type Cluster, startCluster } from "../cluster.ts";
import { test as base } from "../test.ts";

export const PATH = "/system/server/cluster-management";
export const TITLE = "Cluster Management";

export const test = base.extend<object, { cluster: Cluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const cluster = await startCluster();
      await use(cluster);
      await cluster.remove();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  server: [async ({ cluster }, use) => use(await cluster.console()), { scope: "worker", timeout: 180_000 }],
});
