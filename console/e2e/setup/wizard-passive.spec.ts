/** The wizard on a passive console of a cluster (specification 3, section 4, "Finish"). */
import type { Route } from "@playwright/test";
import { startCluster } from "../cluster.ts";
import type { RunningServer } from "../server.ts";
import { expect, SLOW } from "../test.ts";
import { stored } from "./settings.ts";
import { test as base, URL_OF_ENGINE } from "./wizard.ts";

const SWITCH = "/cluster/adminNode/role/active";

/** Another console was started first, so it is the active one. */
const test = base.extend<{ fresh: RunningServer }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const cluster = await startCluster();
      await cluster.console();
      await use(await cluster.console());
      await cluster.remove();
    },
    { scope: "test", timeout: 240_000 },
  ],
});

test.use({ expectedProblems: [/net::ERR_/] });

test(
  "Finish makes this console active, even if the server is killed meanwhile",
  SLOW,
  async ({ wizard, page, request, fresh }) => {
    test.slow();
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.walk(URL_OF_ENGINE);
    const kill = async (route: Route) => {
      await fresh.stop("SIGKILL");
      await route.continue();
    };
    await page.route(`**${SWITCH}`, kill, { times: 1 });
    await wizard.press("Finish");
    await wizard.expectScreen("Could not connect");
    await expect(page.getByText("Error switching this node to active console role", { exact: true })).toBeVisible();
    await fresh.start();
    await wizard.press("Restart");
    await wizard.walk(URL_OF_ENGINE);
    await wizard.press("Finish");
    await wizard.expectConsole();
    expect(await stored(request, "/internal/activePassiveConsoleInfo")).toMatchObject({
      enabled: true,
      role: "ACTIVE",
    });
    expect(await stored(request, "/serverSettings")).toMatchObject({ federationInfo: { baseUrl: URL_OF_ENGINE } });
  },
);
