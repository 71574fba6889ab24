/** The endpoint windows of a server of its own: the others' tests make issuers on the one that they share. */
import { setUp } from "../session/administrator.ts";
import { test } from "../setup/wizard.ts";
import { beginSession } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { openWindow } from "./endpointWindow.ts";

test("without an issuer the window says what is missing", SLOW, async ({ page, request }) => {
  await setUp(request);
  await beginSession(page);
  await page.goto("/");
  const popup = await openWindow(page, "OAuth Endpoints");
  await expect(popup.getByRole("heading", { name: "This server does not have an issuer yet" })).toBeVisible();
  await expectAccessible(popup);
});
