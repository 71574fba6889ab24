import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { account, auditor, choose, fits, get, open, put } from "./signedIn.ts";

const PATH = "/system/server/log-settings";
const TITLE = "Log Settings";

interface Stored {
  logCategories: { id: string; enabled: boolean; enabledUntil?: string }[];
}

const stored = async (request: APIRequestContext) => {
  const { logCategories } = await get<Stored>(request, "/serverSettings/logSettings");
  return logCategories.filter(({ enabled }) => enabled);
};
const verbose = (page: Page, name: string) => page.getByRole("checkbox", { name: `Verbose: ${name}` });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await put(request, "/serverSettings/logSettings", { logCategories: [] });
});

test("a category is verbose for an hour, or until it is disabled", async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await expect(save(page)).toHaveAttribute("aria-disabled", "true");
  await verbose(page, "Requests").check();
  await verbose(page, "Cluster and replication").check();
  await page
    .getByRole("combobox", { name: "End of verbose logging for Cluster and replication" })
    .selectOption({ label: "After 1 hour" });
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  const found = await stored(request);
  expect(found.map(({ id, enabledUntil }) => [id, Boolean(enabledUntil)])).toEqual([
    ["requests", false],
    ["cluster", true],
  ]);
  await page.reload();
  await expect(verbose(page, "Requests")).toBeChecked();
  // A change that was undone is not a change.
  await verbose(page, "Requests").uncheck();
  await expect(save(page)).not.toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(verbose(page, "Requests")).toBeChecked();
  await expect(save(page)).toHaveAttribute("aria-disabled", "true");
});

test.describe("when the answer is an error", () => {
  test.use({ expectedProblems: [/status of 500/] });

  test("a failed save is reported and keeps the choices", SLOW, async ({ page, request }) => {
    await open(page, PATH, TITLE);
    await verbose(page, "Requests").check();
    await page.route("**/serverSettings/logSettings", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 500, json: { resultId: "internal_error", message: "The disk is full." } })
        : route.fallback(),
    );
    await save(page).click();
    await expect(page.getByText("Save Failed.")).toBeVisible();
    await expect(verbose(page, "Requests")).toBeChecked();
    expect(await stored(request)).toEqual([]);
  });
});

test("a migrated log4j2 configuration must be merged first", SLOW, async ({ page, server }) => {
  const folder = join(server.data, "conf");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "log4j2.xml"), "<Configuration/>");
  await open(page, PATH, TITLE);
  await expect(page.getByText(/conf\/log4j2\.xml .* must be merged before the settings take effect/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark as merged" }).click();
  await expect(page.getByText("The configuration is marked as merged.")).toBeVisible();
  await expect(page.getByText(/then mark the file as merged/)).toBeHidden();
  expect(await readFile(join(folder, "log4j2.xml.merged"), "utf8")).toBe("<Configuration/>");
  await rm(folder, { recursive: true });
});

test("an auditor sees the categories and can change none", SLOW, async ({ page, request }) => {
  await put(request, "/serverSettings/logSettings", { logCategories: [{ id: "requests", enabled: true }] });
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, PATH, TITLE, auditor);
  await expect(verbose(page, "Requests")).toBeChecked();
  await expect(verbose(page, "Requests")).toBeDisabled();
  await expect(page.getByText("Only by hand")).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme} at ${width} pixels`, details, async ({ page, request }) => {
    await put(request, "/serverSettings/logSettings", { logCategories: [{ id: "requests", enabled: true }] });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 844 });
    await open(page, PATH, TITLE);
    await expect(verbose(page, "Requests")).toBeChecked();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}
