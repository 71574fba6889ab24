/** User actions for choosing shortcuts. */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { type Person, put } from "../system/signedIn.ts";
import { expect } from "../test.ts";

export const SHORTCUTS = "/internal/user/preferences/shortcuts";
export const HOSTS = "Virtual Host Names";
export const LICENSE = "License";

/** Gives the first administrator these shortcuts and no recently used pages. */
export async function begin(request: APIRequestContext, items = ["virtualHostNames", "license"]): Promise<void> {
  await put(request, SHORTCUTS, { shortcuts: { items }, recentlyUsed: { items: [] } });
}

/** The names in the bar of the dashboard. */
export function bar(page: Page): Locator {
  return page.getByRole("region", { name: "Shortcuts" }).getByRole("link");
}

export async function edit(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Edit shortcuts" }).click();
  const dialog = page.getByRole("dialog", { name: "Customize shortcuts" });
  await expect(dialog.getByRole("button", { name: "Restore Default" })).toBeVisible();
  return dialog;
}

export function rows(dialog: Locator, list: string): Locator {
  return dialog.getByRole("list", { name: list, exact: true }).getByRole("listitem");
}

export async function save(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Drags with the mouse like a person: press, move in steps, and release once the page shows the target. */
export async function drag(page: Page, handle: Locator, to: Locator, over: RegExp): Promise<void> {
  const said = page.getByRole("status").filter({ hasText: /^Picked up | is (not )?over / });
  // Hovering waits until the handle stops moving and nothing covers it.
  await handle.hover();
  await page.mouse.down();
  const from = await middle(handle);
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 4 });
  await expect(said).toHaveCount(1);
  const target = await middle(to);
  await page.mouse.move(target.x, target.y, { steps: 12 });
  await expect(said).toHaveText(over);
  await page.mouse.up();
}

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error("There is nothing to drag, or nowhere to drag it.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const handle = (dialog: Locator, list: string, label: string) =>
  rows(dialog, list).getByRole("button", { name: `Drag ${label}`, exact: true });

export const person = (username: string): Person => ({ username, password: "Keep-9-shortcuts" });
