/** Addresses of the console: deep links, node names, and a console inside a frame (specification 3, section 2.1). */
import type { Page } from "@playwright/test";
import { frameOf } from "../frame/frames.ts";
import { setUp } from "../session/administrator.ts";
import { beginSession, post } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";

const CLIENTS = "/applications/oauth/clients";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test.beforeEach(async ({ page, request }) => {
  await setUp(request);
  await beginSession(page);
});

for (const [name, path, title] of [
  ["/oauthClients?search=kontor", `${CLIENTS}?search=kontor`, "Clients"],
  ["/license", "/system/server/license", "License"],
  ["/clusterManagement", "/system/server/cluster-management", "Cluster Management"],
  ["/mixedVersion", "/system/server/cluster-management", "Cluster Management"],
  ["/replicationFailure", "/system/server/cluster-management", "Cluster Management"],
  ["/dependencyErrors", "/system", "System"],
  ["/certificateExpiryWarnings", "/system", "System"],
  ["/cloudIdentityRepository", "/system/external-systems/pingone-connections", "PingOne Connections"],
  ["/system/", "/system/", "System"],
] as const) {
  test(`${name} is ${path}`, SLOW, async ({ page }) => {
    await page.goto("/security");
    await expect(heading(page, "Security")).toBeVisible();
    await page.goto(name);
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveURL(path);
    // The node name adds no history entry.
    await page.goBack();
    await expect(heading(page, "Security")).toBeVisible();
  });
}

test(
  "a place in a frame has a title, breadcrumbs, and follows back, forward and reload",
  SLOW,
  async ({ page, request }) => {
    const id = `places-${Date.now()}`;
    const redirectUris = ["https://app.example/cb"];
    const client = { clientId: id, name: `Client ${id}`, grantTypes: ["AUTHORIZATION_CODE"], redirectUris };
    await post(request, "/oauth/clients", client);
    const trail = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
    await page.goto(`${CLIENTS}/edit/${id}`);
    await frameOf(page);
    await expect(heading(page, `Client ${id}`)).toBeVisible();
    await expect(page).toHaveTitle(`Client ${id} · Hanse`);
    await expect(trail).toHaveText(["Home", "Applications", "OAuth", "Clients", `Client ${id}`]);
    // On a phone the breadcrumb still ends with the current page.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(trail.filter({ visible: true })).toHaveText(["Clients", `Client ${id}`]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole("link", { name: "Access Token Management", exact: true }).click();
    await expect(heading(page, "Access Token Management")).toBeVisible();
    await expect(page).toHaveTitle("Access Token Management · Hanse");
    await page.goBack();
    await expect(heading(page, `Client ${id}`)).toBeVisible();
    await expect(page).toHaveTitle(`Client ${id} · Hanse`);
    await page.goForward();
    await expect(heading(page, "Access Token Management")).toBeVisible();
    await page.goBack();
    await expect(heading(page, `Client ${id}`)).toBeVisible();
    await page.reload();
    await expect(heading(page, `Client ${id}`)).toBeVisible();
    await expect(page).toHaveURL(`${CLIENTS}/edit/${id}`);
  },
);

test.describe("in a frame", () => {
  test.use({ expectedProblems: [/frame-ancestors|chrome-error/] });

  test("of another origin it is not rendered", SLOW, async ({ page, baseURL }) => {
    const elsewhere = "https://elsewhere.example/";
    const framing = `<title>Foreign</title><iframe src="${baseURL}/system"></iframe>`;
    await page.route(elsewhere, (route) => route.fulfill({ contentType: "text/html", body: framing }));
    await page.goto(elsewhere);
    await expect(page).toHaveTitle("Foreign");
    await expect(page.frameLocator("iframe").getByText("Hanse")).toHaveCount(0);
    await expect(page).toHaveURL(elsewhere);
  });
});

test("in the console's own frame it navigates the top window", async ({ page, baseURL }) => {
  await page.goto(CLIENTS);
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.location.assign("/system"));
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByText("The server is not responding")).toHaveCount(0);
});
