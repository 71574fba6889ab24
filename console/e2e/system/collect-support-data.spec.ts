/** Support data against the real server: specification 2, sections 2, 4, 5, 8 and 9. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { APIRequestContext, Download, Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { account, asFirst, auditor, choose, fits, get, open, post } from "./signedIn.ts";

const PATH = "/system/server/collect-support-data";
const TITLE = "Collect Support Data";
const ARCHIVES = "/collectSupportData/archives";
const PASSPHRASE = "Holstentor-1478";
const QUICK = { nodeTypeToCollect: "STANDALONE", numHeartbeatSamples: 1, reportCount: 1 };
const PYTHON = join(import.meta.dirname, "../../../.venv/bin/python");
const LIST = `import pyzipper, sys
with pyzipper.AESZipFile(sys.argv[1]) as file:
    file.setpassword(sys.argv[2].encode() if len(sys.argv) > 2 else None)
    print(file.read("about.json").decode(), *file.namelist(), sep="\\n")`;

interface Archive {
  archiveId: string;
  status: string;
}

const archives = async (request: APIRequestContext) => (await get<{ archives: Archive[] }>(request, ARCHIVES)).archives;

/** The tests of a worker share the server, which allows one collection at a time. */
async function idle(request: APIRequestContext): Promise<void> {
  await expect
    .poll(async () => (await archives(request)).some(({ status }) => status === "IN_PROGRESS"), { timeout: 30_000 })
    .toBe(false);
}

const collect = (page: Page) => page.getByRole("button", { name: "Collect", exact: true });
const node = (page: Page) => page.getByRole("row").last();

async function openOptions(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Options" }).click();
}

/** As few samples as possible, so that a collection is fast. */
async function hurry(page: Page): Promise<void> {
  await openOptions(page);
  for (const label of ["Heartbeat samples", "System reports"]) await page.getByLabel(label).fill("1");
}

async function download(page: Page): Promise<Download> {
  const event = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the archive of node 0" }).click();
  return event;
}

async function content(file: Download, ...passphrase: string[]): Promise<string> {
  return execFileSync(PYTHON, ["-c", LIST, await file.path(), ...passphrase], { encoding: "utf8" });
}

test.beforeEach(async ({ request }) => {
  await setUp(request);
  await idle(request);
});

test("collects in the background, shows progress, and downloads with the server's file name", async ({ page }) => {
  await open(page, PATH, TITLE);
  await expect(page.getByRole("columnheader")).toHaveText(["Role", "Index", "Address", "Status", "Link"]);
  await expect(node(page)).toContainText("Standalone");
  await hurry(page);
  await page.getByLabel("Comment").fill("The log-in is slow");
  await collect(page).click();
  await expect(page.getByText("Started support data archive collection.")).toBeVisible();
  await expect(node(page)).toContainText("In progress");
  await expect(page.getByText("A collection is in progress.")).toBeVisible();
  await expect(node(page)).toContainText("Completed", { timeout: 20_000 });
  const file = await download(page);
  expect(file.suggestedFilename()).toMatch(/^hanse-support-data-node-0-\d{8}T\d{6}Z\.zip$/);
  const text = await content(file);
  expect(text).toContain("The log-in is slow");
  for (const name of ["log/server.log", "configuration/administrativeAccount.jsonl", "threads.txt"]) {
    expect(text).toContain(name);
  }
});

test("an encrypted archive opens with its passphrase", { tag: "@slow" }, async ({ page }) => {
  await open(page, PATH, TITLE);
  await hurry(page);
  await page.getByLabel("Encrypt the archive").check();
  await collect(page).click();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await page.getByLabel("Passphrase").fill("short");
  await collect(page).click();
  await expect(page.getByText("This field needs at least 8 characters.")).toBeVisible();
  await page.getByLabel("Passphrase").fill(PASSPHRASE);
  await collect(page).click();
  await expect(page.getByText("Started support data archive collection.")).toBeVisible();
  await expect(node(page)).toContainText("Completed", { timeout: 20_000 });
  const file = await download(page);
  expect(await content(file, PASSPHRASE)).toContain("about.json");
  const path = await file.path();
  expect(() => execFileSync(PYTHON, ["-c", LIST, path, "another"], { stdio: "pipe" })).toThrow(/password/);
});

test("each error is shown under its field, truncation errors under both sizes", SLOW, async ({ page }) => {
  await open(page, PATH, TITLE);
  await openOptions(page);
  await page.getByLabel("Head size").fill("0");
  await page.getByLabel("Tail size").fill("0");
  await collect(page).click();
  await expect(page.getByText(/Enter a head size or a tail size above 0/)).toHaveCount(2);
  await page.getByLabel("Head size").fill("some");
  await page.getByLabel("Rolled log files").fill("101");
  await openOptions(page);
  await collect(page).click();
  // The options are expanded, because they contain an error.
  await expect(page.getByText("This field must be a valid integer.")).toHaveCount(1);
  await expect(page.getByLabel("Head size")).toHaveAccessibleDescription("This field must be a valid integer.");
  await expect(page.getByLabel("Rolled log files")).toHaveAccessibleDescription(/100/);
  await expectAccessible(page);
});

test("a collection started by someone else is shown and blocks another one", SLOW, async ({ page, request }) => {
  await open(page, PATH, TITLE);
  await post(request, `${ARCHIVES}/collect`, { ...QUICK, numHeartbeatSamples: 4 });
  await collect(page).click();
  await expect(page.getByRole("alert")).toContainText("A collection of support data has been running since");
  await expect(node(page)).toContainText("In progress");
});

test("an auditor sees the collections, and neither collects nor downloads", SLOW, async ({ page, request }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await post(request, `${ARCHIVES}/collect`, QUICK);
  await idle(request);
  await open(page, PATH, TITLE, auditor);
  await expect(node(page)).toContainText("Completed");
  await expect(page.getByRole("button", { name: /Collect$|Download/ })).toHaveCount(0);
  await openOptions(page);
  await expect(page.getByLabel("Head size")).toBeDisabled();
  await expectAccessible(page);
});

for (const { theme, width, details } of looks(1280)) {
  test(`is accessible in ${theme}, ${width} wide`, details, async ({ page, request }) => {
    await choose(page, theme);
    await page.setViewportSize({ width, height: 900 });
    await post(request, `${ARCHIVES}/collect`, QUICK);
    await idle(request);
    await open(page, PATH, TITLE);
    await expect(node(page)).toContainText("Completed");
    await openOptions(page);
    await page.getByLabel("Encrypt the archive").check();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
  });
}

test.describe("while the server is unavailable", () => {
  test.use({ expectedProblems: [/ERR_CONNECTION_REFUSED/] });

  test("a node killed while collecting is shown as failed with the reason", { tag: "@slow" }, async ({
    page,
    request,
    server,
  }) => {
    test.setTimeout(150_000);
    const [archive] = (
      await post<{ archives: Archive[] }>(request, `${ARCHIVES}/collect`, { ...QUICK, numHeartbeatSamples: 600 })
    ).archives;
    await open(page, PATH, TITLE);
    await expect(node(page)).toContainText("Heartbeats and system reports", { timeout: 20_000 });
    await server.stop("SIGKILL");
    await server.start();
    // The new process has taken the node's place and is shown as running.
    await expect(node(page)).toContainText("The node stopped during the collection.", { timeout: 90_000 });
    const refused = await asFirst(request, "GET", `${ARCHIVES}/export/${archive?.archiveId}`);
    expect(refused.status()).toBe(404);
  });
});
