/** Opens an endpoint window of the help menu. */
import { expect, type Page } from "@playwright/test";

export async function openWindow(page: Page, name: string): Promise<Page> {
  await page.getByRole("button", { name: "Help", exact: true }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("menuitem", { name, exact: true }).click();
  const popup = await opened;
  await expect(popup.getByRole("heading", { level: 1, name })).toBeVisible();
  return popup;
}
