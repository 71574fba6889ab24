/** Refusals and failures on a cluster's pages (specification 2, sections 5, 6 and 8). */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { PATH, TITLE, test } from "./clustered.ts";
import { account, beginSession, open, put, userAdministrator } from "./signedIn.ts";

// Each test may start a node, which is slow on a busy machine.
test.describe.configure({ mode: "serial", timeout: 240_000 });
test.beforeEach(({ request }) => setUp(request));

/** Lets one call fail with a server error. */
async function fail(page: Page, call: string): Promise<void> {
  await page.route(`**/pf-admin-api/v1${call}`, (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ status: 500, json: { resultId: "internal_error", message: "The disk is full." } }),
  );
}

test("the cluster is hidden from users who may not read it", SLOW, async ({ page, request }) => {
  await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
  await beginSession(page, userAdministrator);
  await page.goto(PATH);
  const dialog = page.getByRole("dialog", { name: "Unauthorized" });
  await expect(dialog).toContainText("You do not have permissions to view this page.");
  await expectAccessible(page);
  await dialog.getByRole("button").click();
  await expect(page).toHaveURL(/\/$/);
});

test("a collection needs a node", SLOW, async ({ page }) => {
  await open(page, "/system/server/collect-support-data", "Collect Support Data");
  await page.getByRole("button", { name: "Collect" }).click();
  await expect(page.getByText("At least one node must be selected.")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select node 1" }).check();
  await expectAccessible(page);
});

test.describe("when the answer is an error", () => {
  // The browser logs it, and the banner calls that a passive console refuses after the first page.
  test.use({ expectedProblems: [/status of (403|500)/] });

  test("a failed replication says where to look", SLOW, async ({ page, request }) => {
    await put(request, "/virtualHostNames", { virtualHostNames: ["refused.example"] });
    await open(page, PATH, TITLE);
    await fail(page, "/cluster/replicate");
    await page.getByRole("button", { name: "Replicate" }).click();
    await expect(page.getByText("Replication failed. Please check the server logs.")).toBeVisible();
    await expect(page.getByText("Saved changes have not been replicated to the engines.")).toBeVisible();
  });

  test("refused settings stay as entered", SLOW, async ({ page }) => {
    await open(page, `${PATH}/settings`, "Cluster Settings");
    await fail(page, "/cluster/settings");
    const clients = page.getByRole("checkbox", { name: "Replicate OAuth Clients when saved" });
    await clients.check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Save Failed.")).toBeVisible();
    await expect(clients).toBeChecked();
  });

  test("a console that cannot become active reports it and stays passive", SLOW, async ({ page, cluster }) => {
    const second = await cluster.console();
    await beginSession(page);
    await fail(page, "/cluster/adminNode/role/active");
    await page.goto(second.admin + PATH);
    await page.getByRole("button", { name: "Switch to Active" }).click();
    const question = page.getByRole("dialog", { name: "Switch this console to active?" });
    await question.getByRole("button", { name: "Switch to Active" }).click();
    await expect(page.getByText("Failed to switch to Active role. Please check the server logs.")).toBeVisible();
    await expect(page.getByText("This console is passive")).toBeVisible();
  });
});
