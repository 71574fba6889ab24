/** User actions on the screen. */
import type { Page } from "@playwright/test";

export const PATH = "/system/server/virtual-hostnames";
export const TITLE = "Virtual Host Names";

export const inputs = (page: Page) => page.getByRole("textbox", { name: /^Host Domain Name/ });
export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

export async function add(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "+Add" }).click();
  await page.keyboard.type(name); // The new row has the focus.
}

export async function values(page: Page): Promise<string[]> {
  return inputs(page).evaluateAll((found) => found.map((input) => (input as HTMLInputElement).value));
}
