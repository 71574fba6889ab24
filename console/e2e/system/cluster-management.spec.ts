/** Cluster Management with real processes on PostgreSQL (specification 2, sections 2, 4, 6 and 8). */
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW } from "../test.ts";
import { PATH, TITLE, test } from "./clustered.ts";
import { choose, fits, open, put } from "./signedIn.ts";

test.describe.configure({ mode: "serial" });
test.beforeEach(({ request }) => setUp(request));

test("a change is replicated to an engine", async ({ page, request, cluster }) => {
  await cluster.engine({ HANSE_NODE_GROUP: "north", HANSE_NODE_TAGS: "blue,red" });
  await put(request, "/virtualHostNames", { virtualHostNames: ["one.example"] });
  await open(page, PATH, TITLE);
  await expect(page.getByText("Saved changes have not been replicated to the engines.")).toBeVisible();
  await page.getByRole("button", { name: "Replicate" }).click();
  await expect(page.getByText("Cluster nodes notified of new configuration.")).toBeVisible();
  const engine = page.getByRole("row").filter({ hasText: "Engine" });
  await expect(engine).toContainText("Succeeded");
  await expect(engine).toContainText("north");
  await expect(engine).toContainText("blue red");
  await expect(page.getByText("All engines have the saved configuration.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Replicate" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.goto("/");
  const card = page.getByRole("region", { name: "Cluster nodes" }).getByRole("listitem").filter({ hasText: "Engine" });
  await expect(card).toContainText("Succeeded");
});

for (const { theme, width, details } of looks(1280)) {
  test(`the nodes are accessible in ${theme} at ${width} pixels`, details, async ({ page, cluster }) => {
    await cluster.engine({ HANSE_NODE_GROUP: "south" });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(page.getByRole("row").filter({ hasText: "south" }).first()).toContainText("Engine");
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}

test("a passive console has one page, and becomes the active one", SLOW, async ({ page, cluster, server }) => {
  const second = await cluster.console();
  await open(page, PATH, TITLE);
  const other = await page.context().newPage();
  // Sessions are stored in the database, so an administrator is signed in on both consoles.
  await other.goto(`${second.admin}/system/server/license`);
  await expect(other.getByText("This console is passive")).toBeVisible();
  expect(new URL(other.url()).pathname).toBe(PATH);
  await expect(other.getByRole("button", { name: /Search/ })).toBeHidden();
  await expect(other.getByRole("button", { name: /^Notifications/ })).toHaveCount(0);
  await expect(other.getByRole("navigation", { name: "Areas" })).toHaveCount(0);
  await expect(other.getByRole("region", { name: "Banners" })).toHaveCount(0);
  await other.getByRole("button", { name: "Help", exact: true }).click();
  await other.getByRole("menuitem", { name: "About" }).click();
  const about = other.getByRole("dialog", { name: "Hanse" });
  await expect(about.getByText("Version")).toBeVisible();
  await expect(about.getByRole("link")).toHaveCount(0);
  await other.keyboard.press("Escape");
  await expectAccessible(other);
  await other.getByRole("button", { name: "Switch to Active" }).click();
  const question = other.getByRole("dialog", { name: "Switch this console to active?" });
  await expectAccessible(other);
  await question.getByRole("button", { name: "Switch to Active" }).click();
  await expect(other.getByText("Switched to Active role.")).toBeVisible();
  await expect(other.getByRole("tab", { name: "Admin Consoles" })).toBeVisible();
  await other.close();
  expect(new URL(page.url()).origin).toBe(server.admin);
  await expect(page.getByRole("heading", { name: /This console is passive$/ })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText(/Another console is now active/)).toBeVisible();
});
