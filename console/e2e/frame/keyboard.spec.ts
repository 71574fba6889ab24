/** Every form of the frame without a mouse: from the navigation tree to the list, the form, and the save. */
import type { Page } from "@playwright/test";
import { workshop } from "../security/openssl.ts";
import { setUp } from "../session/administrator.ts";
import { beginSession } from "../system/signedIn.ts";
import { expect, SLOW, test } from "../test.ts";
import { type FrameNode, framesOf } from "./frames.ts";
import { expectSeen, Keyboard } from "./keyboard.ts";
import { type Form, type Given, prepare } from "./keyboardForm.ts";
import { FORMS } from "./keyboardForms.ts";

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** Moves through the tree, and expands a collapsed area first. */
async function goByTree(keys: Keyboard, { label, path }: FrameNode, area: string): Promise<void> {
  const { page } = keys;
  // After a save, the page may already be open.
  if (new URL(page.url()).pathname === path) return;
  const tree = page.getByRole("navigation", { name: "Areas" });
  const link = tree.getByRole("region", { name: area }).getByRole("link", { name: label, exact: true });
  if (!(await link.isVisible())) {
    await keys.reach(tree.getByRole("button", { name: `${area} pages` }));
    await keys.press("Space");
  }
  await keys.reach(link);
  await arrives(keys, label);
}

/** Presses Enter on a link of the console or the frame that opens a page with this heading. */
async function arrives({ page, press }: Keyboard, heading: string | RegExp): Promise<void> {
  await press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeFocused();
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
}

/** From a list to the form for a new item; settings pages show their form directly. */
async function goToForm(keys: Keyboard, { type }: Form): Promise<void> {
  const add = /^Add /;
  const inConsole = keys.page.getByRole("main").getByRole("link", { name: add });
  // A form may contain a link with this name, beside a picker without options.
  const inFrame = keys.frame.locator(".pf-v6-c-empty-state").getByRole("link", { name: add });
  if ((await inConsole.count()) > 0) await keys.reach(inConsole);
  else if ((await inFrame.count()) > 0) await keys.reach(inFrame);
  else return;
  await arrives(keys, add);
  if (!type) return;
  await keys.reach(keys.frame.getByRole("link", { name: type, exact: true }));
  await keys.leads(() => keys.press("Enter"));
}

async function save(keys: Keyboard, { save: [first, then] = ["Save", ""] }: Pick<Form, "save">): Promise<void> {
  const button = (name: string) => keys.frame.getByRole("button", { name, exact: true });
  await keys.reach(button(first));
  await keys.leads(() => keys.press("Enter"));
  if (!then) return;
  await expect(keys.frame.getByRole("alert")).toBeFocused();
  await keys.reach(button(then));
  await keys.leads(() => keys.press("Enter"));
}

async function enter(page: Page, node: FrameNode, form: Form, given: Given, area: string): Promise<void> {
  const keys = new Keyboard(page);
  await goByTree(keys, node, area);
  await goToForm(keys, form);
  expect(await keys.walk()).toBeGreaterThan(1);
  await form.fill(keys, given);
  await save(keys, form);
  await expect(page).toHaveURL(node.path);
  // The message of this page, not of an earlier one.
  await expect(keys.frame.locator(".hanse-frame__notice")).toHaveText(
    /( was saved| was imported|Settings saved)\.( It is the default\.)?\s*$/,
  );
  // Keyboard users continue at the page that is shown now.
  await expect.poll(async () => (await keys.focus())?.name).toMatch(/^(h1|div)/);
  await keys.press("Tab");
  const focus = await keys.focus();
  if (focus) expectSeen(focus);
}

test("a message with the focus disappears when the focus returns to the frame", SLOW, async ({ page }) => {
  await beginSession(page);
  await page.goto("/security/system-integration/redirect-validation");
  const keys = new Keyboard(page);
  await expect(keys.frame.getByText("No changes yet.")).toBeVisible();
  await keys.tick("Validate wreply for WS-Federation single log-out");
  await save(keys, {});
  const message = page.getByText("Settings saved.");
  await expect(message).toBeVisible();
  await keys.reach(page.getByRole("button", { name: "Dismiss the message: Settings saved." }));
  await keys.reach(keys.frame.getByRole("link", { name: "Cancel" }));
  await expect(message).toBeHidden();
});

for (const area of ["Authentication", "Applications", "Security", "System"]) {
  test(`every form is filled without a mouse: ${area}`, SLOW, async ({ page, request }) => {
    test.setTimeout(600_000);
    const mark = `${Date.now()}`;
    await prepare(request, mark);
    const { folder, remove } = workshop();
    await page.setViewportSize({ width: 1280, height: 900 });
    await beginSession(page);
    const nodes = await framesOf(page);
    await page.goto("/");
    await expect(page.getByRole("navigation", { name: "Areas" })).toBeVisible();
    for (const node of nodes.filter(({ path }) => path.startsWith(`/${area.toLowerCase()}/`))) {
      const forms = FORMS[node.id];
      expect(forms, `what is entered in ${node.id}`).toBeDefined();
      for (const [number, form] of (forms ?? []).entries()) {
        const given = { mark, name: `Keys ${number} ${mark}`, certificate: `${folder}/authority.crt` };
        await test.step(`${node.id} ${form.type ?? ""}`, () => enter(page, node, form, given, area));
      }
    }
    remove();
  });
}
