/** Forms longer than the window: their actions stay in sight and cover no focused element. */
import type { Page } from "@playwright/test";
import { setUp } from "../session/administrator.ts";
import { open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";
import { expectSeen, Keyboard } from "./keyboard.ts";

const ADAPTERS = "/authentication/integration/idp-adapters";
const HTML_FORM = "com.pingidentity.adapters.htmlform.idp.HtmlFormIdpAuthnAdapter";
const CLIENTS = "/applications/oauth/clients";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** Save and Cancel are fully visible, wherever the page is scrolled to. */
async function expectActions(page: Page): Promise<void> {
  const actions = page.frameLocator("iframe").locator(".hanse-form > .hanse-form__actions");
  for (const control of [
    actions.getByRole("button", { name: "Save" }),
    actions.getByRole("link", { name: "Cancel" }),
  ]) {
    await expect(control).toBeInViewport({ ratio: 1 });
  }
}

test("a disabled button is dark in the dark theme", SLOW, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, `${CLIENTS}/add`, "Add Client");
  const save = (await frameOf(page)).getByRole("button", { name: "Save" });
  const colors = await save.evaluate((button) => getComputedStyle(button).backgroundColor.match(/\d+/g));
  for (const part of colors?.slice(0, 3) ?? ["255"]) expect(Number(part)).toBeLessThan(0x60);
});

for (const { width, height } of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]) {
  test(`the actions of a long form stay visible and cover nothing: ${width}`, SLOW, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, `${ADAPTERS}/add?type=${HTML_FORM}`, "Add IdP Adapter");
    const frame = await frameOf(page);
    await expect(frame.getByText("No changes yet.")).toBeVisible();
    await expectActions(page);
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, 700);
    await expectActions(page);
    await page.mouse.wheel(0, 100_000);
    await expectActions(page);
    await page.mouse.wheel(0, -100_000);

    // Forwards and backwards, they never cover the focused element.
    const keys = new Keyboard(page);
    const stops = await keys.walk();
    expect(stops).toBeGreaterThan(30);
    await keys.reach(frame.getByRole("link", { name: "Cancel" }));
    for (let stop = 1; stop < stops; stop++) {
      await keys.press("Shift+Tab");
      const focus = await keys.focus();
      if (focus) expectSeen(focus);
    }
  });

  test(`the section index stays visible: ${width}`, SLOW, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, `${CLIENTS}/add`, "Add Client");
    const index = (await frameOf(page)).getByRole("navigation", { name: "Sections" });
    await expect(index).toBeInViewport({ ratio: 0.98 });
    await page.mouse.move(width / 2, height / 2);
    for (const way of [1500, 100_000, -600]) {
      await page.mouse.wheel(0, way);
      await expect(index).toBeInViewport({ ratio: 0.98 });
    }
    await index.getByRole("link").last().click();
    const name = (await index.getByRole("link").last().textContent()) ?? "";
    await expect(page.frameLocator("iframe").getByRole("heading", { level: 2, name })).toBeInViewport({ ratio: 0.98 });
    await expect(index).toBeInViewport({ ratio: 0.98 });
  });

  test(`the errors of a long form are linked: ${width}`, SLOW, async ({ page, request }) => {
    const id = `long-${Date.now()}`;
    const redirectUris = Array.from({ length: 30 }, (_, number) => `https://kontor.example.com/${number}`);
    const body = { clientId: id, name: id, redirectUris, grantTypes: ["AUTHORIZATION_CODE"] };
    await post(request, "/oauth/clients", { ...body, clientAuth: { type: "NONE" } });
    await page.setViewportSize({ width, height });
    await open(page, `${CLIENTS}/edit/${id}`, id);
    const frame = await frameOf(page);
    await expect(frame.getByText("No changes yet.")).toBeVisible();
    const wrong = frame.getByRole("textbox", { name: "Redirect URIs 24" });
    await wrong.fill("no address");
    await frame.getByRole("textbox", { name: "Logo URL" }).fill("neither");
    await expectActions(page);
    await frame.getByRole("button", { name: "Save" }).click();
    await expect(frame.getByRole("alert")).toBeFocused();
    const keys = new Keyboard(page);
    for (const [message, field] of [
      [/Redirect URIs/, wrong],
      [/Logo URL/, frame.getByRole("textbox", { name: "Logo URL" })],
    ] as const) {
      const problem = frame.getByRole("alert");
      await expect(problem).toBeInViewport();
      await keys.reach(problem.getByRole("link", { name: message }));
      await keys.press("Enter");
      await expect(field).toBeFocused();
      await expect(field).toBeInViewport({ ratio: 1 });
      await expect(field).toHaveAttribute("aria-invalid", "true");
      const focus = await keys.focus();
      if (focus) expectSeen(focus);
      await expectActions(page);
      await keys.reach(problem.getByRole("link").first());
    }
    await expectAccessible(page);
  });
}
