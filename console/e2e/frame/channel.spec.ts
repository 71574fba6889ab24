/** Messages that do not come from the page in the frame, or are invalid (specification 3, section 2.7). */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { open, post } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const CONTRACTS = "/authentication/policies/policy-contracts";
const HOSTILE = "Your session is insecure: sign in at https://evil.example";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** Lets the page in the frame send a message. */
async function sendInFrame(page: Page, data: unknown): Promise<void> {
  await page.frames()[1]?.evaluate((message) => window.parent.postMessage(message, window.location.origin), data);
}

test("only messages of the page in the frame are accepted", SLOW, async ({ page, request }) => {
  await post(request, "/authenticationPolicyContracts", { name: `Channel ${Date.now()}` });
  await open(page, CONTRACTS, "Policy Contracts");
  await frameOf(page);
  const hostile = { kind: "showSuccess", message: HOSTILE };

  // A page of another origin in a frame: its origin is opaque, like that of a foreign site.
  await page.evaluate((message) => {
    const foreign = document.createElement("iframe");
    foreign.setAttribute("sandbox", "allow-scripts");
    foreign.id = "foreign";
    document.body.append(foreign);
    window.postMessage(message, "*"); // The console itself is not a frame.
  }, hostile);
  const foreign = page.frames().find((frame) => frame !== page.mainFrame() && frame !== page.frames()[1]);
  if (!foreign) throw new Error("There is no foreign page to send from.");
  await foreign.evaluate((message) => window.parent.postMessage(message, "*"), hostile);

  // Another window of the same origin.
  const [other] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => void window.open("/docs/expressions")),
  ]);
  await other.waitForLoadState();
  await other.evaluate((message) => (window.opener as Window).postMessage(message, "*"), hostile);
  await other.close();

  // The page itself, with invalid messages: unknown kinds, wrong types, additional members, too long, a script URL.
  const endless = "x".repeat(2_001);
  const rule = { authenticationSourceType: "NOWHERE", attribute: "a" };
  for (const wrong of [
    null,
    HOSTILE,
    [hostile],
    { kind: "showError", message: HOSTILE },
    { kind: "showSuccess" },
    { kind: "showSuccess", message: { toString: HOSTILE } },
    { ...hostile, html: "<b>" },
    { kind: "showInfo", message: endless },
    { kind: "updateHelpLink", url: "javascript:alert(1)" },
    { kind: "reloadNavigation", target: "//evil.example/" },
    { kind: "reloadNavigation", target: "/\\evil.example/" },
    { kind: "showRules", node: { nodeId: "r", rules: [rule], defaultSuccess: true }, sources: [] },
    { kind: "showScopes", description: "", scopeType: "all", selectedScopes: [], isIncludeScopeGroups: true },
    { kind: "showScopes", selectedScopes: Array.from({ length: 100_001 }, () => "a") },
  ]) {
    await sendInFrame(page, wrong);
  }

  // Messages are handled in order: once this one has an effect, all before it have been handled.
  await sendInFrame(page, { kind: "showSuccess", message: "This is a message." });
  await expect(page.getByText("This is a message.")).toBeVisible();
  await expect(page.getByText("evil.example")).toHaveCount(0);
  await expect(page.getByText(endless)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(CONTRACTS);
  await page.getByRole("button", { name: "Help" }).click();
  const link = await page.getByRole("menuitem", { name: "Documentation" }).getAttribute("href");
  expect(link).toMatch(/^\/docs\//);
});

test("messages to the frame are accepted from the console alone", SLOW, async ({ page, request }) => {
  const name = `Heard ${Date.now()}`;
  const rootNode = { action: { type: "DONE" } };
  const fragment = await post<{ id: string }>(request, "/authenticationPolicies/fragments", { name, rootNode });
  const action = { type: "FRAGMENT", fragment: { id: fragment.id } };
  const children = ["Fail", "Success"].map((context) => ({ action: { type: "DONE", context } }));
  const policy = { name, rootNode: { action, children } };
  const made = await post<{ id: string }>(request, "/authenticationPolicies/policy", policy);
  await open(page, `/authentication/policies/policies/edit/${made.id}`, name);
  const frame = await frameOf(page);
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  const forged = {
    kind: "submitRules",
    submittedRulesId: "r",
    defaultSuccess: true,
    submittedRules: [{ authenticationSourceType: "EXPRESSION", expression: "true", result: "Forged" }],
  };
  // From the frame to itself, and from another window of the same origin that is not the surrounding console.
  await page.frames()[1]?.evaluate((data) => window.postMessage(data, window.location.origin), forged);
  const [other] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => void window.open("/docs/expressions")),
  ]);
  await other.waitForLoadState();
  await other.evaluate((data) => (window.opener as Window).frames[0]?.postMessage(data, "*"), forged);
  await other.close();
  // From the console, but of another shape.
  const send = (data: unknown) =>
    page.evaluate((message) => window.frames[0]?.postMessage(message, window.location.origin), data);
  await send({ ...forged, submittedRules: [{ ...forged.submittedRules[0], admin: true }] });
  await send({ ...forged, kind: "submitScopes" });
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  // A valid message of the console is accepted after all of these.
  const submitted = { ...forged, submittedRules: [{ ...forged.submittedRules[0], result: "Heard" }] };
  await send(submitted);
  await expect(frame.getByRole("combobox", { name: "Heard: action" })).toBeVisible();
  await expect(frame.getByRole("combobox", { name: "Forged: action" })).toHaveCount(0);
});
