/** The landing dashboard (specification 1, sections 2, 7 and 9): nodes, and links to the documentation. */
import { setUp } from "../session/administrator.ts";
import { account, auditor, choose, fits, open } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { cluster, node, SIX } from "./nodes.ts";

const HELPFUL = [
  "Resource Downloads",
  "Release Notes",
  "Support",
  "Integration Directory",
  "DevOps",
  "Performance Tuning Guide",
];

test.beforeEach(({ request }) => setUp(request));

test("a standalone server has no cluster", SLOW, async ({ page }) => {
  await open(page, "/", "Welcome");
  await expect(page.getByRole("heading", { name: "No Cluster" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Server Clustering Guide" })).toBeVisible();
});

test("every help link opens a page of this server in a new tab", SLOW, async ({ page, context }) => {
  await open(page, "/", "Welcome");
  const links = page.getByRole("region", { name: "Helpful Links" }).getByRole("link");
  await expect(links).toHaveText(HELPFUL.map((name) => new RegExp(`^${name}`)));
  for (const name of ["Server Clustering Guide", ...HELPFUL]) {
    const opened = context.waitForEvent("page");
    const answered = context.waitForEvent("response", (response) => response.request().isNavigationRequest());
    await page.getByRole("main").getByRole("link", { name }).click();
    const tab = await opened;
    expect((await answered).status(), name).toBe(200);
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(tab.url()).origin).toBe(new URL(page.url()).origin);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
});

test("each node has a card: role, status, version, address, last heartbeat", SLOW, async ({ page }) => {
  await cluster(page, SIX);
  await open(page, "/", "Welcome");
  const cards = page.getByRole("region", { name: "Cluster nodes" }).getByRole("listitem");
  await expect(cards).toHaveCount(6);
  for (const [place, words] of [
    [0, ["Admin console · active", "Running", "1.0.0", "engine-1.example.com:9031"]],
    [1, ["Admin console · passive"]],
    [2, ["Engine", "Succeeded", "north", "blue red"]],
    [3, ["Out of date"]],
    [4, ["Unreachable", "Failed", "Fri Jan 02 03:04:05 UTC 2026"]],
    [5, ["Admin console and engine", "Applying"]],
  ] as const) {
    for (const word of words) await expect(cards.nth(place).getByText(word, { exact: true })).toBeVisible();
  }
  await expect(cards.first().getByRole("heading", { name: "Node 1" })).toBeVisible();
  await expect(cards.first().getByText(/seconds? ago/)).toBeVisible();
  await expect(page.getByText("6 nodes, 5 running, 1 unreachable")).toBeVisible();
  const boxes = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
  expect(new Set(boxes.slice(0, 3)).size).toBe(1);
  expect(new Set(boxes.slice(3)).size).toBe(1);
  expect(boxes[3]).toBeGreaterThan(boxes[0] ?? 0);
});

test("the cards follow the nodes while the page is visible", SLOW, async ({ page }) => {
  const held = await cluster(page, [node(1)]);
  await open(page, "/", "Welcome");
  await expect(page.getByText("1 node, 1 running")).toBeVisible();
  await page.getByRole("button", { name: "Edit shortcuts" }).focus();
  held.nodes = [node(1, { status: "UNREACHABLE" }), node(2)];
  await expect(page.getByText("2 nodes, 1 running, 1 unreachable")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit shortcuts" })).toBeFocused();
});

test("of hundreds of nodes those with problems are shown first, and all on request", SLOW, async ({ page }) => {
  const many = Array.from({ length: 300 }, (_, index) => node(index, index === 250 ? { status: "UNREACHABLE" } : {}));
  await cluster(page, many);
  await open(page, "/", "Welcome");
  const cards = page.getByRole("region", { name: "Cluster nodes" }).getByRole("listitem");
  await expect(cards).toHaveCount(12);
  await expect(cards.first()).toContainText("Node 250");
  await page.getByRole("button", { name: "Show all 300 nodes" }).click();
  await expect(cards).toHaveCount(300);
  await expect(cards.first()).toContainText("Node 0");
  await page.getByRole("button", { name: "Show fewer nodes" }).click();
  await expect(cards).toHaveCount(12);
});

test("an auditor reads that nothing can be changed, and sees the same", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, "/", "Welcome", auditor);
  await expect(page.getByText(/As an auditor, you can view everything/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Cluster" })).toBeVisible();
});

for (const { theme, width, details } of looks(1440)) {
  test(`is accessible in ${theme} at ${width} pixels, with a cluster and without`, details, async ({ page }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, "/", "Welcome");
    await expect(page.getByRole("heading", { name: "No Cluster" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Shortcuts" }).getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    await cluster(page, SIX);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Node 6" })).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
