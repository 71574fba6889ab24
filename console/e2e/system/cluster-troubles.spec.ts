/** Real failures in a cluster, and how the console reports them (specification 2, sections 2 and 4). */
import type { APIRequestContext, Page } from "@playwright/test";
import { holdCopy } from "../cluster.ts";
import type { RunningServer } from "../server.ts";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { PATH, TITLE, test } from "./clustered.ts";
import { asFirst, open, put } from "./signedIn.ts";
import * as hosts from "./virtual-host-names.ts";

const banners = (page: Page) => page.getByRole("region", { name: "Banners" });

/** Makes a console active with the API; the server refuses this right after another switch. */
async function activate(request: APIRequestContext, { admin }: RunningServer): Promise<void> {
  const path = "/cluster/adminNode/role/active";
  await expect.poll(async () => (await asFirst(request, "POST", path, undefined, {}, admin)).status()).toBe(200);
}

// A passive console refuses a save, and the browser logs it.
test.use({ expectedProblems: [/status of 403/] });
test.describe.configure({ mode: "serial", timeout: 240_000 });
test.beforeEach(async ({ request, server }) => {
  await setUp(request);
  await activate(request, server);
});

test(
  "an engine that cannot apply the publication is reported until it can",
  SLOW,
  async ({ page, request, cluster }) => {
    // Other tests may have left engines behind.
    const engine = await cluster.engine({ HANSE_NODE_TAGS: "troubled" });
    const row = page.getByRole("row").filter({ hasText: "troubled" });
    const release = await holdCopy(engine);
    await put(request, "/virtualHostNames", { virtualHostNames: ["failing.example"] });
    await open(page, PATH, TITLE);
    await page.getByRole("button", { name: "Replicate" }).click();
    // The engine waits for its disk before it reports a failure.
    const warning = banners(page).getByText(
      /^Replication failed on 1 engine, which still uses its previous configuration/,
    );
    await expect(warning).toBeVisible({ timeout: 60_000 });
    await expect(row).toContainText("Failed");
    await expect(page.getByRole("cell", { name: /Check the disk; the node tries again automatically/ })).toBeVisible();
    await expect(banners(page).getByRole("button", { name: /sign out: Replication warning/ })).toHaveCount(0);
    await expectAccessible(page);
    await release();
    await expect(row).toContainText("Succeeded", { timeout: 60_000 });
    await expect(warning).toHaveCount(0);
  },
);

test("a passive console that lags is reported until it has caught up", SLOW, async ({ page, cluster }) => {
  const second = await cluster.console();
  await open(page, hosts.PATH, hosts.TITLE);
  const warning = banners(page).getByText("Synchronization warning");
  await expect(warning).toHaveCount(0);
  await second.stop("SIGKILL");
  await expect(warning).toBeVisible({ timeout: 120_000 });
  await expect(banners(page).getByText(/Last complete synchronization: [A-Z][a-z]{2} /)).toBeVisible();
  await expect(banners(page).getByRole("button", { name: /sign out: Synchronization/ })).toHaveCount(0);
  await expectAccessible(page);
  await second.start();
  await expect(warning).toHaveCount(0, { timeout: 60_000 });
});

test("unsaved changes stay when another console becomes active", SLOW, async ({ page, request, cluster, server }) => {
  const other = await cluster.console();
  await open(page, hosts.PATH, hosts.TITLE);
  await hosts.add(page, "unsaved.example");
  await activate(request, other);
  const dialog = page.getByRole("dialog", { name: /Another console is now active/ });
  await expect(dialog).toBeVisible({ timeout: 45_000 });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Keep the page" }).click();
  await expect(hosts.inputs(page).last()).toHaveValue("unsaved.example");
  await expect(page.getByText("This console is passive, so this page cannot be saved")).toBeVisible();
  await expectAccessible(page);
  await hosts.save(page).click();
  await expect(page.getByText(/This console is passive and read-only/)).toBeVisible();
  // After the role is back, the save succeeds.
  await activate(request, server);
  await expect(page.getByText("This console is passive, so this page cannot be saved")).toHaveCount(0);
  await hosts.save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await hosts.add(page, "given-up.example");
  await activate(request, other);
  await dialog.getByRole("button", { name: "Discard changes" }).click({ timeout: 45_000 });
  await expect(page.getByRole("heading", { name: /This console is passive$/ })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(PATH);
});
